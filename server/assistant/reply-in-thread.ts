import { readStanding } from '../block/queries.ts'
import { lockThread } from '../chat/queries.ts'
import { tellBoth } from '../chat/send-message.ts'
import type { Services, Tx } from '../context.ts'
import { changing } from '../record.ts'
import { answerInThread, asksSomething } from './answer-in-thread.ts'

/** How long Google is waited for. */
const PATIENCE_MS = 12_000
/** How long a reply is taken to be under way; after that its process has died. */
const CLAIM_MS = 30_000
/** Someone who wrote longer ago no longer waits for an answer of ours. */
const FRESH_MS = 10 * 60_000

type Written = {
  threadId: string
  messageId: number
  text: string
  from: 'renter' | 'owner'
  writerId: string
  listingId: string | null
}

/**
 * Lets the assistant reply to the newest message of a thread, if it has something to add. Done again, or by several
 * processes at once, it replies once to a message and writes one reply of a thread at a time: who finds one under way
 * leaves the newest message to it. Nothing is said where it is switched off, one of the two has left or blocked the
 * other, or the writer has used up the limits of D39.
 */
export async function replyInThread(services: Services, { threadId }: { threadId: string }): Promise<void> {
  for (;;) {
    const written = await begin(services, threadId)
    if (!written) return
    const text = await wordsFor(services, written)
    if ((await end(services, written, text)) === 'done') return
  }
}

async function wordsFor(services: Services, written: Written): Promise<string | null> {
  const { limits } = services
  const { writerId } = written
  if ((await limits.take('assistantMinute', writerId)) ?? (await limits.take('assistantDay', writerId)))
    return null
  return answerInThread(services, written, AbortSignal.timeout(PATIENCE_MS))
}

/**
 * Claims the thread for a reply to its newest message; null when there is nothing to reply to, or a reply is under
 * way.
 */
function begin(services: Services, threadId: string): Promise<Written | null> {
  return inThread(services, threadId, async (tx, thread) => {
    const now = services.clock.now()
    if (thread.assistantUntil && thread.assistantUntil > now) return null
    const newest = await newestMessage(tx, threadId)
    if (!newest || (await isReplied(tx, newest.id))) return null
    if (now.getTime() - newest.sentAt.getTime() > FRESH_MS || !asksSomething(newest.body)) return null
    await claim(tx, threadId, new Date(now.getTime() + CLAIM_MS))
    return {
      threadId,
      messageId: newest.id,
      text: newest.body,
      from: newest.sender,
      writerId: newest.sender === 'renter' ? thread.renterId : thread.ownerId,
      listingId: thread.listingId,
    }
  })
}

/** Writes the reply, unless an answer or another question came meanwhile, which is then to be looked at. */
async function end(services: Services, written: Written, text: string | null): Promise<'done' | 'again'> {
  const outcome = await inThread(services, written.threadId, async (tx, thread) => {
    await claim(tx, thread.id, null)
    const newest = await newestMessage(tx, thread.id)
    if (!newest || (newest.id !== written.messageId && isNews(newest, written))) return 'again' as const
    if (text === null || (await isReplied(tx, written.messageId))) return 'done' as const
    const now = services.clock.now()
    const { id: messageId } = await tx
      .insertInto('message')
      .values({ threadId: thread.id, sender: 'ai', body: text, replyTo: written.messageId, sentAt: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.updateTable('thread').set({ lastMessageAt: now }).where('id', '=', thread.id).execute()
    tellBoth(tx, thread, { side: 'ai', messageId })
    return 'done' as const
  })
  return outcome ?? 'done'
}

/** Whether what was written since makes a reply late: an answer by the other side, or another question. */
const isNews = (newest: { sender: string; body: string }, { from }: Written) =>
  newest.sender !== from || asksSomething(newest.body)

type Thread = NonNullable<Awaited<ReturnType<typeof lockThread>>>

/** Does something in a thread in which the assistant may speak, under its lock; null where it may not. */
async function inThread<T>(
  services: Services,
  threadId: string,
  change: (tx: Tx, thread: Thread) => Promise<T | null>,
): Promise<T | null> {
  const { value } = await changing(services, async (tx) => {
    const thread = await lockThread(tx, threadId)
    const silent = !thread || thread.assistantOffBy || !(await mayTalk(tx, thread))
    return { ok: true as const, value: silent ? null : await change(tx, thread) }
  })
  return value
}

/** Whether its two people are both there, and neither has blocked the other. */
async function mayTalk(tx: Tx, thread: Thread): Promise<boolean> {
  const gone = await tx
    .selectFrom('account')
    .select('id')
    .where('id', 'in', [thread.renterId, thread.ownerId])
    .where('deletedAt', 'is not', null)
    .executeTakeFirst()
  return !gone && (await readStanding(tx, thread, 'renter')).contact.ok
}

const claim = (tx: Tx, threadId: string, until: Date | null) =>
  tx.updateTable('thread').set({ assistantUntil: until }).where('id', '=', threadId).execute()

/** The newest message of a person. */
function newestMessage(tx: Tx, threadId: string) {
  return tx
    .selectFrom('message')
    .select(['id', 'sender', 'body', 'sentAt'])
    .where('threadId', '=', threadId)
    .where('sender', '!=', 'ai')
    .orderBy('id', 'desc')
    .limit(1)
    .$narrowType<{ sender: 'renter' | 'owner' }>()
    .executeTakeFirst()
}

async function isReplied(tx: Tx, messageId: number): Promise<boolean> {
  const reply = await tx
    .selectFrom('message')
    .select('id')
    .where('replyTo', '=', messageId)
    .executeTakeFirst()
  return reply !== undefined
}
