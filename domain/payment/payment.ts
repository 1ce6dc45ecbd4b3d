import { type Centavos, formatPeso, sumOf } from '../money.ts'
import { addDays, type Day, dayInManila, daysBetween } from '../period.ts'
import { refuse, type Verdict } from '../verdict.ts'
import { depositReturnDay } from '../deposit/deposit.ts'
import {
  type ChannelPayment,
  isRefundedByHand,
  isRefundedByHandAt,
  refundableAfter,
} from '../refund/refund.ts'
import type { OrderStatus } from '../status.ts'
import { minutesAfter } from '../time.ts'

/** How long an unpaid online order holds its dates, in minutes. */
export const HOLD_MINUTES = 30

/** The message when PayMongo, or the connection to it, fails. */
export const payMongoFailed = 'An error occurred with PayMongo. Please try again.'

/** An online order's number: `pm-` and the milliseconds since 1970. */
export function onlineOrderNumber(milliseconds: number): string {
  return `pm-${milliseconds}`
}

/** The instant until which an order placed now holds its dates unpaid. */
export function holdsUntil(now: Date): Date {
  return minutesAfter(now, HOLD_MINUTES)
}

/** The payment channels that can be configured, in the provider's words, with their names as people know them. */
const paymentChannelNames = {
  card: 'Card',
  gcash: 'GCash',
  paymaya: 'Maya',
  grab_pay: 'GrabPay',
  shopee_pay: 'ShopeePay',
  qrph: 'QR Ph',
  billease: 'BillEase',
  dob: 'BPI',
  dob_ubp: 'UnionBank',
  brankas_bdo: 'BDO',
  brankas_landbank: 'Landbank',
  brankas_metrobank: 'Metrobank',
} as const
export const paymentChannels = Object.keys(paymentChannelNames) as (keyof typeof paymentChannelNames)[]

/** A payment channel's name as people know it. */
export function paymentChannelText(channel: string): string {
  const names: Readonly<Record<string, string>> = paymentChannelNames
  return names[channel] ?? channel
}

/**
 * What goes back of payments by one channel (null where it is not known). `isByHand`: an admin sends it; where that is
 * not known, they do if the channel takes no refunds.
 */
export type BackByChannel = { centavos: Centavos; channel: string | null; isByHand?: boolean }

/**
 * What a renter reads of money that goes back.
 * ### Example ₱200.00 goes back to you the way you paid.
 */
export function goesBackText(...parts: readonly BackByChannel[]): string {
  const takesNone = ({ channel }: BackByChannel) => channel !== null && isRefundedByHand(channel)
  const byHand = (part: BackByChannel) => part.isByHand ?? takesNone(part)
  const ofOthers = sumOf(parts.filter((part) => !byHand(part)))
  return [
    ...(ofOthers > 0 ? [`${formatPeso(ofOthers)} goes back to you the way you paid.`] : []),
    ...parts.filter(byHand).map((part) => {
      const why = takesNone(part)
        ? `${paymentChannelText(part.channel!)} takes no refunds by itself`
        : 'it can’t go back the way you paid'
      return `${formatPeso(part.centavos)} goes back to you. We send it by hand, as ${why}.`
    }),
  ].join(' ')
}

/** What a renter who gives days back reads before they ask, by their payments. */
export function restGoesBackText(payments: readonly ChannelPayment[], now: Date): string {
  const byHand = payments.filter((payment) => isRefundedByHandAt(payment, now))
  if (byHand.length === 0) return 'The rest goes back to you the way you paid.'
  const others = payments.filter((payment) => !byHand.includes(payment)).map(({ channel }) => channel)
  const channels = [...new Set(byHand.map(({ channel }) => channel))]
  const what = channels.some((channel) => others.includes(channel))
    ? 'the part that can’t go back the way you paid'
    : `what you paid by ${channels.map(paymentChannelText).join(' and ')}`
  const rest = others.length > 0 ? ', and the other part goes back the way you paid' : ''
  return `The rest goes back to you. We send by hand ${what}${rest}.`
}

export type PayableLine = {
  title: string
  startDate: Day
  durationDays: number
  depositCentavos: Centavos
}

/**
 * The last day on which money of a rental may have to be refunded: while its owner can reject it, or when its deposit
 * is returned.
 */
function lastRefundDay(line: PayableLine): Day {
  return line.depositCentavos > 0
    ? depositReturnDay(addDays(line.startDate, line.durationDays))
    : addDays(line.startDate, line.durationDays)
}

/**
 * Whether a cart can be paid online, and by which of the configured channels: those that can still refund every line
 * (its owner has not answered yet), and those whose refunds an admin pays by hand anyway. Refusals: `online-off` (no
 * provider, null channels), `online-minimum`, `online-refund` (the message names the line).
 * ### Example A tent that starts in 90 days can be paid with GCash (refunds for 180 days) and QR Ph (by hand), and not
 * by card (60 days).
 */
export function onlineOffer(
  { lines, total }: { lines: readonly PayableLine[]; total: Centavos },
  provider: { channels: readonly string[]; minimumCentavos: Centavos } | null,
  now: Date,
): Verdict<{ channels: string[] }> {
  if (!provider || provider.channels.length === 0)
    return refuse('online-off', 'Paying online is not available at the moment.')
  if (total < provider.minimumCentavos)
    return refuse('online-minimum', `Paying online starts at ${formatPeso(provider.minimumCentavos)}.`)
  const today = dayInManila(now)
  const covers = (channel: string, line: PayableLine) =>
    isRefundedByHand(channel) || refundableAfter(channel, daysBetween(today, lastRefundDay(line)) + 1)
  const channels = provider.channels.filter((channel) => lines.every((line) => covers(channel, line)))
  if (channels.length > 0) return { ok: true, channels }
  const worst = lines.toSorted((a, b) => (lastRefundDay(a) < lastRefundDay(b) ? 1 : -1))[0]!
  return refuse(
    'online-refund',
    `${worst.title} starts too far ahead to be paid online now: its owner has yet to answer, and ` +
      'if they decline, no online method could refund you.',
  )
}

/** A payment that the provider reports as paid. */
export type Captured = { centavos: Centavos; currency: string }

/**
 * What happens with a payment for an order: it confirms an order that waits for it (`confirm`), confirms a cancelled
 * or expired order again if its dates are still free (`retake`), or can't be used and goes back in full (`return`): a
 * second payment, a wrong amount, one of a deleted account, or one of a suspended account that would rent anew.
 */
export function decidePayment(
  order: {
    status: OrderStatus
    totalCentavos: Centavos
    renterIsGone: boolean
    renterIsSuspended: boolean
  },
  payment: Captured,
): 'confirm' | 'retake' | 'return' {
  if (order.renterIsGone) return 'return'
  if (payment.currency !== 'PHP' || payment.centavos !== order.totalCentavos) return 'return'
  if (order.status === 'awaiting_payment') return 'confirm'
  return order.status === 'confirmed' || order.renterIsSuspended ? 'return' : 'retake'
}
