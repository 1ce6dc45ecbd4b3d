import { asksSomething } from '#domain/assistant/asks-something.ts'
import type { Side } from '#domain/side.ts'
import { MINUTE_MS, msAfter } from '#domain/time.ts'
import { readRelationship } from '../person-block/queries.ts'
import { type LockedThread, lockThread } from '../chat/queries.ts'
import { publishToBoth } from '../chat/send-message.ts'
import type { Services, Tx } from '../context.ts'
import { inTransaction } from '../record.ts'
import { answerInThread } from './answer-in-thread.ts'

/** How long to wait for Google, in milliseconds. */
const PATIENCE_MS = 12_000
/** How long a claim on a thread lasts; after that its process counts as dead. */
const CLAIM_MS = 30_000
/** The assistant does not answer messages older than this. */
const FRESH_MS = 10 * MINUTE_MS

type Written = {
  threadId: string
  messageId: number
  text: string
  from: Side
  writerId: string
  listingId: string | null
}

/**
 * Lets the assistant reply to the newest message of a thread, if it has an answer. Repeated or parallel calls reply
 * once to a message, and write one reply of a thread at a time: a call that finds another one running leaves the
 * newest message to it. There is no reply when the assistant is switched off, one of the two people has left or
 * blocked the other, or the writer has used up the limits of D39.
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
    await claim(tx, threadId, msAfter(now, CLAIM_MS))
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

/** Stores the reply, unless an answer or another question came meanwhile, which is handled next. */
async function end(services: Services, written: Written, text: string | null): Promise<'done' | 'again'> {
  const outcome = await inThread(services, written.threadId, async (tx, thread) => {
    await claim(tx, thread.id, null)
    const newest = await newestMessage(tx, thread.id)
    if (!newest || (newest.id !== written.messageId && isNewer(newest, written))) return 'again' as const
    if (text === null || (await isReplied(tx, written.messageId))) return 'done' as const
    const now = services.clock.now()
    const { id: messageId } = await tx
      .insertInto('message')
      .values({ threadId: thread.id, sender: 'ai', body: text, replyTo: written.messageId, sentAt: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.updateTable('thread').set({ lastMessageAt: now }).where('id', '=', thread.id).execute()
    publishToBoth(tx, thread, { side: 'ai', messageId })
    return 'done' as const
  })
  return outcome ?? 'done'
}

/** Whether a newer message makes a reply obsolete: an answer by the other side, or another question. */
const isNewer = (newest: { sender: string; body: string }, { from }: Written) =>
  newest.sender !== from || asksSomething(newest.body)

/** Runs something under the lock of a thread in which the assistant may reply; null where it may not. */
async function inThread<T>(
  services: Services,
  threadId: string,
  change: (tx: Tx, thread: LockedThread) => Promise<T | null>,
): Promise<T | null> {
  const { value } = await inTransaction(services, async (tx) => {
    const thread = await lockThread(tx, threadId)
    const silent = !thread || thread.assistantOffBy || !(await mayTalk(tx, thread))
    return { ok: true as const, value: silent ? null : await change(tx, thread) }
  })
  return value
}

/** Whether both people still have their accounts, and neither has blocked the other. */
async function mayTalk(tx: Tx, thread: LockedThread): Promise<boolean> {
  const deletedAccount = await tx
    .selectFrom('account')
    .select('id')
    .where('id', 'in', [thread.renterId, thread.ownerId])
    .where('deletedAt', 'is not', null)
    .executeTakeFirst()
  return !deletedAccount && (await readRelationship(tx, thread, 'renter')).contact.ok
}

const claim = (tx: Tx, threadId: string, until: Date | null) =>
  tx.updateTable('thread').set({ assistantUntil: until }).where('id', '=', threadId).execute()

/** The newest message of a person in the thread. */
function newestMessage(tx: Tx, threadId: string) {
  return tx
    .selectFrom('message')
    .select(['id', 'sender', 'body', 'sentAt'])
    .where('threadId', '=', threadId)
    .where('sender', '!=', 'ai')
    .orderBy('id', 'desc')
    .limit(1)
    .$narrowType<{ sender: Side }>()
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
