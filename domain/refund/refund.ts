import { type Centavos, formatPeso } from '../money.ts'
import { dayInManila, formatDay } from '../period.ts'
import { centavosOf, type Charge, charges, type MoneyLine, type RefundLine } from '../book/money-line.ts'
import { DAY_MS } from '../time.ts'

/**
 * Why money goes back: the action that ended the rental; its deposit, whole (`deposit`), less a late fee (`late-fee`)
 * or less a claim (`claim`); a dispute; a goodwill payment of the site; days given back (`change`); or a payment that
 * the order could not use (`unused`).
 */
export type RefundReason =
  | 'reject'
  | 'cancel'
  | 'expire'
  | 'lapse'
  | 'reject-by-admin'
  | 'cancel-by-admin'
  | 'end-by-admin'
  | 'end-lost-by-admin'
  | 'withdraw'
  | 'cancel-not-back'
  | 'renter-no-show'
  | 'owner-no-show'
  | 'late-fee'
  | 'deposit'
  | 'claim'
  | 'dispute'
  | 'goodwill'
  | 'change'
  | 'unused'

/** How much of an ended rental goes back: all, what its policy says, or what a renter who did not come gets back. */
export type RefundShare = 'all' | 'policy' | 'no-show'
/** An amount that goes back of rent, delivery and service fee together. */
export type RefundPart = { rentCentavos: Centavos }

export const refundStatuses = ['due', 'sent', 'succeeded', 'manual', 'paid_out'] as const
/**
 * `due`: we have not asked the provider yet; `sent`: the provider has not answered yet; `succeeded`: the provider made
 * it; `manual`: an admin has to pay it by hand; `paid_out`: an admin did.
 */
export type RefundStatus = (typeof refundStatuses)[number]

/**
 * What happens to a refund, as the audit log names it: it comes to be (`owe`), the provider makes it (`succeed`) or
 * does not (`leave-to-admin`), and an admin has it asked for again (`retry`) or pays it by hand (`pay-out`).
 */
export const refundActions = ['owe', 'succeed', 'pay-out', 'leave-to-admin', 'retry'] as const
export type RefundAction = (typeof refundActions)[number]

/** A refund's state as its renter reads it. */
export function refundStatusText(status: RefundStatus): string {
  return {
    due: 'On its way',
    sent: 'On its way',
    manual: 'We are sending it by hand',
    succeeded: 'Refunded',
    paid_out: 'Refunded',
  }[status]
}

/** Why money went back, in a few words. */
export function refundReasonText(reason: RefundReason): string {
  return {
    reject: 'Rejected by the owner',
    cancel: 'Cancelled by the renter',
    expire: 'Not answered in time',
    lapse: 'Never handed over',
    'reject-by-admin': 'Rejected by an admin',
    'cancel-by-admin': 'Cancelled by an admin',
    'end-by-admin': 'Ended by an admin',
    'end-lost-by-admin': 'Ended by an admin',
    withdraw: 'Withdrawn by the owner',
    'cancel-not-back': 'The item was not back in time',
    'renter-no-show': 'The renter did not come',
    'owner-no-show': 'The owner did not come',
    'late-fee': 'Deposit returned, less the late fee',
    deposit: 'Deposit returned',
    claim: 'Deposit returned, less what was claimed',
    dispute: 'Returned after a dispute',
    goodwill: 'A goodwill payment',
    change: 'Days given back',
    unused: 'Payment without a use',
  }[reason]
}

/** Whether a refund has been made. */
export function isRefunded(status: RefundStatus): boolean {
  return status === 'succeeded' || status === 'paid_out'
}

/**
 * A refund in words for its renter.
 *
 * ### Example
 * `₱565.00 on its way back to you.`, and when it is done `₱565.00 refunded on Nov 21, 2026.`
 */
export function refundText(refund: {
  centavos: Centavos
  status: RefundStatus
  doneAt: Date | null
}): string {
  const amount = formatPeso(refund.centavos)
  if (isRefunded(refund.status))
    return refund.doneAt
      ? `${amount} refunded on ${formatDay(dayInManila(refund.doneAt))}.`
      : `${amount} refunded.`
  return refund.status === 'manual'
    ? `We are sending ${amount} back to you by hand.`
    : `${amount} on its way back to you.`
}

/** When a refund appears in the account it was paid from: the end of a sentence that begins with "It shows". */
export function refundShows(channel: string): string {
  return channel === 'card' ? 'on your card within 30 days' : 'in your account within a day'
}

/**
 * The rest of a rental's money that is refunded, line by line: all of it, less the rent that is kept. Never more than
 * was charged and is not refunded yet.
 */
export function refundOf(
  lines: readonly MoneyLine[],
  { keepRent = 0 }: { keepRent?: Centavos } = {},
): RefundLine[] {
  return charges.flatMap((returns) => {
    const left = centavosOf(lines, returns) - (returns === 'rent' ? keepRent : 0)
    return left > 0 ? [{ returns, centavos: left }] : []
  })
}

/** What a renter pays for besides the deposit, in the order in which it goes back. */
export const rentCharges = ['rent', 'delivery', 'service_fee'] as const satisfies readonly Charge[]

/**
 * An amount of what was paid besides the deposit, as lines: of the rent first, then of the delivery, then of the
 * service fee, and of each never more than is left.
 */
export function partLines(lines: readonly MoneyLine[], centavos: Centavos): RefundLine[] {
  let left = centavos
  return rentCharges.flatMap((returns) => {
    const part = Math.min(left, Math.max(0, centavosOf(lines, returns)))
    left -= part
    return part > 0 ? [{ returns, centavos: part }] : []
  })
}

/**
 * How many days after a payment its channel takes refunds through the provider. Not listed (QR Ph, ShopeePay,
 * UnionBank): never. Source: PayMongo's refund guide.
 */
const refundDays: Record<string, number> = {
  card: 60,
  gcash: 180,
  grab_pay: 90,
  paymaya: 365,
  dob: 30,
  billease: 60,
  brankas_bdo: 30,
  brankas_landbank: 30,
  brankas_metrobank: 30,
}

/**
 * Channels whose refund the provider pays to the merchant, who has to forward it: success at the provider does not
 * mean that the renter has the money. Source: PayMongo's refund guide, of online banking by Brankas.
 */
const refundedToMerchant = new Set(['brankas_bdo', 'brankas_landbank', 'brankas_metrobank'])

/** The smallest refund the provider accepts, in centavos. */
const MINIMUM_REFUND_CENTAVOS = 100

/** Whether the provider accepts a refund of a payment by this channel, this many days after it. */
export function takesRefundAfter(channel: string, days: number): boolean {
  return days < (refundDays[channel] ?? 0)
}

/** Whether a refund through the provider reaches the renter, this many days after a payment by this channel. */
export function refundableAfter(channel: string, days: number): boolean {
  return !refundedToMerchant.has(channel) && takesRefundAfter(channel, days)
}

/**
 * Whether an admin pays every refund of this channel by hand, because a refund through the provider does not reach the
 * renter.
 */
export function isRefundedByHand(channel: string): boolean {
  return !refundableAfter(channel, 0)
}

/** A payment, as far as that decides how it is refunded. */
export type ChannelPayment = { channel: string; paidAt: Date }

const daysSince = (paidAt: Date, now: Date) => (now.getTime() - paidAt.getTime()) / DAY_MS

/** Whether an admin pays a refund of this payment by hand now: by its channel, or as the payment is too old. */
export const isRefundedByHandAt = ({ channel, paidAt }: ChannelPayment, now: Date): boolean =>
  !refundableAfter(channel, daysSince(paidAt, now))

/**
 * Why an admin has to refund this amount of this payment by hand now; null when the provider refunds it to the renter.
 */
export function whyByHand(payment: ChannelPayment, centavos: Centavos, now: Date): string | null {
  const { channel } = payment
  if (refundedToMerchant.has(channel))
    return 'The provider would refund this payment method to us, not to the renter.'
  if (isRefundedByHand(channel)) return 'This payment method takes no refunds through the provider.'
  if (isRefundedByHandAt(payment, now)) return 'The payment is too old to be refunded through the provider.'
  if (centavos < MINIMUM_REFUND_CENTAVOS) return 'It is less than the provider sends back.'
  return null
}

/** A refund's state as admins read it. */
export function refundWorkText(status: RefundStatus): string {
  return {
    due: 'Waits to be sent',
    sent: 'At the provider',
    manual: 'To pay out by hand',
    succeeded: 'Made by the provider',
    paid_out: 'Paid out by hand',
  }[status]
}
