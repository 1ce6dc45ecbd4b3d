import type { Admin } from '#domain/access.ts'
import { decide } from '#domain/rental/lifecycle.ts'
import type { Context, Tx } from '../context.ts'
import { compareOwners } from '../book/write-book.ts'
import { recordEffects } from '../record.ts'
import { release } from './release-order.ts'
import { lockOpenRentals, type RentalScope } from './lock-open-rentals.ts'
import { recordAction } from '../rental/record-action.ts'

/**
 * Ends rentals that are not handed over yet, in an admin's name: unpaid orders are cancelled, Pending requests
 * rejected, Approved rentals cancelled, with full refunds; Active ones go on. Both sides of each are notified; of an
 * unpaid order only its renter. The listings stay locked until the transaction ends.
 */
export async function endOpenRentals(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'actor'>,
  admin: Admin,
  scope: RentalScope,
): Promise<void> {
  const { orders, rentals } = await lockOpenRentals(tx, scope)
  for (const orderId of orders) await release(tx, ctx, orderId, 'cancelled')
  await notifyOfUnpaid(
    tx,
    ctx,
    rentals.filter(({ orderId }) => orders.includes(orderId)),
  )
  // By owner, as in `writeBook`: each rental locks its owner's sums.
  for (const rental of rentals.toSorted((a, b) => compareOwners(a.ownerId, b.ownerId))) {
    if (orders.includes(rental.orderId)) continue
    const action = rental.status === 'Pending' ? 'reject-by-admin' : 'cancel-by-admin'
    const ended = decide(rental, action, admin, ctx.clock.now())
    if (!ended.ok) throw new Error(`a rental that is ${rental.status} could not be ended: ${ended.message}`)
    const ownerWasRemoved = !('accountId' in scope) || rental.ownerId === scope.accountId
    await recordAction(tx, ctx, rental, ended, { ownerWasRemoved })
  }
}

/** Notifies the renter of each of these rentals that the site cancelled it. For orders that were never paid. */
export function notifyOfUnpaid(
  tx: Tx,
  ctx: Pick<Context, 'clock'>,
  rentals: readonly { id: string }[],
): Promise<void> {
  return recordEffects(
    tx,
    ctx,
    rentals.map(({ id }) => ({
      kind: 'rental-mail',
      payload: { rentalId: id, action: 'cancel-by-admin', to: 'renter' },
    })),
  )
}
