import type { MoneyAdmin } from '#domain/access.ts'
import { CLAIM_HOURS } from '#domain/deposit/deposit.ts'
import { formatPeso } from '#domain/money.ts'
import { dayInManila } from '#domain/period.ts'
import { refundOf } from '#domain/refund/refund.ts'
import { centavosOf } from '#domain/book/money-line.ts'
import { type Offer, offers, type RentalAction } from '#domain/rental/lifecycle.ts'
import type { OrderPage, OrderRental } from '#server/order/find-order.ts'

type Order = Pick<OrderPage, 'status' | 'paymentMethod'>
/** An action that an admin can take, with its effect on the rental's money. */
export type AdminAction = Offer & { consequence: string | null }

/** The admin actions for a rental's status; one that is not possible now has the reason. */
export function adminActions(order: Order, rental: OrderRental, admin: MoneyAdmin, now: Date): AdminAction[] {
  return offers({ ...rental, orderStatus: order.status }, admin, now).map((offer) => ({
    ...offer,
    consequence: consequenceOf(order, rental, offer.action, now),
  }))
}

function consequenceOf(order: Order, rental: OrderRental, action: RentalAction, now: Date): string | null {
  const { lines, period } = rental
  const online = order.paymentMethod === 'online'
  const [fee, deposit] = [centavosOf(lines, 'service_fee'), centavosOf(lines, 'deposit')]
  const lent = centavosOf(lines, 'rent') + centavosOf(lines, 'delivery')
  switch (action) {
    case 'reject-by-admin':
    case 'cancel-by-admin':
      return online ? `${formatPeso(sumOf(refundOf(lines)))} goes back to the renter.` : null
    case 'end-by-admin':
      if (deposit > 0)
        return `The owner has ${CLAIM_HOURS} hours to claim a part of the deposit of ${formatPeso(deposit)}.`
      return online ? `${formatPeso(lent)} is then ready to be paid to the owner.` : null
    case 'undo-activate': {
      const over =
        dayInManila(now) >= period.end ? ' Its days are over: it then ends as never handed over.' : ''
      if (online) return `It was paid online: the book stays as it is.${over}`
      const parts =
        'the service fee of ' +
        `${formatPeso(fee)}${deposit > 0 ? ` and the deposit of ${formatPeso(deposit)}` : ''}`
      return (
        `A new entry in the book takes back the ${formatPeso(lent + fee + deposit)} collected in ` +
        `cash, with ${parts}.${over}`
      )
    }
    case 'undo-complete': {
      const held = deposit > 0 ? ` The deposit of ${formatPeso(deposit)} stays held until it is back.` : ''
      const paid = online ? `${formatPeso(lent)} is not ready to be paid to the owner any more.` : ''
      return `${paid}${held}`.trim() || 'The book stays as it is.'
    }
    default:
      return null
  }
}

const sumOf = (lines: readonly { centavos: number }[]) => lines.reduce((sum, line) => sum + line.centavos, 0)
