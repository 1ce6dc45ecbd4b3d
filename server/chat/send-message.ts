import { asThreadParty } from '#domain/access.ts'
import { loginToChat, partnerLeft, type MessageSender } from '#domain/chat/chat.ts'
import type { PhotoRef } from '#domain/photo/photo-ref.ts'
import type { Side } from '#domain/side.ts'
import { notFound, refuse, type Verdict } from '#domain/verdict.ts'
import { readRelationship } from '../person-block/queries.ts'
import type { Context, Tx } from '../context.ts'
import { recordLiveEvents } from '../live-events.ts'
import { lockWriter } from '../lock-writer.ts'
import { inTransaction } from '../record.ts'
import { askForReply } from './ask-for-reply.ts'
import { findOwnPhoto, findSent } from './find-sent.ts'
import { openThread } from './open-thread.ts'
import { findThreadId, type LockedThread, lockThread } from './queries.ts'
import { readNoticesOf } from './read-notices-of.ts'
import { emailIfAway } from './email-if-away.ts'

/**
 * The destination of a message: a thread, or the owner of a listing, with whom a thread is then created; for the
 * owner, it is the renter who is given.
 */
export type Destination = { threadId: string } | { listingId: string; renterId?: string }

/**
 * `clientId` is an id by the writer's browser, so that a repeated request writes the message once; `photoId` is the
 * writer's upload.
 */
export type Outgoing = { to: Destination; text: string; clientId?: string; photoId?: string }

export type Sent = { threadId: string; messageId: number; sentAt: Date; photo: PhotoRef | null }

/**
 * Writes a message, already tidied and 1 to 2,000 characters long (or empty, with a photo), and counts it as unread
 * for the other side; the writer has then read all earlier messages. The same text with the same `clientId` again
 * returns the first message. Refusals: `login` (also when the writer was deleted or suspended meanwhile), `role`,
 * `own`, `gone`, `not-found`, `left` (the other person's account was deleted), `blocked`, `photo` (not theirs),
 * `limit`.
 */
export async function sendMessage(
  ctx: Context,
  { to, text, clientId, photoId }: Outgoing,
): Promise<Verdict<Sent>> {
  if (ctx.actor.kind !== 'user') return refuse('login', loginToChat)
  const sender = ctx.actor.id
  const opens = 'listingId' in to && !(await findThreadId(ctx.db, { renterId: sender, ...to, party: sender }))
  const refused =
    (opens && (await ctx.limits.take('newThreads', sender))) || (await ctx.limits.take('messages', sender))
  if (refused) return refused
  return inTransaction(ctx, async (tx): Promise<Verdict<Sent>> => {
    if (!(await lockWriter(tx, sender))) return refuse('login', loginToChat)
    const found = await findDestination(tx, ctx, to)
    if (!found.ok) return found
    const { thread } = found
    const gate = asThreadParty(ctx.actor, thread)
    if (!gate.ok) return gate
    const { side } = gate.party
    const known = clientId && (await findSent(tx, thread.id, side, clientId))
    const own = photoId ? await findOwnPhoto(tx, sender, photoId) : null
    if (own?.ok === false) return own
    const photo = own?.photo ?? null
    // Sent again, a photo is another upload: its message has the first one.
    const again = known && known.body === text && known.photo?.thumbhash === photo?.thumbhash
    if (again)
      return { ok: true, threadId: thread.id, messageId: known.id, sentAt: known.sentAt, photo: known.photo }
    const { contact, partnerLeft: left } = await readRelationship(tx, thread, side)
    if (left) return refuse('left', partnerLeft)
    if (!contact.ok) return contact
    const now = ctx.clock.now()
    const messageId = await writeMessage(tx, thread.id, {
      sender: side,
      body: text,
      sentAt: now,
      photoId,
      // After “Back”, a page may send another text with an old id.
      clientId: known ? null : clientId,
    })
    const unread = side === 'renter' ? thread.renterUnread : thread.ownerUnread
    if (unread > 0) await readNoticesOf(tx, ctx, { threadId: thread.id, reader: sender })
    publishToBoth(tx, thread, { side, messageId })
    await emailIfAway(tx, ctx, thread, { side, messageId })
    await askForReply(tx, ctx, thread, text)
    return { ok: true, threadId: thread.id, messageId, sentAt: now, photo }
  })
}

/** The locked thread that a message is sent to. */
async function findDestination(
  tx: Tx,
  ctx: Context,
  to: Destination,
): Promise<Verdict<{ thread: LockedThread }>> {
  if ('listingId' in to) return openThread(tx, ctx, to)
  const thread = await lockThread(tx, to.threadId)
  return thread ? { ok: true, thread } : notFound()
}

type NewMessage = {
  sender: Side
  body: string
  sentAt: Date
  photoId: string | undefined
  clientId: string | null | undefined
}

/**
 * Writes a message: unread for the other side; its sender has read everything up to it. Returns its id. One statement.
 */
async function writeMessage(tx: Tx, threadId: string, message: NewMessage): Promise<number> {
  const { id } = await tx
    .with('written', (db) =>
      db
        .insertInto('message')
        .values({ threadId, ...message })
        .returning('id'),
    )
    .with('counted', (db) =>
      db
        .updateTable('thread')
        .from('written')
        .set(({ ref, eb }) =>
          message.sender === 'renter'
            ? { renterUnread: 0, renterReadId: ref('written.id'), ownerUnread: eb('ownerUnread', '+', 1) }
            : { ownerUnread: 0, ownerReadId: ref('written.id'), renterUnread: eb('renterUnread', '+', 1) },
        )
        .set({ lastMessageAt: message.sentAt })
        .where('thread.id', '=', threadId),
    )
    .selectFrom('written')
    .select('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Publishes a new message to both people: its writer may have the thread open on another device. A message of the
 * assistant is new to both.
 */
export function publishToBoth(
  tx: Tx,
  thread: { id: string; renterId: string; ownerId: string },
  { side, messageId }: { side: MessageSender; messageId: number },
): void {
  recordLiveEvents(
    tx,
    (['renter', 'owner'] as const).map((each) => ({
      to: each === 'renter' ? thread.renterId : thread.ownerId,
      kind: 'message',
      detail: { threadId: thread.id, messageId, mine: each === side },
    })),
  )
}
