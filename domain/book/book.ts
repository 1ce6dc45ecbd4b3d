import { type Centavos, sumOf } from '../money.ts'
import { centavosOf, type Charge, type MoneyLine, type RefundLine } from './money-line.ts'
import type { Side } from '../side.ts'

/**
 * The accounts of the book. A debit is positive, a credit negative: what the site has or is owed is positive, what it
 * owes or has earned is negative.
 */
export const bookAccounts = {
  provider_clearing: 'At the payment provider',
  provider_cost: 'The provider’s fees',
  renter_credit: 'Paid by renters, without an order',
  owner_payable: 'Owed to owners',
  platform_fee: 'Service fees earned',
  deposit_held: 'Deposits held',
  refund_due: 'Refunds on their way',
  cash_collected: 'Cash collected by owners',
  bank: 'Bank',
  goodwill: 'Goodwill paid by the site',
} as const
export type BookAccount = keyof typeof bookAccounts

export type Posting = {
  account: BookAccount
  personId: string | null
  rentalId: string | null
  centavos: Centavos
}

/**
 * One movement of money. The same `key` is written only once, even when it is requested again. Its postings sum to
 * zero.
 */
export type BookEntry = {
  key: string
  kind: BookEntryKind
  orderId: string | null
  rentalId: string | null
  postings: Posting[]
}

export const bookEntryKinds = {
  capture: 'Payment received',
  charge: 'Order charged',
  refund: 'Refund owed',
  'refund-sent': 'Refund made',
  cash: 'Cash collected at hand-over',
  'cash-reversed': 'Hand-over undone',
  'cash-change': 'Days changed, in cash',
  'cash-deposit': 'Cash deposit returned',
  claim: 'Deposit claim granted',
  'late-fee': 'Late fee taken from the deposit',
  'late-fee-paid': 'Late fee paid online',
  'dispute-paid': 'Owed after a dispute, paid online',
  goodwill: 'Goodwill to a renter',
  'goodwill-owner': 'Goodwill to an owner',
  payout: 'Payout',
  'payout-reversed': 'Payout taken back',
  fee: 'Provider’s fee corrected',
} as const
export type BookEntryKind = keyof typeof bookEntryKinds

export type PayoutDirection = 'to_owner' | 'from_owner' | 'from_provider'

/** A rental as the book needs it, with its money lines so far. */
export type BookedRental = {
  id: string
  orderId: string
  renterId: string
  ownerId: string
  lines: readonly MoneyLine[]
}

const posting = (
  account: BookAccount,
  centavos: Centavos,
  personId: string | null = null,
  rentalId: string | null = null,
): Posting => ({ account, personId, rentalId, centavos })

function entry(
  kind: BookEntryKind,
  of: string,
  about: { orderId?: string | null; rentalId?: string | null },
  postings: Posting[],
): BookEntry {
  return {
    key: `${kind}:${of}`,
    kind,
    orderId: about.orderId ?? null,
    rentalId: about.rentalId ?? null,
    postings: postings.filter((one) => one.centavos !== 0),
  }
}

/** The account of the book for a rental's charge. */
function accountOf(charge: Charge, rental: Pick<BookedRental, 'id' | 'renterId' | 'ownerId'>) {
  const to = (centavos: Centavos) => {
    if (charge === 'service_fee') return posting('platform_fee', centavos, null, rental.id)
    if (charge === 'deposit') return posting('deposit_held', centavos, rental.renterId, rental.id)
    return posting('owner_payable', centavos, rental.ownerId, rental.id)
  }
  return to
}

/** Credits what a rental was charged: rent and delivery to its owner, the fee to the site, the deposit to be held. */
function charged(rental: BookedRental): Posting[] {
  return [
    posting(
      'owner_payable',
      -centavosOf(rental.lines, 'rent') - centavosOf(rental.lines, 'delivery'),
      rental.ownerId,
      rental.id,
    ),
    accountOf('service_fee', rental)(-centavosOf(rental.lines, 'service_fee')),
    accountOf('deposit', rental)(-centavosOf(rental.lines, 'deposit')),
  ]
}

/**
 * The provider received a payment. The amount less the provider's fee is at the provider, and is credited to the
 * renter until an order takes it.
 */
export function captureEntry(payment: {
  id: string
  orderId: string
  renterId: string
  centavos: Centavos
  feeCentavos: Centavos
}): BookEntry {
  return entry('capture', payment.id, payment, [
    posting('provider_clearing', payment.centavos - payment.feeCentavos),
    posting('provider_cost', payment.feeCentavos),
    posting('renter_credit', -payment.centavos, payment.renterId),
  ])
}

/**
 * A paid order is confirmed: what the renter paid is charged to its rentals.
 *
 * ### Example
 * A tent for ₱999.99 + ₱15.00 delivery + ₱50.00 fee + ₱500.00 deposit: the renter's credit +₱1,564.99, the owner
 * −₱1,014.99, the fee −₱50.00, the deposit held −₱500.00.
 */
export function chargeEntry(
  order: { id: string; renterId: string },
  rentals: readonly BookedRental[],
): BookEntry {
  const credits = rentals.flatMap(charged)
  const total = -sumOf(credits)
  return entry('charge', order.id, { orderId: order.id }, [
    posting('renter_credit', total, order.renterId),
    ...credits,
  ])
}

/**
 * A renter paid online what they owed the owner of a rental beyond the deposit: all of it is the owner's.
 * ### Example ₱500.00: the renter's credit +₱500.00, the owner −₱500.00.
 */
export function debtEntry(
  order: { id: string; renterId: string },
  rental: Pick<BookedRental, 'id' | 'ownerId'>,
  cause: 'late-fee' | 'dispute',
  centavos: Centavos,
): BookEntry {
  return entry(`${cause}-paid`, order.id, { orderId: order.id, rentalId: rental.id }, [
    posting('renter_credit', centavos, order.renterId),
    posting('owner_payable', -centavos, rental.ownerId, rental.id),
  ])
}

/** The kinds of entries that move money between renter and owner outside of any receipt's total. */
export const besideReceipts = [
  'claim',
  'goodwill-owner',
  'late-fee',
  'late-fee-paid',
  'dispute-paid',
] as const satisfies BookEntryKind[]

/** A refund of a rental is now owed: its amounts leave the owner, the fee and the deposit, as its lines say. */
export function refundEntry(
  refundId: string,
  rental: Omit<BookedRental, 'lines'>,
  lines: readonly RefundLine[],
): BookEntry {
  const total = sumOf(lines)
  return entry('refund', refundId, { orderId: rental.orderId, rentalId: rental.id }, [
    ...lines.map((line) => accountOf(line.returns, rental)(line.centavos)),
    posting('refund_due', -total, rental.renterId, rental.id),
  ])
}

/** A payment that no order uses is owed back in full. */
export function unusedEntry(
  refundId: string,
  payment: { orderId: string; renterId: string; centavos: Centavos },
): BookEntry {
  return entry('refund', refundId, payment, [
    posting('renter_credit', payment.centavos, payment.renterId),
    posting('refund_due', -payment.centavos, payment.renterId),
  ])
}

/**
 * The provider's fee of a payment differs from what was booked: `centavos` is the change, negative when the fee is
 * lower. `of` identifies the correction, as there may be several.
 */
export function feeEntry(
  of: string,
  payment: { orderId: string; feeCentavos: Centavos },
  theirsCentavos: Centavos,
): BookEntry {
  const more = theirsCentavos - payment.feeCentavos
  return entry('fee', of, { orderId: payment.orderId }, [
    posting('provider_cost', more),
    posting('provider_clearing', -more),
  ])
}

/** A refund was paid: by the provider from its balance, or by hand from the bank. */
export function refundSentEntry(
  refund: { id: string; orderId: string; rentalId: string | null; renterId: string; centavos: Centavos },
  from: 'provider_clearing' | 'bank',
): BookEntry {
  return entry('refund-sent', refund.id, refund, [
    posting('refund_due', refund.centavos, refund.renterId, refund.rentalId),
    posting(from, -refund.centavos),
  ])
}

/**
 * A Cash on Delivery rental was handed over: its owner has the money, but the fee and the deposit are not theirs.
 * `undone` is how often its hand-over was undone before.
 */
export function cashEntry(rental: BookedRental, undone = 0): BookEntry {
  const of = undone === 0 ? rental.id : `${rental.id}:${undone}`
  return entry('cash', of, { orderId: rental.orderId, rentalId: rental.id }, cashPostings(rental))
}

/**
 * The hand-over of a Cash on Delivery rental is undone, for the `time`th time: the same postings with opposite signs.
 */
export function cashReversedEntry(rental: BookedRental, time: number): BookEntry {
  return entry(
    'cash-reversed',
    `${rental.id}:${time}`,
    { orderId: rental.orderId, rentalId: rental.id },
    cashPostings(rental).map((one) => ({ ...one, centavos: 0 - one.centavos })),
  )
}

/**
 * The days of a Cash on Delivery rental changed while its renter had it: the difference is settled between the two by
 * hand. `rental` has the money lines of the change only.
 */
export function cashChangeEntry(rental: BookedRental, changeId: string): BookEntry {
  const about = { orderId: rental.orderId, rentalId: rental.id }
  return entry('cash-change', changeId, about, cashPostings(rental))
}

function cashPostings(rental: BookedRental): Posting[] {
  const credits = charged(rental)
  const total = -sumOf(credits)
  return [posting('cash_collected', total, rental.ownerId, rental.id), ...credits]
}

/**
 * An owner gave back a deposit that they had collected in cash, or a part of it; `part` makes the key of each part
 * unique.
 */
export function cashDepositEntry(rental: BookedRental, centavos: Centavos, part = ''): BookEntry {
  return entry(
    'cash-deposit',
    part ? `${rental.id}:${part}` : rental.id,
    { orderId: rental.orderId, rentalId: rental.id },
    [
      posting('deposit_held', centavos, rental.renterId, rental.id),
      posting('cash_collected', -centavos, rental.ownerId, rental.id),
    ],
  )
}

/** An owner gets a part of a deposit; `part` makes the key of each later one unique. */
export function claimEntry(rental: BookedRental, centavos: Centavos, part = ''): BookEntry {
  return entry(
    'claim',
    part ? `${rental.id}:${part}` : rental.id,
    { orderId: rental.orderId, rentalId: rental.id },
    [
      posting('deposit_held', centavos, rental.renterId, rental.id),
      posting('owner_payable', -centavos, rental.ownerId, rental.id),
    ],
  )
}

/**
 * The site pays one of the two people of a rental of its own money; `of` makes the key of each payment unique.
 * ### Example ₱100.00 to a renter: goodwill +₱100.00, their refunds on their way −₱100.00.
 */
export function goodwillEntry(of: string, rental: BookedRental, to: Side, centavos: Centavos): BookEntry {
  const kind = to === 'renter' ? 'goodwill' : 'goodwill-owner'
  return entry(kind, of, { orderId: rental.orderId, rentalId: rental.id }, [
    posting('goodwill', centavos, null, rental.id),
    to === 'renter'
      ? posting('refund_due', -centavos, rental.renterId, rental.id)
      : posting('owner_payable', -centavos, rental.ownerId, rental.id),
  ])
}

/** A late fee, or the part of it that the deposit pays, goes to the owner. */
export function lateFeeEntry(rental: BookedRental, centavos: Centavos): BookEntry {
  return entry('late-fee', rental.id, { orderId: rental.orderId, rentalId: rental.id }, [
    posting('deposit_held', centavos, rental.renterId, rental.id),
    posting('owner_payable', -centavos, rental.ownerId, rental.id),
  ])
}

type BookedPayout = {
  id: string
  direction: PayoutDirection
  ownerId: string | null
  centavos: Centavos
}

function payoutPostings({ direction, ownerId }: BookedPayout, centavos: Centavos): Posting[] {
  return {
    to_owner: [posting('owner_payable', centavos, ownerId), posting('bank', -centavos)],
    from_owner: [posting('bank', centavos), posting('cash_collected', -centavos, ownerId)],
    from_provider: [posting('bank', centavos), posting('provider_clearing', -centavos)],
  }[direction]
}

/** Money that moved at the bank: paid to an owner, received from one, or settled by the provider. */
export function payoutEntry(payout: BookedPayout): BookEntry {
  return entry('payout', payout.id, {}, payoutPostings(payout, payout.centavos))
}

/** A wrongly recorded payout is cancelled: the same postings with opposite signs. */
export function payoutReversedEntry(payout: BookedPayout): BookEntry {
  return entry('payout-reversed', payout.id, {}, payoutPostings(payout, -payout.centavos))
}
