import { asThreadParty } from '#domain/access.ts'
import { loginToChat } from '#domain/chat/chat.ts'
import { notFound, refuse, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { changing } from '../record.ts'
import { openThread } from './open-thread.ts'
import { findThread, lockThread } from './queries.ts'

/** Where a message goes: into a thread, or to the owner of a listing, which opens their thread. */
export type Destination = { threadId: string } | { listingId: string }

/**
 * Writes a message, already tidied and 1 to 2,000 characters long, and counts it as unread for the other side; whoever
 * writes has read what was there. Refusals: `login`, `role`, `own`, `gone`, `not-found`, `left` (the other person's account
 * was deleted), `limit`.
 */
export async function sendMessage(
  ctx: Context,
  { to, text }: { to: Destination; text: string },
): Promise<Verdict<{ threadId: string }>> {
  if (ctx.actor.kind !== 'user') return refuse('login', loginToChat)
  const sender = ctx.actor.id
  const opens =
    'listingId' in to && !(await findThread(ctx.db, { listingId: to.listingId, renterId: sender }))
  const full =
    (opens && (await ctx.limits.full('newThreads', sender))) || (await ctx.limits.take('messages', sender))
  if (full) return full
  let opened = false
  const sent = await changing(ctx, async (tx): Promise<Verdict<{ threadId: string }>> => {
    const found =
      'listingId' in to ? await openThread(tx, ctx, to) : { ok: true as const, ...to, opened: false }
    if (!found.ok) return found
    opened = found.opened
    const thread = await lockThread(tx, found.threadId)
    if (!thread) return notFound()
    const gate = asThreadParty(ctx.actor, thread)
    if (!gate.ok) return gate
    const { side } = gate.party
    const partner = await tx
      .selectFrom('account')
      .select('deletedAt')
      .where('id', '=', side === 'renter' ? thread.ownerId : thread.renterId)
      .executeTakeFirstOrThrow()
    if (partner.deletedAt) return refuse('left', 'This person has left. They can no longer read messages.')
    const now = ctx.clock.now()
    await tx
      .insertInto('message')
      .values({ threadId: thread.id, sender: side, body: text, sentAt: now })
      .execute()
    await tx
      .updateTable('thread')
      .set(
        side === 'renter'
          ? { renterUnread: 0, ownerUnread: thread.ownerUnread + 1, lastMessageAt: now }
          : { ownerUnread: 0, renterUnread: thread.renterUnread + 1, lastMessageAt: now },
      )
      .where('id', '=', thread.id)
      .execute()
    return { ok: true, threadId: thread.id }
  })
  if (!sent.ok) await ctx.limits.giveBack('messages', sender)
  if (sent.ok && opened) await ctx.limits.count('newThreads', sender)
  return sent
}
