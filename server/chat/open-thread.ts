import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { asInquirer, maySeeListing } from '#domain/access.ts'
import { refuse, type Verdict } from '#domain/verdict.ts'
import { lockPersonBlocksOf } from '../person-block/queries.ts'
import type { Context, Tx } from '../context.ts'
import { hasRented } from '../rental/queries.ts'
import { type LockedThread, lockThread } from './queries.ts'

/** The text of the product specification for a chat without an owner. */
export const ownerUnavailable = () => refuse('gone', 'Owner information not available.')

/**
 * The one thread of a listing and the person who asks about it, locked; created if there is none. A part of the
 * transaction that sends its first message. Refusals: `login`, `role`, `own`, `gone` (no such listing, or one that
 * they may not see and never rented).
 */
export async function openThread(
  tx: Tx,
  ctx: Context,
  { listingId }: { listingId: string },
): Promise<Verdict<{ thread: LockedThread }>> {
  const actorId = ctx.actor.kind === 'user' ? ctx.actor.id : null
  const listing = await tx
    .selectFrom('listing as l')
    .leftJoin('thread as t', (join) => join.onRef('t.listingId', '=', 'l.id').on('t.renterId', '=', actorId))
    .select(['l.id', 'l.ownerId', 'l.title', 'l.isPublic', 'l.archivedAt', 't.id as threadId'])
    .where('l.id', '=', listingId)
    .executeTakeFirst()
  if (!listing) return ownerUnavailable()
  const gate = asInquirer(ctx.actor, listing)
  if (!gate.ok) return gate
  const known = listing.threadId && (await lockThread(tx, listing.threadId))
  if (known) return { ok: true, thread: known }
  // Someone who rented it may also ask about it while it is not public.
  if (!maySeeListing(ctx.actor, listing) && !(await hasRented(tx, listingId, gate.renter.id)))
    return ownerUnavailable()
  await lockPersonBlocksOf(tx, gate.renter.id)
  const now = ctx.clock.now()
  const thread = await tx
    .insertInto('thread')
    .values({
      id: uuid(),
      listingId,
      title: listing.title,
      renterId: gate.renter.id,
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
