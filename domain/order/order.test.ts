import fc from 'fast-check'
import { noPersonBlocks } from '../person-block/person-block.ts'
import { describe, expect, test } from 'vitest'
import type { ListingStatus } from '../listing/listing.ts'
import { addDays, overlaps, periodOf } from '../period.ts'
import { durations } from '../pricing/pricing.ts'
import {
  codOrderNumber,
  datesTaken,
  decideTerms,
  type SeenTerms,
  decideRental,
  decideStartDate,
  paymentMethodText,
  type RentableListing,
} from './order.ts'
import { paymentMethods } from '../status.ts'

/** 01:30 on November 21 in Manila. */
const now = new Date('2026-11-20T17:30:00Z')

const tent: RentableListing = {
  ownerId: 'ben',
  ownerName: 'Ben C.',
  personBlocks: noPersonBlocks,
  title: '4-person tent',
  status: 'approved',
  archivedAt: null,
  pausedAt: null,
  takenDownAt: null,
  ownerSuspended: false,
  pricePerDayCentavos: 33333,
  takenPeriods: [periodOf('2026-11-24', 3)],
}

describe('the start date', () => {
  // Spec: S5.6
  test('is asked for when it is missing', () => {
    expect(decideStartDate('', now)).toEqual({
      ok: false,
      reason: 'start-date',
      message: 'Please select a rental start date.',
    })
  })

  test.each(['2026-02-30', 'tomorrow', '11/21/2026', '2026-11-21 '])('%j is not a date', (text) => {
    expect(decideStartDate(text, now)).toMatchObject({
      message: 'Please enter a date that exists, such as 2026-12-24.',
    })
  })

  // Spec: S5.6
  test('can be today, as it is in Manila, and not yesterday', () => {
    expect(decideStartDate('2026-11-21', now)).toEqual({ ok: true, startDate: '2026-11-21' })
    expect(decideStartDate('2026-11-20', now)).toMatchObject({
      message: 'The start date cannot be earlier than today.',
    })
  })

  test('November 20 is still today at 15:59Z and is past at 16:00Z', () => {
    expect(decideStartDate('2026-11-20', new Date('2026-11-20T15:59:59.999Z')).ok).toBe(true)
    expect(decideStartDate('2026-11-20', new Date('2026-11-20T16:00:00Z')).ok).toBe(false)
  })

  test('can be 365 days ahead, and no more', () => {
    expect(decideStartDate('2027-11-21', now).ok).toBe(true)
    expect(decideStartDate('2027-11-22', now)).toMatchObject({
      message: 'The start date can be until Nov 21, 2027.',
    })
  })
})

describe('renting', () => {
  const request = { startDate: '2026-11-21', durationDays: 3 } as const

  test('has the chosen days from the start date on', () => {
    expect(decideRental(tent, request, 'ana', now)).toEqual({
      ok: true,
      period: { start: '2026-11-21', end: '2026-11-24' },
    })
  })

  // Spec: S5.7, D5
  test('one’s own item is refused', () => {
    expect(decideRental(tent, request, 'ben', now)).toEqual({
      ok: false,
      reason: 'own',
      message: 'You cannot rent your own item.',
    })
  })

  test.each<[ListingStatus, string]>([
    ['available', 'gone'],
    ['rejected', 'gone'],
    ['unavailable', 'rented'],
  ])('an item that is %s is refused as %s', (status, reason) => {
    expect(decideRental({ ...tent, status }, request, 'ana', now)).toMatchObject({ ok: false, reason })
  })

  test('a deleted item is refused', () => {
    expect(decideRental({ ...tent, archivedAt: new Date(0) }, request, 'ana', now)).toMatchObject({
      reason: 'gone',
    })
  })

  test('days that share one with a taken period are refused, and the day after it is free', () => {
    expect(decideRental(tent, { startDate: '2026-11-22', durationDays: 3 }, 'ana', now)).toEqual(datesTaken())
    expect(decideRental(tent, { startDate: '2026-11-26', durationDays: 1 }, 'ana', now)).toEqual(datesTaken())
    expect(decideRental(tent, { startDate: '2026-11-27', durationDays: 1 }, 'ana', now).ok).toBe(true)
  })

  test('an impossible start date is refused with its own message', () => {
    expect(decideRental(tent, { startDate: '2026-11-20', durationDays: 1 }, 'ana', now)).toMatchObject({
      reason: 'start-date',
    })
  })

  test('an accepted rental is never in the past nor in a taken period', () => {
    const soon = fc.integer({ min: -5, max: 30 }).map((n) => addDays('2026-11-21', n))
    const taken = fc.array(fc.tuple(soon, fc.constantFrom(...durations)).map(([day, n]) => periodOf(day, n)))
    fc.assert(
      fc.property(taken, soon, fc.constantFrom(...durations), (takenPeriods, startDate, durationDays) => {
        const verdict = decideRental({ ...tent, takenPeriods }, { startDate, durationDays }, 'ana', now)
        const period = periodOf(startDate, durationDays)
        expect(verdict.ok).toBe(
          startDate >= '2026-11-21' && !takenPeriods.some((other) => overlaps(other, period)),
        )
      }),
    )
  })
})

// Spec: D17
test.each<[string, Partial<SeenTerms>, string | null]>([
  ['all as it was seen', {}, null],
  ['a higher price', { seenPricePerDayCentavos: 33_332 }, 'The price of this item has changed.'],
  ['a lower price', { seenPricePerDayCentavos: 33_334 }, 'The price of this item has changed.'],
  ['a higher deposit', { seenDepositCentavos: 0 }, 'The deposit of this item has changed.'],
  ['a stricter policy', { seenPolicy: 'flexible' }, 'The cancellation policy of this item has changed.'],
  [
    'another price and policy',
    { seenPricePerDayCentavos: 1, seenPolicy: 'strict' },
    'The price and cancellation policy of this item have changed.',
  ],
  ['a deposit and a policy that were not noted', { seenDepositCentavos: null, seenPolicy: null }, null],
])('what a renter agrees to is compared with what they saw: %s', (_, changes, message) => {
  const listing = {
    pricePerDayCentavos: 33_333,
    depositCentavos: 50_000,
    cancellationPolicy: 'moderate',
  } as const
  const seen = {
    seenPricePerDayCentavos: 33_333,
    seenDepositCentavos: 50_000,
    seenPolicy: 'moderate',
  } as const
  const verdict = decideTerms(listing, { ...seen, ...changes })
  expect(verdict).toEqual(message ? { ok: false, reason: 'terms-changed', message } : { ok: true })
})

// Spec: S9.10, D25
test('a Cash on Delivery order’s number is cod- and the milliseconds', () => {
  expect(codOrderNumber(now.getTime())).toBe('cod-1795195800000')
})

// Spec: S9.9
test('payment methods are named for people', () => {
  expect(paymentMethods.map(paymentMethodText)).toEqual(['Cash on Delivery', 'Card or e-wallet'])
})
