import type { SupportAdmin } from '#domain/access.ts'
import { decideTakeDown } from '#domain/take-down/take-down.ts'
import { notFound, type Verdict } from '#domain/verdict.ts'
import type { Context, Tx } from '../context.ts'
import { inTransaction, recordEffects, recordEvents } from '../record.ts'
import { endOpenRentals } from '../order/end-open-rentals.ts'
import { lockListing } from '../listing/queries.ts'

type TakeDown = { listingId: string; reason: string }

/**
 * An admin takes a listing down at once, rented or not: it is not public until an admin puts it back, whatever its
 * rentals or its owner do. Pending requests for it are rejected, Approved rentals cancelled with a full refund, Active
 * ones go on. Its owner is notified with the reason. Refusals: `not-found`, `deleted`, `unchanged`.
 */
export async function takeDownListing(
  ctx: Context,
  admin: SupportAdmin,
  request: TakeDown,
): Promise<Verdict> {
  return inTransaction(ctx, (tx) => takeDown(tx, ctx, admin, request))
}

/** As `takeDownListing`, as a part of a larger change. */
export async function takeDown(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'actor'>,
  admin: SupportAdmin,
  { listingId, reason }: TakeDown,
): Promise<Verdict> {
  await endOpenRentals(tx, ctx, admin, { listingId })
  const listing = await lockListing(tx, listingId)
  if (!listing) return notFound()
  const verdict = decideTakeDown(listing)
  if (!verdict.ok) return verdict
  await tx
    .updateTable('listing')
    .set({ takenDownAt: ctx.clock.now(), takenDownBy: admin.id, takeDownReason: reason })
    .where('id', '=', listingId)
    .execute()
  await recordEvents(tx, ctx, [
    {
      subject: 'listing',
      subjectId: listingId,
      action: 'take-down',
      detail: { title: listing.title, reason },
    },
  ])
  const payload = { listingId, accountId: listing.ownerId, reason }
  await recordEffects(tx, ctx, [{ kind: 'take-down-mail', payload }])
  return verdict
}
