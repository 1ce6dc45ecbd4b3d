import type { Admin } from '#domain/access.ts'
import type { Context, Tx } from '../context.ts'
import { recordEffects } from '../record.ts'
import { release } from '../payment/release-order.ts'
import { lockOpenRentals, type RentalScope } from './lock-open-rentals.ts'
import { adminStep } from './take-step.ts'

/**
 * Ends what is not handed over yet, in an admin's name: unpaid orders are given up, Pending requests rejected,
 * Approved rentals cancelled, with everything back; Active ones run on. Both sides of each are told, of an unpaid
 * order its renter. The listings stay locked until the transaction ends.
 */
export async function endOpenRentals(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'actor'>,
  admin: Admin,
  scope: RentalScope,
): Promise<void> {
  const { orders, rentals } = await lockOpenRentals(tx, scope)
  for (const orderId of orders) await release(tx, ctx, orderId, 'cancelled')
  await recordEffects(
    tx,
    ctx,
    rentals
      .filter(({ orderId }) => orders.includes(orderId))
      .map(({ id }) => ({
        kind: 'rental-mail',
        payload: { rentalId: id, action: 'cancel-by-admin', to: 'renter' },
      })),
  )
  for (const { id: rentalId, status, orderId } of rentals) {
    if (orders.includes(orderId)) continue
    const action = status === 'Pending' ? 'reject-by-admin' : 'cancel-by-admin'
    const ended = await adminStep(tx, ctx, admin, { rentalId, action })
    if (!ended.ok) throw new Error(`a rental that is ${status} could not be ended: ${ended.message}`)
  }
}
