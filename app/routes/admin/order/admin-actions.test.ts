import { expect, test } from 'vitest'
import { asMoneyAdmin } from '#domain/access.ts'
import type { MoneyLine } from '#domain/book/money-line.ts'
import { periodOf } from '#domain/period.ts'
import type { OrderRental } from '#server/order/find-order.ts'
import { onlyRental } from '#tests/support/lifecycle-facts.ts'
import { adminActions } from './admin-actions.ts'

const now = new Date('2026-11-21T12:00:00+08:00')
const line = (kind: MoneyLine['kind'], centavos: number) => ({ kind, centavos, returns: null }) as MoneyLine

const admin = asMoneyAdmin({ kind: 'user', role: 'admin', adminArea: 'all' } as never)
const consequenceOf = (rental: OrderRental, action: string, at: Date) => {
  const order = { status: 'confirmed', paymentMethod: 'online' } as const
  const actions = adminActions(order, rental, admin.ok ? admin.admin : (undefined as never), at)
  return actions.find((one) => one.action === action)?.consequence
}
const active = {
  id: 'r',
  durationDays: 3,
  // The page of an order for three more days, which were not granted.
  period: periodOf('2026-12-07', 3),
  rentalPeriod: periodOf('2026-12-01', 6),
  status: 'Active',
  ...onlyRental,
  lines: [line('rent', 30_000), line('service_fee', 1_500)],
  answerBy: null,
  undoFacts: {},
  isSettledByDispute: false,
  isDisputed: false,
  claimedCentavos: 0,
  waived: 0,
  broughtBackAt: null,
  broughtBackObjectedAt: null,
  money: {
    lines: [line('rent', 60_000), line('service_fee', 3_000)],
    grantedBefore: 0,
    lateCentavos: 0,
    lateOpenCentavos: 0,
    inCash: false,
    goodwillGiven: { renter: 0, owner: 0 },
    ownerAsked: null,
    renterAsked: null,
  },
  cancellationPolicy: 'flexible',
  pricePerDayCentavos: 10_000,
  earliestStart: null,
} as unknown as OrderRental

test('an admin reads what an action does with all that was paid for the rental, on the page of any of its orders', () => {
  expect(consequenceOf(active, 'end-by-admin', now)).toBe('₱600.00 is then ready to be paid to the owner.')
})

test('an admin reads how much of the deposit the owner can claim, without what is granted, claimed or a late fee', () => {
  const rental = {
    ...active,
    claimedCentavos: 5_000,
    money: {
      ...active.money,
      lines: [...active.money.lines, line('deposit', 50_000)],
      grantedBefore: 10_000,
    },
  }
  // Due on December 6, with grace until 12:00 on the next day: two days late.
  const late = new Date('2026-12-08T13:00:00+08:00')
  const saidBack = { ...rental, broughtBackAt: new Date('2026-12-07T13:00:00+08:00') }
  const left = (of: OrderRental, action: string, at: Date) =>
    consequenceOf(of, action, at)?.replace('The owner has 48 hours to claim a part of the deposit of ', '')
  expect(left(rental, 'end-by-admin', now)).toBe('₱350.00.')
  expect(left(rental, 'end-by-admin', late)).toBe('₱150.00.')
  expect(left({ ...rental, waived: 12_000 }, 'end-by-admin', late)).toBe('₱270.00.')
  expect(left(saidBack, 'end-by-admin', late)).toBe('₱150.00.')
  expect(left(saidBack, 'end-by-admin', new Date('2026-12-09T14:00:00+08:00'))).toBe('₱250.00.')
  expect(left(rental, 'end-lost-by-admin', new Date('2026-12-09T14:00:00+08:00'))).toBe('₱50.00.')
  expect(consequenceOf({ ...rental, isHandoverInDoubt: true }, 'end-lost-by-admin', late)).toContain(
    '₱350.00.',
  )
})

test('an admin reads what goes back of an approved rental, without what went back to its renter before', () => {
  const lines = [line('rent', 60_000), line('service_fee', 3_000), line('deposit', 50_000)]
  const approved = (goodwillCentavos: number, isSettledByDispute: boolean) => ({
    ...active,
    status: 'Approved' as const,
    isSettledByDispute,
    money: { ...active.money, lines },
    paidFacts: {
      payments: [{ lines, goodwillCentavos }],
      settled: { isSettledByDispute, grantedCentavos: 20_000 },
    },
  })
  const order = { status: 'confirmed', paymentMethod: 'online' } as const
  const cancel = (rental: OrderRental, at = now) =>
    adminActions(order, rental, admin.ok ? admin.admin : (undefined as never), at).find(
      ({ action }) => action === 'cancel-by-admin',
    )!
  expect(cancel(approved(10_000, false)).choices[0]!.hint).toBe('₱830.00 goes back to the renter.')
  const moderate = { ...approved(0, false), cancellationPolicy: 'moderate' as const }
  const twoDaysBefore = new Date('2026-11-29T12:00:00+08:00')
  expect(cancel(moderate, twoDaysBefore).choices.find(({ value }) => value === 'policy')!.hint).toBe(
    '₱630.00 goes back to the renter.',
  )
  expect(cancel(approved(0, true))).toMatchObject({
    confirm: 'Cancel this rental? Its dates become free, and both sides are told.',
    consequence: '₱300.00 goes back to the renter.',
  })
})
