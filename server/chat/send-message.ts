import { asThreadParty } from '#domain/access.ts'
import { loginToChat, partnerLeft, type MessageSender } from '#domain/chat/chat.ts'
import { notFound, refuse, type Verdict } from '#domain/verdict.ts'
import { readStanding } from '../block/queries.ts'
import type { Context, Tx } from '../context.ts'
import { recordNews } from '../news.ts'
import { changing } from '../record.ts'
import { askForReply } from './ask-for-reply.ts'
import { findOwnPhoto, findSent } from './find-sent.ts'
import { openThread } from './open-thread.ts'
import { findThreadId, lockThread } from './queries.ts'
import { tellIfAway } from './tell-if-away.ts'

/** Where a message goes: into a thread, or to the owner of a listing, which opens their thread. */
export type Destination = { threadId: string } | { listingId: string }

/**
 * `clientId` is what its writer calls the message, so that it is written once however often it is sent; `photoId`
 * their upload.
 */
export type Outgoing = { to: Destination; text: string; clientId?: string; photoId?: string }

export type Sent = { threadId: string; messageId: number; sentAt: Date }

/**
 * Writes a message, already tidied and 1 to 2,000 characters long, or none with a photo, and counts it as unread for
 * the other side; whoever writes has read what was there. The same text with the same `clientId` again is answered
 * with the first. Refusals: `login`, `role`, `own`, `gone`, `not-found`, `left` (the other person's account was
 * deleted), `blocked`, `photo` (not theirs), `limit`.
 */
export async function sendMessage(
  ctx: Context,
  { to, text, clientId, photoId }: Outgoing,
): Promise<Verdict<Sent>> {
  if (ctx.actor.kind !== 'user') return refuse('login', loginToChat)
  const sender = ctx.actor.id
  const opens =
    'listingId' in to && !(await findThreadId(ctx.db, { listingId: to.listingId, renterId: sender }))
  const full =
    (opens && (await ctx.limits.take('newThreads', sender))) || (await ctx.limits.take('messages', sender))
  if (full) return full
  return changing(ctx, async (tx): Promise<Verdict<Sent>> => {
    const found = 'listingId' in to ? await openThread(tx, ctx, to) : { ok: true as const, ...to }
    if (!found.ok) return found
    const thread = await lockThread(tx, found.threadId)
    if (!thread) return notFound()
    const gate = asThreadParty(ctx.actor, thread)
    if (!gate.ok) return gate
    const { side } = gate.party
    const known = clientId && (await findSent(tx, thread.id, side, clientId))
    const photo = photoId ? await findOwnPhoto(tx, sender, photoId) : null
    if (photo?.ok === false) return photo
    const again = known && known.body === text && known.thumbhash === (photo?.thumbhash ?? null)
    if (again) return { ok: true, threadId: thread.id, messageId: known.id, sentAt: known.sentAt }
    const partner = await tx
      .selectFrom('account')
      .select('deletedAt')
      .where('id', '=', side === 'renter' ? thread.ownerId : thread.renterId)
      .executeTakeFirstOrThrow()
    if (partner.deletedAt) return refuse('left', partnerLeft)
    const { contact } = await readStanding(tx, thread, side)
    if (!contact.ok) return contact
    const now = ctx.clock.now()
    const { id: messageId } = await tx
      .insertInto('message')
      .values({
        threadId: thread.id,
        sender: side,
        body: text,
        sentAt: now,
        photoId,
        // A page that was gone back to may send another text under an old id.
        clientId: known ? null : clientId,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .updateTable('thread')
      .set(
        side === 'renter'
          ? {
              renterUnread: 0,
              renterReadId: messageId,
              ownerUnread: thread.ownerUnread + 1,
              lastMessageAt: now,
            }
          : {
              ownerUnread: 0,
              ownerReadId: messageId,
              renterUnread: thread.renterUnread + 1,
              lastMessageAt: now,
            },
      )
      .where('id', '=', thread.id)
      .execute()
    tellBoth(tx, thread, { side, messageId })
    await tellIfAway(tx, ctx, thread, { side, messageId })
    if (text !== '') await askForReply(tx, ctx, thread)
    return { ok: true, threadId: thread.id, messageId, sentAt: now }
  })
}

/** News of a new message, for both: its writer may have the thread open elsewhere. The assistant's is new to both. */
export function tellBoth(
  tx: Tx,
  thread: { id: string; renterId: string; ownerId: string },
  { side, messageId }: { side: MessageSender; messageId: number },
): void {
  recordNews(
    tx,
    (['renter', 'owner'] as const).map((each) => ({
      to: each === 'renter' ? thread.renterId : thread.ownerId,
      kind: 'message',
      detail: { threadId: thread.id, messageId, mine: each === side },
    })),
  )
}
