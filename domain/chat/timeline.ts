import { addDays, dayInManila, type Day } from '../period.ts'
import { countCharacters } from '../characters.ts'
import { hidesSomething, tidyParagraphs } from '../text.ts'
import { MAX_MESSAGE_LENGTH, type MessageSender } from './chat.ts'
import { MINUTE_MS } from '../time.ts'

/** A part of a thread without gaps: messages in order, and the id before which older ones are read, or null. */
export type MessageRange<M> = { messages: readonly M[]; earlier: number | null }

type Numbered = { id: number }

/** Joins known and received messages by id: each once, in order. A received message replaces a known one. */
export function mergeMessages<M extends Numbered>(known: readonly M[], incoming: readonly M[]): M[] {
  const last = known.at(-1)?.id ?? 0
  if (incoming.length === 1 && incoming[0]!.id > last) return [...known, incoming[0]!]
  const byId = new Map([...known, ...incoming].map((message) => [message.id, message]))
  return [...byId.values()].sort((a, b) => a.id - b.id)
}

/** A range with an older page put before it. */
export function withOlder<M extends Numbered>(
  known: MessageRange<M>,
  page: MessageRange<M>,
): MessageRange<M> {
  return { messages: mergeMessages(known.messages, page.messages), earlier: page.earlier }
}

/**
 * What is known after the newest page was read again: both, where they touch; otherwise only the page, since messages
 * between the two may be missing.
 * ### Example Known are 1 to 60. A page of 61 to 110, with earlier ones before it, does not touch: 61 may not be the
 * next. One of 60 to 109 does.
 */
export function withNewest<M extends Numbered>(
  known: MessageRange<M>,
  page: MessageRange<M>,
): MessageRange<M> {
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

/** Consecutive messages of one side, shown together under one time. */
export type MessageGroup<M> = { sender: MessageSender; messages: M[] }
/** A day in Manila and the messages written on it. */
export type DayOfTalk<M> = { day: Day; groups: MessageGroup<M>[] }

const GROUP_GAP_MS = 5 * MINUTE_MS

/**
 * Groups messages by day in Manila, and within a day by who wrote them, in the same order. Five minutes without a
 * message end a group.
 */
export function layOut<M extends Numbered & { sender: MessageSender; sentAt: string }>(
  messages: readonly M[],
): DayOfTalk<M>[] {
  const days: DayOfTalk<M>[] = []
  for (const message of messages) {
    const at = new Date(message.sentAt)
    const day = dayInManila(at)
    let today = days.at(-1)
    if (today?.day !== day) days.push((today = { day, groups: [] }))
    const group = today.groups.at(-1)
    const before = group?.messages.at(-1)
    const goesOn = before && at.getTime() - Date.parse(before.sentAt) < GROUP_GAP_MS
    if (group && goesOn && group.sender === message.sender) group.messages.push(message)
    else today.groups.push({ sender: message.sender, messages: [message] })
  }
  return days
}

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/**
 * The heading of a day in a conversation.
 * ### Example On November 21, 2026: `Today`, `Yesterday`, `Mon, Nov 16`, and of another year `Wed, Dec 31, 2025`.
 */
export function dayOfTalk(day: Day, today: Day): string {
  if (day === today) return 'Today'
  if (day === addDays(today, -1)) return 'Yesterday'
  const date = new Date(`${day}T00:00:00Z`)
  const name = `${WEEKDAYS[date.getUTCDay()]}, ${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()}`
  return day.slice(0, 4) === today.slice(0, 4) ? name : `${name}, ${day.slice(0, 4)}`
}

/** The newest of one's own messages that the other side has read (up to `readId`); null when there is none. */
export function lastSeen<M extends Numbered & { sender: MessageSender }>(
  messages: readonly M[],
  side: MessageSender,
  readId: number,
): number | null {
  return messages.findLast(({ id, sender }) => sender === side && id <= readId)?.id ?? null
}

/** A message that its writer sent and that may not have arrived. */
export type UnsentText = { clientId: string }

/**
 * The unsent messages that are not among those the server stored, compared by the id that the sender's browser gave
 * them.
 */
export function stillUnsent<U extends UnsentText>(
  unsent: readonly U[],
  messages: readonly { clientId?: string | null }[],
): U[] {
  if (unsent.length === 0) return []
  const arrived = new Set(messages.map(({ clientId }) => clientId))
  return unsent.filter(({ clientId }) => !arrived.has(clientId))
}

const COUNTED_FROM = MAX_MESSAGE_LENGTH - 200

/**
 * What the form shows about a message while it is typed: whether it is empty, its length when that comes near the
 * limit, and an error.
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
