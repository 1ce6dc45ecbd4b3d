import type { MoneyAdmin } from '#domain/access.ts'
import { CLAIM_HOURS } from '#domain/deposit/deposit.ts'
import { boundsOf } from '#domain/dispute/award.ts'
import { formatPeso, sumOf } from '#domain/money.ts'
import { dayInManila } from '#domain/period.ts'
import { endingRefund } from '#domain/refund/ending-refund.ts'
import type { RefundPart, RefundReason, RefundShare } from '#domain/refund/refund.ts'
import { centavosOf } from '#domain/book/money-line.ts'
import { claimableAfter, openChoices, refundChoiceText, openDisputeRefusal } from '#domain/rental/ending.ts'
import { choicesOf, type RefundChoice, refundReasonOf, type RentalAction } from '#domain/rental/lifecycle.ts'
import { type ButtonOfAction, buttonsFor } from '#domain/rental/action-buttons.ts'
import type { OrderPage, OrderRental } from '#server/order/find-order.ts'

type Order = Pick<OrderPage, 'status' | 'paymentMethod'>
/** An action that an admin can take, with its effect on the rental's money, and what they can choose to give back. */
export type AdminAction = ButtonOfAction & {
  consequence: string | null
  choices: { value: RefundChoice; label: string; hint: string }[]
  bothReadReason: boolean
  needsReason: boolean
}

/**
 * The admin actions for a rental's status; one that is not possible now has the reason. They end all of the rental, so
 * its own days count, also in the order of a change.
 */
export function adminActions(order: Order, shown: OrderRental, admin: MoneyAdmin, now: Date): AdminAction[] {
  const rental = { ...shown, period: shown.rentalPeriod }
  return buttonsFor({ ...rental, orderStatus: order.status }, admin, now).map((button) => {
    const { action } = button
    const choices = openChoices(choicesOf(action), rental).map((value) => ({
      value,
      label: refundChoiceText[value],
      hint: amountOf(rental, action, value, now),
    }))
    const isChosen = choices[0]?.value === 'all'
    const consequence = isChosen ? null : consequenceOf(order, rental, action, now)
    return {
      ...button,
      confirm: isChosen
        ? button.confirm?.replace('goes back,', 'goes back unless you choose otherwise,')
        : rental.isSettledByDispute
          ? button.confirm?.replace(' all that was paid goes back,', '')
          : button.confirm,
      refusal: button.refusal ?? openDisputeRefusal(action, rental),
      consequence,
      choices,
      bothReadReason: choicesOf(action) !== null,
      needsReason: action === 'end-lost-by-admin',
    }
  })
}

/** How much goes back by a choice. */
function amountOf(rental: OrderRental, action: RentalAction, choice: RefundChoice, now: Date): string {
  const most = boundsOf(rental.money).rent
  if (choice === 'nothing') return 'The rent stays with the owner.'
  if (choice === 'part') return `Up to ${formatPeso(most)}, of the rent first.`
  const refund = choice === 'rent' ? { rentCentavos: most } : choice
  return goesBack(rental, refundReasonOf(action), refund, now)
}

function goesBack(
  { paidFacts, money, ...rental }: OrderRental,
  reason: RefundReason,
  refund: RefundShare | RefundPart,
  now: Date,
): string {
  const ending = { from: 'Approved', refund, reason } as const
  const lines = paidFacts ? endingRefund({ ...rental, lines: money.lines }, paidFacts, ending, now) : []
  return `${formatPeso(sumOf(lines))} goes back to the renter.`
}

function consequenceOf(order: Order, rental: OrderRental, action: RentalAction, now: Date): string | null {
  const { period, money } = rental
  const { lines } = money
  const online = order.paymentMethod === 'online'
  const [fee, deposit] = [centavosOf(lines, 'service_fee'), centavosOf(lines, 'deposit')]
  const lent = centavosOf(lines, 'rent') + centavosOf(lines, 'delivery')
  switch (action) {
    case 'reject-by-admin':
    case 'cancel-by-admin':
      return online ? goesBack(rental, action, 'all', now) : null
    case 'end-by-admin':
    case 'end-lost-by-admin': {
      const left = claimableAfter(rental, action, now)
      if (left > 0)
        return `The owner has ${CLAIM_HOURS} hours to claim a part of the deposit of ${formatPeso(left)}.`
      return online ? `${formatPeso(lent)} is then ready to be paid to the owner.` : null
    }
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
