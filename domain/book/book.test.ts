import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type BookAccount,
  type BookEntry,
  type BookedRental,
  captureEntry,
  cashDepositEntry,
  cashEntry,
  cashReversedEntry,
  chargeEntry,
  claimEntry,
  feeEntry,
  payoutEntry,
  payoutReversedEntry,
  refundEntry,
  refundSentEntry,
  unusedEntry,
} from './book.ts'
import { refundOf } from '../refund/refund.ts'

const tent: BookedRental = {
  id: 'tent',
  orderId: 'order',
  renterId: 'ramon',
  ownerId: 'olivia',
  lines: [
    { kind: 'rent', centavos: 99_999 },
    { kind: 'delivery', centavos: 1_500 },
    { kind: 'service_fee', centavos: 5_000 },
    { kind: 'deposit', centavos: 50_000 },
  ],
}
const order = { id: 'order', renterId: 'ramon' }
const payment = { id: 'pay_1', orderId: 'order', renterId: 'ramon', centavos: 156_499, feeCentavos: 3_912 }

function balances(entries: readonly BookEntry[]) {
  const sums: Partial<Record<BookAccount, number>> = {}
  for (const { postings } of entries)
    for (const { account, centavos } of postings) sums[account] = (sums[account] ?? 0) + centavos
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0))
}

describe('the book of a tent for ₱999.99, delivered for ₱15.00, fee ₱50.00, deposit ₱500.00', () => {
  const paid = [captureEntry(payment), chargeEntry(order, [tent])]

  test('paid online: it is at the provider less its fee, owed to the owner, earned as fee, held as deposit', () => {
    expect(balances(paid)).toEqual({
      provider_clearing: 152_587,
      provider_cost: 3_912,
      owner_payable: -101_499,
      platform_fee: -5_000,
      deposit_held: -50_000,
    })
  })

  test('rejected: every account is zero, except the provider’s fee', () => {
    const refunded = [
      ...paid,
      refundEntry('r', tent, refundOf(tent.lines)),
      refundSentEntry(
        { id: 'r', orderId: 'order', rentalId: 'tent', renterId: 'ramon', centavos: 156_499 },
        'provider_clearing',
      ),
    ]
    expect(balances(refunded)).toEqual({ provider_clearing: -3_912, provider_cost: 3_912 })
  })

  test('a claim of ₱200.00 granted: the owner gets it, the rest is refunded, by hand from the bank', () => {
    const rest = [{ returns: 'deposit' as const, centavos: 30_000 }]
    const done = [
      ...paid,
      claimEntry(tent, 20_000),
      refundEntry('r', tent, rest),
      refundSentEntry(
        { id: 'r', orderId: 'order', rentalId: 'tent', renterId: 'ramon', centavos: 30_000 },
        'bank',
      ),
    ]
    expect(balances(done)).toMatchObject({ owner_payable: -121_499, bank: -30_000 })
    expect(balances(done)).not.toHaveProperty('deposit_held')
  })

  test('with Cash on Delivery the owner holds everything, and owes the fee once the deposit is given back', () => {
    const cash = [cashEntry(tent), cashDepositEntry(tent, 50_000)]
    expect(balances(cash)).toEqual({
      cash_collected: 106_499,
      owner_payable: -101_499,
      platform_fee: -5_000,
    })
    const settled = [
      ...cash,
      payoutEntry({ id: 'p', direction: 'from_owner', ownerId: 'olivia', centavos: 5_000 }),
    ]
    expect(balances(settled)).toMatchObject({ cash_collected: 101_499, owner_payable: -101_499, bank: 5_000 })
  })

  test('an undone cash hand-over leaves every account at zero, and the next one is an entry of its own', () => {
    const undone = [cashEntry(tent), cashReversedEntry(tent, 1)]
    expect(balances(undone)).toEqual({})
    const again = [...undone, cashEntry(tent, 1)]
    expect(balances(again)).toEqual(balances([cashEntry(tent)]))
    expect(again.map(({ key }) => key)).toEqual(['cash:tent', 'cash-reversed:tent:1', 'cash:tent:1'])
  })

  test('a payment that no order uses belongs to the renter until it is refunded', () => {
    const back = [captureEntry(payment), unusedEntry('r', payment)]
    expect(balances(back)).toMatchObject({ refund_due: -156_499 })
    expect(balances(back)).not.toHaveProperty('renter_credit')
  })

  test('a payout to an owner and a settlement by the provider move money from and to the bank', () => {
    const done = [
      ...paid,
      payoutEntry({ id: 'a', direction: 'from_provider', ownerId: null, centavos: 152_587 }),
      payoutEntry({ id: 'b', direction: 'to_owner', ownerId: 'olivia', centavos: 101_499 }),
    ]
    expect(balances(done)).toEqual({
      bank: 51_088,
      provider_cost: 3_912,
      platform_fee: -5_000,
      deposit_held: -50_000,
    })
  })
})

test('every entry sums to zero, has no empty posting, and names its movement once', () => {
  const centavos = fc.integer({ min: 0, max: 700_000_000 })
  const rental = fc.record({ rent: centavos, delivery: centavos, service_fee: centavos, deposit: centavos })
  fc.assert(
    fc.property(
      fc.array(rental, { minLength: 1, maxLength: 5 }),
      fc.nat(1_000_000),
      centavos,
      (all, fee, part) => {
        const rentals = all.map((sums, i) => ({
          ...tent,
          id: `rental-${i}`,
          ownerId: `owner-${i % 2}`,
          lines: Object.entries(sums).map(([kind, sum]) => ({ kind: kind as 'rent', centavos: sum })),
        }))
        const one = rentals[0]!
        const entries = [
          captureEntry({ ...payment, centavos: part + fee, feeCentavos: fee }),
          chargeEntry(order, rentals),
          refundEntry('a', one, refundOf(one.lines)),
          refundSentEntry(
            { id: 'a', orderId: 'order', rentalId: one.id, renterId: 'ramon', centavos: part },
            'bank',
          ),
          unusedEntry('b', { ...payment, centavos: part }),
          ...rentals.flatMap((rental) => [
            cashEntry(rental),
            cashReversedEntry(rental, 1),
            cashEntry(rental, 1),
          ]),
          cashDepositEntry(one, part),
          claimEntry(one, part),
          payoutEntry({ id: 'p', direction: 'to_owner', ownerId: 'olivia', centavos: part }),
        ]
        for (const { postings } of entries) {
          expect(postings.reduce((sum, posting) => sum + posting.centavos, 0)).toBe(0)
          expect(postings.every((posting) => posting.centavos !== 0)).toBe(true)
        }
        expect(new Set(entries.map(({ key }) => key)).size).toBe(entries.length)
      },
    ),
  )
})

test('a provider’s fee that is ₱1.00 higher than booked is a cost, and reduces the balance at the provider', () => {
  const more = feeEntry('run:pay_1', payment, 4_012)
  expect(balances([more])).toEqual({ provider_cost: 100, provider_clearing: -100 })
  expect(more).toMatchObject({ key: 'fee:run:pay_1', orderId: 'order' })
  expect(balances([feeEntry('run:pay_1', payment, 3_812)])).toEqual({
    provider_cost: -100,
    provider_clearing: 100,
  })
})

test('a cancelled payout leaves every account at zero, in either direction', () => {
  for (const direction of ['to_owner', 'from_owner', 'from_provider'] as const) {
    const payout = {
      id: direction,
      direction,
      ownerId: direction === 'from_provider' ? null : 'olivia',
      centavos: 500,
    }
    expect(balances([payoutEntry(payout), payoutReversedEntry(payout)])).toEqual({})
    expect(payoutReversedEntry(payout).key).toBe(`payout-reversed:${direction}`)
  }
})
