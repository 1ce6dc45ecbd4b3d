import type { BookAccount } from '#domain/book/book.ts'
import { chargedAndBack } from './audit-prices.ts'
import type { Facts } from './facts.ts'

/** The entries of which a paid order has one. */
const chargeKinds = ['charge', 'late-fee-paid', 'dispute-paid']
const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)

/**
 * Every entry sums to zero, and every account of every order and rental is the sum of its payments, refunds and lines.
 */
export function* auditBook(facts: Facts): Generator<string> {
  const { orders, rentals, lines, payments, refunds, claims, disputes, lateFees, debts, postings } = facts
  for (const { id } of facts.wrongOwnerSums) yield `the sums of owner ${id} are not those of the book`
  for (const [entryId, entry] of Map.groupBy(postings, ({ entryId }) => entryId))
    if (sum(entry.map(({ centavos }) => centavos)) !== 0) yield `entry ${entryId} does not balance`
  const charges = new Map<string, number>()
  for (const { kind, orderId } of new Map(postings.map((one) => [one.entryId, one])).values())
    if (chargeKinds.includes(kind)) charges.set(orderId, (charges.get(orderId) ?? 0) + 1)

  for (const order of orders) {
    const of = (account: BookAccount) =>
      sum(
        postings
          .filter((one) => one.orderId === order.id && one.account === account)
          .map((one) => one.centavos),
      )
    const own = payments.filter(({ orderId }) => orderId === order.id)
    const back = (done: (status: string) => boolean) =>
      sum(refunds.filter((one) => one.orderId === order.id && done(one.status)).map((one) => one.centavos))
    const expected: Partial<Record<BookAccount, number>> = {
      renter_credit: 0,
      provider_clearing:
        sum(own.map(({ centavos, fee }) => centavos - fee)) - back((status) => status === 'succeeded'),
      provider_cost: sum(own.map(({ fee }) => fee)),
      bank: -back((status) => status === 'paid_out'),
      refund_due: -back((status) => !['succeeded', 'paid_out'].includes(status)),
    }
    for (const [account, centavos] of Object.entries(expected))
      if (of(account as BookAccount) !== (centavos === 0 ? 0 : centavos))
        yield `order ${order.number}: ${of(account as BookAccount)} instead of ${centavos} in ${account}`
    const paid = order.method === 'online' && order.status === 'confirmed'
    if ((charges.get(order.id) ?? 0) !== (paid ? 1 : 0))
      yield `order ${order.number} (${order.status}) is charged ${charges.get(order.id) ?? 0} times`
  }

  yield* auditReceipts(facts)

  for (const rental of rentals) {
    const order = orders.find(({ id }) => id === rental.orderId)!
    const inCash = order.method === 'cash_on_delivery'
    const booked = inCash ? ['Active', 'Completed'].includes(rental.status) : order.status === 'confirmed'
    const of = (account: BookAccount) =>
      sum(
        postings
          .filter((one) => one.rentalId === rental.id && one.account === account)
          .map((one) => one.centavos),
      )
    const left = (charge: 'rent' | 'delivery' | 'service_fee' | 'deposit') => {
      const { charged, back, waived } = chargedAndBack(lines, rental.id, charge)
      return booked ? charged - back - waived : 0
    }
    const granted = claims.find(({ rentalId }) => rentalId === rental.id)?.granted ?? 0
    // Until it is settled, a late fee is held of the deposit and booked nowhere.
    const late = lateFees.find(({ rentalId, settled }) => rentalId === rental.id && settled)?.deposit ?? 0
    const goodwill = (to?: 'owner') =>
      sum(
        disputes
          .filter((one) => one.rentalId === rental.id && (!to || one.goodwillTo === to))
          .map((one) => one.goodwill),
      )
    const paidDebts = sum(
      debts
        .filter(({ rentalId, how }) => rentalId === rental.id && how === 'online')
        .map(({ centavos }) => centavos),
    )
    const expected: Partial<Record<BookAccount, number>> = {
      owner_payable: -(left('rent') + left('delivery') + granted + late + goodwill('owner') + paidDebts),
      goodwill: goodwill(),
      platform_fee: -left('service_fee'),
      deposit_held: -(left('deposit') - granted - late),
      cash_collected: inCash ? left('rent') + left('delivery') + left('service_fee') + left('deposit') : 0,
    }
    for (const [account, centavos] of Object.entries(expected))
      if (of(account as BookAccount) !== (centavos === 0 ? 0 : centavos))
        yield (
          `rental ${rental.id} (${rental.status}): ${of(account as BookAccount)} instead of ` +
          `${centavos} in ${account}`
        )
  }
}

/** Where every rental is over and every refund sent, nothing of a rental is left in the accounts on the way back. */
export function* auditLeft({ orders, rentals, postings }: Facts): Generator<string> {
  for (const rental of rentals) {
    const inCash = orders.find(({ id }) => id === rental.orderId)!.method === 'cash_on_delivery'
    for (const account of inCash ? (['refund_due'] as const) : (['refund_due', 'deposit_held'] as const)) {
      const own = postings.filter((one) => one.rentalId === rental.id && one.account === account)
      const left = sum(own.map(({ centavos }) => centavos))
      if (left !== 0) yield `rental ${rental.id} (${rental.status}): ${left} is left in ${account}`
    }
  }
}

/**
 * The total of a receipt equals what the book has for its owner, the site and its deposit, once nothing is pending:
 * for everything in a paid order, and in a cash order for everything except rentals that wait for their hand-over.
 * Grants, late fees and debts move money from renter to owner and are no part of the receipt's total.
 */
function* auditReceipts({ orders, rentals, lines, postings }: Facts): Generator<string> {
  const accounts = ['owner_payable', 'platform_fee', 'deposit_held']
  for (const order of orders.filter(({ status }) => status === 'confirmed')) {
    const own = rentals.filter(({ orderId }) => orderId === order.id)
    const over = own.filter(
      ({ status }) => order.method === 'online' || (status !== 'Pending' && status !== 'Approved'),
    )
    const ids = new Set(over.map(({ id }) => id))
    const total = sum(lines.filter(({ rentalId }) => ids.has(rentalId)).map(({ centavos }) => centavos))
    const booked = -sum(
      postings
        .filter(
          ({ rentalId, account, kind }) =>
            ids.has(rentalId ?? '') &&
            accounts.includes(account) &&
            kind !== 'claim' &&
            kind !== 'goodwill-owner' &&
            kind !== 'late-fee' &&
            kind !== 'late-fee-paid' &&
            kind !== 'dispute-paid',
        )
        .map(({ centavos }) => centavos),
    )
    if (total !== (booked === 0 ? 0 : booked))
      yield `the receipt of order ${order.number} adds up to ${total}, and the book to ${booked}`
  }
}
