import { v7 as uuid } from 'uuid'
import { asInquirer, maySeeListing } from '#domain/access.ts'
import { refuse, type Verdict } from '#domain/verdict.ts'
import { holdBlocksOf } from '../block/queries.ts'
import type { Context, Tx } from '../context.ts'
import { hasRented } from '../rental/queries.ts'

/** Words of the spec for a chat that has nobody to talk to. */
export const ownerUnavailable = () => refuse('gone', 'Owner information not available.')

/**
 * The one thread of a listing and the person who asks about it, opened when it is not there yet. Part of the
 * transaction that sends its first message. Refusals: `login`, `role`, `own`, `gone` (no such listing, or neither
 * theirs to see nor ever rented by them), `limit`.
 */
export async function openThread(
  tx: Tx,
  ctx: Context,
  { listingId }: { listingId: string },
): Promise<Verdict<{ threadId: string }>> {
  const listing = await tx
    .selectFrom('listing')
    .select(['id', 'ownerId', 'title', 'isPublic', 'archivedAt'])
    .where('id', '=', listingId)
    .executeTakeFirst()
  if (!listing) return ownerUnavailable()
  const gate = asInquirer(ctx.actor, listing)
  if (!gate.ok) return gate
  const known = await tx
    .selectFrom('thread')
    .select('id')
    .where('listingId', '=', listingId)
    .where('renterId', '=', gate.renter.id)
    .executeTakeFirst()
  if (known) return { ok: true, threadId: known.id }
  // Who rented it may ask about it also while it is out.
  if (!maySeeListing(ctx.actor, listing) && !(await hasRented(tx, listingId, gate.renter.id)))
    return ownerUnavailable()
  await holdBlocksOf(tx, gate.renter.id)
  const now = ctx.clock.now()
  await tx
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
    .onConflict((oc) => oc.columns(['listingId', 'renterId']).doNothing())
    .execute()
  const thread = await tx
    .selectFrom('thread')
    .select('id')
    .where('listingId', '=', listingId)
    .where('renterId', '=', gate.renter.id)
    .executeTakeFirstOrThrow()
  return { ok: true, threadId: thread.id }
}
