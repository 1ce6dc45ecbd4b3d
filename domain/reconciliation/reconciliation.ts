import type { Centavos } from '../money.ts'
import type { OrderStatus, PaymentMethod, RentalStatus } from '../status.ts'
import { centavosOf, type Charge, type MoneyLine } from '../book/money-line.ts'
import type { RefundStatus } from '../refund/refund.ts'
import { dayInManila, startOfDay } from '../period.ts'
import { daysAfter, earliest, hoursAfter, latest } from '../time.ts'

export const differenceKinds = [
  'payment-missing-here',
  'payment-missing-there',
  'payment-amount',
  'payment-fee',
  'refund-missing-here',
  'refund-missing-there',
  'refund-amount',
  'refund-status',
  'balance',
  'order-money',
  'owner-sum',
] as const
export type DifferenceKind = (typeof differenceKinds)[number]

/** What differs, and its possible causes, as admins read it. */
export const differenceTexts: Record<DifferenceKind, { label: string; hint: string }> = {
  'payment-missing-here': {
    label: 'Payment we don’t know',
    hint: 'The provider took it, and no order of ours has it. It may be of another site, or of a payment intent.',
  },
  'payment-missing-there': {
    label: 'Payment the provider doesn’t know',
    hint: 'We have it as paid, and the provider does not.',
  },
  'payment-amount': { label: 'Amount of a payment', hint: 'The provider took another amount than we noted.' },
  'payment-fee': {
    label: 'Fee of a payment',
    hint: 'The provider kept another fee than we booked when it was paid. Its fee is in the book now.',
  },
  'refund-missing-here': {
    label: 'Refund we didn’t ask for',
    hint: 'It may have been made in the provider’s dashboard, beside one that we made or paid out by hand.',
  },
  'refund-missing-there': {
    label: 'Refund the provider doesn’t know',
    hint: 'We have it as sent, and the provider does not.',
  },
  'refund-amount': {
    label: 'Amount of a refund',
    hint: 'The provider sent another amount than was owed.',
  },
  'refund-status': {
    label: 'State of a refund',
    hint: 'One side has it as made and the other does not, or it was made twice.',
  },
  balance: {
    label: 'Money at the provider',
    hint: 'The book and our payments, refunds and settlements say different sums.',
  },
  'order-money': {
    label: 'Money of an order',
    hint: 'Its receipt, which is ours here, and the book, which is theirs, say different sums.',
  },
  'owner-sum': {
    label: 'Sums of an owner',
    hint: 'What lists of payouts show as ready, which is ours here, and the book, which is theirs, differ.',
  },
}

/**
 * Two sums that should be equal and are not, or a payment or refund that one side lacks. Whose sums they are depends
 * on `kind`; an amount is null where that side has none.
 * - `payment-…`, `refund-…`: ours is our database, theirs is the provider.
 * - `balance`: ours is the book, theirs is our payments less refunds and settlements.
 * - `order-money`: ours is the money lines of a rental, theirs is the book.
 * - `owner-sum`: ours is the stored sum of an owner (`owner_sum`), theirs is the book.
 */
export type Difference = {
  kind: DifferenceKind
  /** The provider's id of the payment or refund; null for the other kinds. */
  providerId: string | null
  orderId: string | null
  ourCentavos: Centavos | null
  theirCentavos: Centavos | null
  note: string | null
}

const inState = (status: string) => (status === 'unknown' ? 'in a state that we don’t know' : status)
const thereItIs = (status: string) => `There it is ${inState(status)}.`

export type OurPayment = { id: string; orderId: string; centavos: Centavos; feeCentavos: Centavos }
export type TheirPayment = {
  id: string
  status: 'pending' | 'paid' | 'failed' | 'unknown'
  centavos: Centavos
  feeCentavos: Centavos
}

const difference = (kind: DifferenceKind, rest: Partial<Omit<Difference, 'kind'>>): Difference => ({
  kind,
  providerId: null,
  orderId: null,
  ourCentavos: null,
  theirCentavos: null,
  note: null,
  ...rest,
})

/**
 * The differences between our payment and the provider's with the same id; undefined stands for a missing one. A
 * payment that the provider has not marked as paid counts as missing there, and one in a state that we don't know is
 * shown in any case. Where ours is missing, `orderId` is the order that the provider's payment names, and `note` says
 * why it could not be taken; where theirs is, `note` says why if it could not be read.
 */
export function comparePayment(
  ours: OurPayment | undefined,
  theirs: TheirPayment | undefined,
  orderId: string | null = null,
  note: string | null = null,
): Difference[] {
  const paid = theirs?.status === 'paid' ? theirs : undefined
  if (!ours) {
    if (!theirs || (!paid && theirs.status !== 'unknown')) return []
    return [
      difference('payment-missing-here', {
        providerId: theirs.id,
        orderId,
        theirCentavos: theirs.centavos,
        note: paid ? note : thereItIs(theirs.status),
      }),
    ]
  }
  const it = { providerId: ours.id, orderId: ours.orderId }
  if (!paid) {
    const why = theirs ? thereItIs(theirs.status) : note
    return [difference('payment-missing-there', { ...it, ourCentavos: ours.centavos, note: why })]
  }
  const differences: Difference[] = []
  if (paid.centavos !== ours.centavos)
    differences.push(
      difference('payment-amount', { ...it, ourCentavos: ours.centavos, theirCentavos: paid.centavos }),
    )
  if (paid.feeCentavos !== ours.feeCentavos)
    differences.push(
      difference('payment-fee', { ...it, ourCentavos: ours.feeCentavos, theirCentavos: paid.feeCentavos }),
    )
  return differences
}

/** The provider's payment or refund that can't be read, and that is not known here by its id. */
export const unreadableThere = (
  kind: 'payment-missing-here' | 'refund-missing-here',
  providerId: string,
  note: string,
): Difference => difference(kind, { providerId, note })

export type OurRefund = { providerId: string; orderId: string; centavos: Centavos; status: RefundStatus }
export type TheirRefund = {
  id: string
  status: 'pending' | 'succeeded' | 'failed' | 'unknown'
  centavos: Centavos
}

/** The provider's refund states that match each state of ours, once we asked for the refund. */
const agreeing: Record<RefundStatus, readonly TheirRefund['status'][]> = {
  due: ['pending', 'succeeded'],
  sent: ['pending', 'succeeded'],
  succeeded: ['succeeded'],
  manual: ['failed'],
  paid_out: ['failed'],
}

/**
 * As `comparePayment`, for a refund. A failed refund of the provider moved no money, so it needs no refund of ours.
 * With a `note` a refund of ours is a difference in any case; where ours is missing, the note is not used.
 */
export function compareRefund(
  ours: OurRefund | undefined,
  theirs: TheirRefund | undefined,
  orderId: string | null = null,
  note: string | null = null,
): Difference[] {
  if (!ours) {
    if (!theirs || theirs.status === 'failed') return []
    return [
      difference('refund-missing-here', {
        providerId: theirs.id,
        orderId,
        theirCentavos: theirs.centavos,
        note: thereItIs(theirs.status),
      }),
    ]
  }
  const it = { providerId: ours.providerId, orderId: ours.orderId, ourCentavos: ours.centavos }
  if (!theirs) return [difference('refund-missing-there', { ...it, note })]
  const both = { ...it, theirCentavos: theirs.centavos }
  const differences: Difference[] = []
  if (theirs.centavos !== ours.centavos) differences.push(difference('refund-amount', both))
  if (!agreeing[ours.status].includes(theirs.status)) {
    const states = `Here it is ${ours.status.replace('_', ' ')}, there it is ${inState(theirs.status)}.`
    differences.push(difference('refund-status', { ...both, note: states }))
  }
  if (note && differences.length === 0) differences.push(difference('refund-status', { ...both, note }))
  return differences
}

/** The difference between the book's account of the provider and the sum of our payments, refunds and settlements. */
export function compareBalance(bookCentavos: Centavos, expectedCentavos: Centavos): Difference[] {
  if (bookCentavos === expectedCentavos) return []
  const sums = { ourCentavos: bookCentavos, theirCentavos: expectedCentavos }
  return [
    difference('balance', {
      ...sums,
      note: 'Ours is the book; theirs is payments less refunds and settlements.',
    }),
  ]
}

/**
 * A rental's money in its money lines and in the book; `booked` is what the book holds for its charges, without
 * claims.
 */
export type BookedMoney = {
  orderId: string
  title: string
  paymentMethod: PaymentMethod
  orderStatus: OrderStatus
  status: RentalStatus
  lines: readonly MoneyLine[]
  booked: { owner: Centavos; fee: Centavos; deposit: Centavos }
}

/**
 * The differences between a rental's money lines, which its receipt and tracker sum up, and the book. Amounts that are
 * not paid yet, online or in cash at the hand-over, are not in the book; amounts that were paid, or never will be,
 * must match to the centavo.
 */
export function compareRental(rental: BookedMoney): Difference[] {
  const { orderId, title, paymentMethod, orderStatus, status, lines, booked } = rental
  const isToCome =
    orderStatus !== 'confirmed' ||
    (paymentMethod === 'cash_on_delivery' && (status === 'Pending' || status === 'Approved'))
  const sumOf = (...of: Charge[]) =>
    isToCome ? 0 : of.reduce((sum, charge) => sum + centavosOf(lines, charge), 0)
  const parts = [
    ['rent and delivery', sumOf('rent', 'delivery'), booked.owner],
    ['service fee', sumOf('service_fee'), booked.fee],
    ['deposit', sumOf('deposit'), booked.deposit],
  ] as const
  return parts
    .filter(([, ours, theirs]) => ours !== theirs)
    .map(([what, ourCentavos, theirCentavos]) =>
      difference('order-money', { orderId, ourCentavos, theirCentavos, note: `${title}: ${what}.` }),
    )
}

/** The longest explanation of a difference, in characters. */
export const MAX_EXPLANATION = 1000

/** The hour in Manila from which the nightly run may begin. */
export const NIGHT_HOUR = 2
/** How far back a run compares, in days: `WINDOW_DAYS`, or up to `LONGEST_DAYS` when something is open that long. */
const WINDOW_DAYS = 40
const LONGEST_DAYS = 400

/** The instant from which a run compares: 40 days ago, or earlier where something older is still open. */
export function compareSince(oldestOpen: Date | null, now: Date): Date {
  const usual = daysAfter(now, -WINDOW_DAYS)
  return latest(daysAfter(now, -LONGEST_DAYS), earliest(usual, oldestOpen ?? usual))
}

/** The instant from which the run of `now`'s Manila day may begin. */
export function nightOf(now: Date): Date {
  return hoursAfter(startOfDay(dayInManila(now)), NIGHT_HOUR)
}
