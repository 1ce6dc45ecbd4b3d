import { addDays, dayInManila, type Day } from '../period.ts'
import { hidesSomething, tidyParagraphs, countCharacters } from '../text.ts'
import { MAX_MESSAGE_LENGTH, type MessageSender } from './chat.ts'

/** A part of a thread without gaps: messages in order, and the id to ask before for older ones, or null. */
export type Stretch<M> = { messages: readonly M[]; earlier: number | null }

type Numbered = { id: number }

/** Messages that were known and messages that were told, by id: each once, in order. What was told later counts. */
export function mergeMessages<M extends Numbered>(known: readonly M[], told: readonly M[]): M[] {
  const last = known.at(-1)?.id ?? 0
  if (told.length === 1 && told[0]!.id > last) return [...known, told[0]!]
  const byId = new Map([...known, ...told].map((message) => [message.id, message]))
  return [...byId.values()].sort((a, b) => a.id - b.id)
}

/** A stretch with an older page before it. */
export function withOlder<M extends Numbered>(known: Stretch<M>, page: Stretch<M>): Stretch<M> {
  return { messages: mergeMessages(known.messages, page.messages), earlier: page.earlier }
}

/**
 * What is known once the newest page was read again: both, where they touch; otherwise the page alone, since nobody
 * knows what was written between.
 *
 * ### Example
 * Known are 1 to 60. A page of 61 to 110, with earlier ones before it, does not touch: 61 may not be the next. One of
 * 60 to 109 does.
 */
export function withNewest<M extends Numbered>(known: Stretch<M>, page: Stretch<M>): Stretch<M> {
  const first = page.messages[0]
  const last = known.messages.at(-1)
  if (!first || !last) return first ? page : known
  if (page.earlier !== null && first.id > last.id) return page
  const isOlder = known.messages[0]!.id < first.id
  return {
    messages: mergeMessages(known.messages, page.messages),
    earlier: isOlder ? known.earlier : page.earlier,
  }
}

/** What one side wrote in one go: shown together, under one time. */
export type Run<M> = { sender: MessageSender; messages: M[] }
/** A day in Manila and what was written on it. */
export type DayOfTalk<M> = { day: Day; runs: Run<M>[] }

const RUN_GAP_MS = 5 * 60_000

/** Messages by day in Manila, and within a day by who wrote them, in the same order. Five silent minutes end a run. */
export function layOut<M extends Numbered & { sender: MessageSender; sentAt: string }>(
  messages: readonly M[],
): DayOfTalk<M>[] {
  const days: DayOfTalk<M>[] = []
  for (const message of messages) {
    const at = new Date(message.sentAt)
    const day = dayInManila(at)
    let today = days.at(-1)
    if (today?.day !== day) days.push((today = { day, runs: [] }))
    const run = today.runs.at(-1)
    const before = run?.messages.at(-1)
    const goesOn = before && at.getTime() - Date.parse(before.sentAt) < RUN_GAP_MS
    if (run && goesOn && run.sender === message.sender) run.messages.push(message)
    else today.runs.push({ sender: message.sender, messages: [message] })
  }
  return days
}

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/**
 * A day as a conversation names it.
 *
 * ### Example
 * On November 21, 2026: `Today`, `Yesterday`, `Mon, Nov 16`, and of another year `Wed, Dec 31, 2025`.
 */
export function dayOfTalk(day: Day, today: Day): string {
  if (day === today) return 'Today'
  if (day === addDays(today, -1)) return 'Yesterday'
  const date = new Date(`${day}T00:00:00Z`)
  const name = `${WEEKDAYS[date.getUTCDay()]}, ${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()}`
  return day.slice(0, 4) === today.slice(0, 4) ? name : `${name}, ${day.slice(0, 4)}`
}

/** The last of one's own messages that the other side has read, up to `readId`; null when there is none. */
export function lastSeen<M extends Numbered & { sender: MessageSender }>(
  messages: readonly M[],
  side: MessageSender,
  readId: number,
): number | null {
  return messages.findLast(({ id, sender }) => sender === side && id <= readId)?.id ?? null
}

/** A message that its writer sent and that may not have arrived. */
export type Unsent = { clientId: string }

/** Those of one's messages that did not come back as written: each was given an id by its writer. */
export function stillUnsent<U extends Unsent>(
  unsent: readonly U[],
  messages: readonly { clientId?: string | null }[],
): U[] {
  if (unsent.length === 0) return []
  const arrived = new Set(messages.map(({ clientId }) => clientId))
  return unsent.filter(({ clientId }) => !arrived.has(clientId))
}

const COUNTED_FROM = MAX_MESSAGE_LENGTH - 200

/**
 * What is said of a message while it is typed, as its form counts: how long it is when that comes near the most, and
 * what is wrong.
 */
export function judgeDraft(typed: string): { empty: boolean; count: string | null; problem: string | null } {
  const text = tidyParagraphs(typed)
  const count = countCharacters(text)
  const hides = hidesSomething(text)
  const problem = hides
    ? 'Your message has invisible or control characters. Please type it again without them.'
    : count > MAX_MESSAGE_LENGTH
      ? `Your message can have at most ${MAX_MESSAGE_LENGTH} characters. It has ${count}.`
      : null
  return {
    empty: text === '',
    count: count > COUNTED_FROM ? `${count} of ${MAX_MESSAGE_LENGTH} characters` : null,
    problem,
  }
}
