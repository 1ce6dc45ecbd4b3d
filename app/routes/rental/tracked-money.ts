import { type Centavos, formatPeso, sumOf } from '#domain/money.ts'
import { CLAIM_HOURS, depositLeftOf, grantedOf, openClaimOf } from '#domain/deposit/deposit.ts'
import { formatInstant } from '#domain/period.ts'
import { cancellationTerms } from '#domain/refund/cancellation.ts'
import { splitFee } from '#domain/rental/late-fee.ts'
import { lateFeeSoFar } from '#domain/rental/late.ts'
import { endingRefund } from '#domain/refund/ending-refund.ts'
import { refundOf, refundText } from '#domain/refund/refund.ts'
import { centavosOf } from '#domain/book/money-line.ts'
import type { RentalAction } from '#domain/rental/lifecycle.ts'
import type { MadeRefund } from '#server/refund/queries.ts'
import type { TrackedRental } from '#server/rental/tracked.ts'

type Rental = Pick<
  TrackedRental,
  | 'status'
  | 'period'
  | 'earliestStart'
  | 'pricePerDayCentavos'
  | 'lines'
  | 'paymentMethod'
  | 'cancellationPolicy'
  | 'claim'
  | 'paidFacts'
  | 'possession'
  | 'lateFee'
  | 'isHandoverInDoubt'
>

/** The effect of an action on a rental's money, as shown before the action; null when there is none. */
export function consequenceOf(rental: Rental, action: RentalAction, now: Date): string | null {
  if (action === 'activate') return handedOver(rental)
  if (action === 'complete') return returned(rental, now)
  if (!isEnding(action)) return null
  const isRenters = action === 'cancel' || action === 'cancel-not-back'
  if (rental.paymentMethod === 'cash_on_delivery')
    return isRenters ? 'You pay in cash when you get the item, so there is nothing to pay back.' : null
  const centavos = endingRefundOf(rental, action, now)
  const back = formatPeso(centavos)
  if (action === 'cancel') {
    const because = becauseOf(rental, centavos, now)
    return `If you cancel now you get ${centavos > 0 ? back : 'nothing'} back because ${because}.`
  }
  const isAll = centavos === sumOf(refundOf(rental.lines))
  if (isRenters) return `${isAll ? 'All that' : 'What is left of what'} you paid, ${back}, goes back to you.`
  return `${isAll ? 'What' : 'What is left of what'} they paid, ${back}, goes back to them.`
}

/** What of it goes back by the cancellation policy, in centavos; null where the text names no such amount. */
export function policyRefundOf(rental: Rental, action: RentalAction, now: Date): Centavos | null {
  return action === 'cancel' && rental.paymentMethod === 'online' ? endingRefundOf(rental, action, now) : null
}

/** The actions by which its people end a rental before the hand-over. */
const endings = ['cancel', 'reject', 'withdraw', 'cancel-not-back'] as const
type EndingAction = (typeof endings)[number]
const isEnding = (action: RentalAction): action is EndingAction => endings.some((one) => one === action)

function endingRefundOf(rental: Rental, reason: EndingAction, now: Date): Centavos {
  const { paidFacts, status } = rental
  if (!paidFacts) return 0
  const refund = reason === 'cancel' ? 'policy' : 'all'
  const from = status as 'Pending' | 'Approved'
  return sumOf(endingRefund(rental, paidFacts, { from, refund, reason }, now))
}

/** Why a renter who cancels gets this much back. */
function becauseOf(rental: Rental, centavos: Centavos, now: Date): string {
  if (rental.paidFacts?.settled.isSettledByDispute)
    return 'the dispute about it has settled what its owner keeps'
  const terms = cancellationTerms({ ...rental, status: rental.status as 'Pending' | 'Approved' }, now)
  const isLess = centavos < terms.refundCentavos
  return isLess ? `${terms.because}, less what went back to you before` : terms.because
}

function handedOver({ paymentMethod, lines }: Rental): string {
  if (paymentMethod === 'online') return 'It was paid online: you collect nothing.'
  const [fee, deposit] = [centavosOf(lines, 'service_fee'), centavosOf(lines, 'deposit')]
  const all = centavosOf(lines, 'rent') + centavosOf(lines, 'delivery') + fee + deposit
  const held = deposit > 0 ? `, and ${formatPeso(deposit)} is the deposit that you give back` : ''
  return (
    `It is booked that you collected ${formatPeso(all)} in cash. ${formatPeso(fee)} of it is the ` +
    `service fee that you owe us${held}.`
  )
}

function returned(rental: Rental, now: Date): string | null {
  const { paymentMethod, lines, claim, lateFee, possession } = rental
  const left = depositLeftOf(lines, grantedOf(claim)) - openClaimOf(claim)
  const fee = lateFeeSoFar({ ...rental, ...possession, waived: lateFee.waived }, now).centavos
  const { depositCentavos: late } = splitFee(fee, left)
  const texts = fee > 0 ? [lateFeeText(fee, late)] : []
  if (left > late)
    texts.push(
      `You have ${CLAIM_HOURS} hours to claim a part of ` +
        `${late > 0 ? 'what is left of the deposit,' : 'the deposit of'} ${formatPeso(left - late)}; then ` +
        'it goes back to the renter.',
    )
  else if (paymentMethod === 'online') {
    const ready = centavosOf(lines, 'rent') + centavosOf(lines, 'delivery')
    texts.push(`${formatPeso(ready)} is then ready to be paid to you.`)
  }
  return texts.join(' ') || null
}

function lateFeeText(fee: Centavos, fromDeposit: Centavos): string {
  const asked = `A late fee of ${formatPeso(fee)} is asked of the renter`
  if (fromDeposit === 0) return `${asked}.`
  return fromDeposit === fee
    ? `${asked}, from the deposit.`
    : `${asked}, ${formatPeso(fromDeposit)} of it from the deposit.`
}

/** The deadline for answering a request, as its two people see it. */
export function answerNote(
  { status, answerBy }: Pick<TrackedRental, 'status' | 'answerBy'>,
  view: 'lent' | 'rented',
): string[] {
  if (status !== 'Pending' || !answerBy) return []
  const until = formatInstant(answerBy)
  return view === 'lent'
    ? [`Please answer by ${until}. After that it is rejected by itself.`]
    : [`The owner answers by ${until}. After that it is rejected by itself.`]
}

/** The notes about a rental's money below it, for its renter; one sentence each. */
export function moneyNotes(rental: Pick<TrackedRental, 'orderStatus' | 'refunds' | 'totals'>): string[] {
  const refunds = rental.refunds.map((refund) => noteOf(refund))
  if (refunds.length > 0) return refunds
  if (rental.orderStatus === 'expired') return ['Not paid in time. Nothing was charged.']
  if (rental.orderStatus === 'cancelled') return ['Given up before it was paid. Nothing was charged.']
  const { waived, total } = rental.totals
  return waived > 0 && total === 0 ? ['Nothing was charged.'] : []
}

function noteOf(refund: MadeRefund): string {
  return refund.rentalId === null
    ? `Your payment came when the order was over. ${refundText(refund)}`
    : refundText(refund)
}
