import { expect, test } from 'vitest'
import { asMoneyAdmin } from '#domain/access.ts'
import type { MoneyLine } from '#domain/book/money-line.ts'
import { periodOf } from '#domain/period.ts'
import type { OrderRental } from '#server/order/find-order.ts'
import { adminActions } from './admin-actions.ts'

const now = new Date('2026-11-21T12:00:00+08:00')
const line = (kind: MoneyLine['kind'], centavos: number) => ({ kind, centavos, returns: null }) as MoneyLine

test('an admin reads what an action does with all that was paid for the rental, on the page of any of its orders', () => {
  const rental = {
    id: 'r',
    durationDays: 3,
    period: periodOf('2026-12-01', 6),
    status: 'Active',
    isOut: false,
    // The order of three more days charges only these.
    lines: [line('rent', 30_000), line('service_fee', 1_500)],
    answerBy: null,
    undoFacts: {},
    isSettled: false,
    isDisputed: false,
    ownerAsked: null,
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
  const admin = asMoneyAdmin({ kind: 'user', role: 'admin', adminArea: 'all' } as never)
  const order = { status: 'confirmed', paymentMethod: 'online' } as const
  const actions = adminActions(order, rental, admin.ok ? admin.admin : (undefined as never), now)
  expect(actions.find(({ action }) => action === 'end-by-admin')?.consequence).toBe(
    '₱600.00 is then ready to be paid to the owner.',
  )
})
