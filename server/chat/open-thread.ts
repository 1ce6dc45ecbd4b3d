import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { asInquirer, maySeeListing } from '#domain/access.ts'
import { refuse, type Verdict } from '#domain/verdict.ts'
import { lockPersonBlocksOf } from '../person-block/queries.ts'
import type { Context, Tx } from '../context.ts'
import { hasRented, wasAsked } from '../rental/queries.ts'
import { type LockedThread, lockThread } from './queries.ts'

/** The text of the product specification for a chat without an owner. */
export const ownerUnavailable = () => refuse('gone', 'Owner information not available.')

/**
 * The one thread of a listing and the person who asks about it, locked; created if there is none. Its owner gives
 * `renterId`, and may write first to who asked to rent it. A part of the transaction that sends its first message.
 * Refusals: `login`, `role`, `own`, `gone` (no such listing; one that they may not see and never rented; a renter who
 * never asked).
 */
export async function openThread(
  tx: Tx,
  ctx: Context,
  to: { listingId: string; renterId?: string },
): Promise<Verdict<{ thread: LockedThread }>> {
  const { listingId } = to
  const actorId = ctx.actor.kind === 'user' ? ctx.actor.id : null
  const renterId = to.renterId ?? actorId
  const listing = await tx
    .selectFrom('listing as l')
    .leftJoin('thread as t', (join) => join.onRef('t.listingId', '=', 'l.id').on('t.renterId', '=', renterId))
    .select(['l.id', 'l.ownerId', 'l.title', 't.id as threadId'])
    .select(['l.isPublic', 'l.status', 'l.takenDownAt', 'l.ownerSuspended', 'l.archivedAt'])
    .where('l.id', '=', listingId)
    .executeTakeFirst()
  if (!listing) return ownerUnavailable()
  const isOwner = to.renterId !== undefined && actorId === listing.ownerId
  const gate = isOwner ? null : asInquirer(ctx.actor, listing)
  if (gate?.ok === false) return gate
  if (!renterId || (!isOwner && renterId !== actorId)) return ownerUnavailable()
  const known = listing.threadId && (await lockThread(tx, listing.threadId))
  if (known) return { ok: true, thread: known }
  // Someone who rented it may also ask about it while it is not public.
  const mayWrite = isOwner
    ? await wasAsked(tx, listingId, renterId)
    : maySeeListing(ctx.actor, listing) || (await hasRented(tx, listingId, renterId))
  if (!mayWrite) return ownerUnavailable()
  await lockPersonBlocksOf(tx, renterId)
  const now = ctx.clock.now()
  const thread = await tx
    .insertInto('thread')
    .values({
      id: uuid(),
      listingId,
      title: listing.title,
      renterId,
      ownerId: listing.ownerId,
      createdAt: now,
      lastMessageAt: now,
    })
    // An update that changes nothing locks and returns a thread that was created meanwhile.
    .onConflict((oc) => oc.columns(['listingId', 'renterId']).doUpdateSet({ title: sql.ref('thread.title') }))
    .returningAll()
    .executeTakeFirstOrThrow()
  return { ok: true, thread }
}
