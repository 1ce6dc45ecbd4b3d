import { describe, expect, test } from 'vitest'
import { periodOf } from '#domain/period.ts'
import { totalsOf } from '#domain/book/money-line.ts'
import { noLateFee } from '#domain/rental/late-fee.ts'
import type { RentalAction } from '#domain/rental/lifecycle.ts'
import type { Possession } from '#domain/rental/possession.ts'
import { consequenceOf, moneyNotes } from './tracked-money.ts'

const noPossession: Possession = {
  handedOverAt: null,
  handoverProof: null,
  handoverObjectedAt: null,
  returnedAt: null,
  returnProof: null,
  returnObjectedAt: null,
  broughtBackAt: null,
  broughtBackObjectedAt: null,
}
const unsettled = { isSettledByDispute: false, grantedCentavos: 0 }
const lines = [
  { kind: 'rent' as const, centavos: 99_999 },
  { kind: 'delivery' as const, centavos: 1_500 },
  { kind: 'service_fee' as const, centavos: 5_000 },
]
const rental = {
  status: 'Approved' as const,
  period: periodOf('2026-12-24', 3),
  earliestStart: null,
  pricePerDayCentavos: 33_333,
  claim: null,
  possession: noPossession,
  lateFee: noLateFee,
  isHandoverInDoubt: false,
  paymentMethod: 'online' as const,
  cancellationPolicy: 'moderate' as const,
  lines,
  paidFacts: { payments: [{ lines, goodwillCentavos: 0 }], settled: unsettled },
}
const on = (day: string) => new Date(`${day}T04:00:00Z`)

describe('the text before a rental is cancelled', () => {
  test('is what its policy gives back on that day in Manila, and why', () => {
    expect(consequenceOf(rental, 'cancel', on('2026-12-21'))).toMatch(
      /^If you cancel now you get ₱1,064\.99 back because its cancellation policy is moderate/,
    )
    expect(consequenceOf(rental, 'cancel', new Date('2026-12-21T16:00:00Z'))).toMatch(
      /^If you cancel now you get ₱565\.00 back because .*half of the rent\.$/,
    )
  })

  test('is a full refund while the owner has not answered', () => {
    expect(consequenceOf({ ...rental, status: 'Pending' }, 'cancel', on('2026-12-23'))).toBe(
      'If you cancel now you get ₱1,064.99 back because the owner has not answered yet.',
    )
  })

  test('is empty when nothing is left to refund', () => {
    const strict = { ...rental, cancellationPolicy: 'strict' as const, lines: rental.lines.slice(0, 1) }
    expect(consequenceOf(strict, 'cancel', on('2026-12-23'))).toMatch(
      /^If you cancel now you get nothing back/,
    )
  })

  test('is that nothing was paid, for Cash on Delivery', () => {
    const cash = { ...rental, paymentMethod: 'cash_on_delivery' as const }
    expect(consequenceOf(cash, 'cancel', on('2026-12-21'))).toBe(
      'You pay in cash when you get the item, so there is nothing to pay back.',
    )
    expect(consequenceOf(cash, 'reject', on('2026-12-21'))).toBeNull()
  })

  test('for an owner who rejects is a full refund', () => {
    expect(consequenceOf({ ...rental, status: 'Pending' }, 'reject', on('2026-12-21'))).toBe(
      'What they paid, ₱1,064.99, goes back to them.',
    )
  })

  test('is what a goodwill payment has left of it', () => {
    const paidFacts = { payments: [{ lines, goodwillCentavos: 10_000 }], settled: unsettled }
    const said = (action: RentalAction) => consequenceOf({ ...rental, paidFacts }, action, on('2026-12-21'))
    expect(said('cancel')).toMatch(
      /^If you cancel now you get ₱964\.99 back .*, less what went back to you before\.$/,
    )
    expect(said('cancel-not-back')).toBe('What is left of what you paid, ₱964.99, goes back to you.')
    expect(said('withdraw')).toBe('What is left of what they paid, ₱964.99, goes back to them.')
  })

  test('is the rest of the deposit after a settled dispute, and everything where the owner ends it', () => {
    const all = [...lines, { kind: 'deposit' as const, centavos: 50_000 }]
    const settled = { isSettledByDispute: true, grantedCentavos: 20_000 }
    const paidFacts = { payments: [{ lines: all, goodwillCentavos: 0 }], settled }
    const said = (action: RentalAction) =>
      consequenceOf({ ...rental, lines: all, paidFacts }, action, on('2026-12-21'))
    expect(said('cancel')).toBe(
      'If you cancel now you get ₱300.00 back because the dispute about it has settled what its owner keeps.',
    )
    expect(said('withdraw')).toBe('What is left of what they paid, ₱1,364.99, goes back to them.')
  })
})

describe('what is said before a rental is handed over or returned', () => {
  const deposit = { kind: 'deposit' as const, centavos: 50_000 }
  const cash = { ...rental, paymentMethod: 'cash_on_delivery' as const }
  const said = (of: typeof rental | typeof cash, action: 'activate' | 'complete') =>
    consequenceOf(of, action, on('2026-12-24'))

  test('is the cash that is booked as collected, and what of it is not the owner’s', () => {
    expect(said(cash, 'activate')).toBe(
      'It is booked that you collected ₱1,064.99 in cash. ₱50.00 of it is the service fee that you owe us.',
    )
    expect(said({ ...cash, lines: [...cash.lines, deposit] } as typeof cash, 'activate')).toBe(
      'It is booked that you collected ₱1,564.99 in cash. ₱50.00 of it is the service fee that you ' +
        'owe us, and ₱500.00 is the deposit that you give back.',
    )
    expect(said(rental, 'activate')).toBe('It was paid online: you collect nothing.')
  })

  test('is what becomes ready to be paid, and until when a deposit can be claimed', () => {
    expect(said(rental, 'complete')).toBe('₱1,014.99 is then ready to be paid to you.')
    expect(said(cash, 'complete')).toBeNull()
    expect(said({ ...rental, lines: [...rental.lines, deposit] } as typeof rental, 'complete')).toBe(
      'You have 48 hours to claim a part of the deposit of ₱500.00; then it goes back to the renter.',
    )
  })

  test.each([
    [{ centavos: 20_000, grantedCentavos: null, grantedBefore: 0 }, 'of ₱300.00; then it goes back'],
    [{ centavos: 30_000, grantedCentavos: 20_000, grantedBefore: 0 }, 'of ₱300.00; then it goes back'],
    [{ centavos: 30_000, grantedCentavos: null, grantedBefore: 20_000 }, 'of ₱200.00; then it goes back'],
    [{ centavos: 50_000, grantedCentavos: null, grantedBefore: 0 }, '₱1,014.99 is then ready to be paid'],
  ])('leaves out what of a deposit is claimed or granted already', (claim, text) => {
    const claimed = { ...rental, lines: [...rental.lines, deposit], claim }
    expect(consequenceOf(claimed, 'complete', on('2026-12-24'))).toContain(text)
  })
})

describe('what is said before a late return', () => {
  const deposit = { kind: 'deposit' as const, centavos: 50_000 }
  const out = { ...rental, lines: [...rental.lines, deposit] }
  const said = (of: typeof rental | typeof out, day: string) => consequenceOf(of, 'complete', on(day))

  test('is the late fee that will be asked, and what it leaves of the deposit', () => {
    expect(said(out, '2026-12-28')).toBe(
      'A late fee of ₱333.33 is asked of the renter, from the deposit. You have 48 hours to claim a part of ' +
        'what is left of the deposit, ₱166.67; then it goes back to the renter.',
    )
    expect(said(out, '2026-12-29')).toBe(
      'A late fee of ₱666.66 is asked of the renter, ₱500.00 of it from the deposit. ' +
        '₱1,014.99 is then ready to be paid to you.',
    )
    expect(said(rental, '2026-12-28')).toMatch(
      /^A late fee of ₱333\.33 is asked of the renter\. ₱1,014\.99 is/,
    )
  })

  test('is no fee where it is waived, or the renter says that they never got it', () => {
    const free = /^You have 48 hours to claim a part of the deposit of ₱500\.00;/
    expect(said({ ...out, lateFee: { ...noLateFee, waived: 'all' } }, '2026-12-29')).toMatch(free)
    expect(said({ ...out, isHandoverInDoubt: true }, '2026-12-29')).toMatch(free)
  })

  test('counts the days until the renter said that it is back', () => {
    const broughtBackAt = on('2026-12-28')
    expect(said({ ...out, possession: { ...noPossession, broughtBackAt } }, '2026-12-30')).toContain(
      'of ₱333.33',
    )
  })
})

describe('what is said beneath a rental', () => {
  const totals = totalsOf(rental.lines)
  const refund = {
    rentalId: 'r',
    centavos: 56_500,
    reason: 'cancel' as const,
    channel: 'gcash',
    doneAt: null,
  }
  const note = (changes: object) =>
    moneyNotes({ orderStatus: 'confirmed', totals, refunds: [{ ...refund, status: 'due', ...changes }] })

  test('is that nothing was charged, of one to be paid in cash that was never handed over', () => {
    const waived = totalsOf([...rental.lines, { kind: 'waived', centavos: -totals.total }])
    expect(moneyNotes({ orderStatus: 'confirmed', refunds: [], totals: waived })).toEqual([
      'Nothing was charged.',
    ])
  })

  test('is each refund, and its status', () => {
    expect(note({})).toEqual(['₱565.00 on its way back to you.'])
    expect(note({ status: 'sent' })).toEqual(['₱565.00 on its way back to you.'])
    expect(note({ status: 'manual' })).toEqual(['We are sending ₱565.00 back to you by hand.'])
    for (const status of ['succeeded', 'paid_out'])
      expect(note({ status, doneAt: on('2026-12-22') })).toEqual(['₱565.00 refunded on Dec 22, 2026.'])
    expect(note({ rentalId: null, reason: 'unused' })).toEqual([
      'Your payment came when the order was over. ₱565.00 on its way back to you.',
    ])
  })

  test('is why an order was not confirmed', () => {
    expect(moneyNotes({ orderStatus: 'expired', totals, refunds: [] })).toEqual([
      'Not paid in time. Nothing was charged.',
    ])
    expect(moneyNotes({ orderStatus: 'cancelled', totals, refunds: [] })).toEqual([
      'Given up before it was paid. Nothing was charged.',
    ])
    expect(moneyNotes({ orderStatus: 'confirmed', totals, refunds: [] })).toEqual([])
  })
})
