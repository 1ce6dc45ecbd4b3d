import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { percentOf } from '../money.ts'
import {
  daysText,
  deliveryFeeOf,
  deliveryOptions,
  deliveryText,
  durations,
  type Priceable,
  priceOrder,
  rentOf,
} from './pricing.ts'
import { totalsOf } from '../book/money-line.ts'

const tent: Priceable = {
  lineId: 'tent',
  pricePerDayCentavos: 33333,
  durationDays: 3,
  deliveryOption: 'delivery',
  depositCentavos: 0,
}
const drill: Priceable = {
  lineId: 'drill',
  pricePerDayCentavos: 45000,
  durationDays: 1,
  deliveryOption: 'pickup',
  depositCentavos: 0,
}

const rental = fc.record({
  lineId: fc.uuid(),
  pricePerDayCentavos: fc.integer({ min: 1, max: 100_000_000 }),
  durationDays: fc.constantFrom(...durations),
  deliveryOption: fc.constantFrom(...deliveryOptions),
  depositCentavos: fc.constantFrom(0, 1, 50_000, 100_000_000),
})
const order = fc.uniqueArray(rental, { minLength: 1, maxLength: 20, selector: (rental) => rental.lineId })

describe('the price of an order', () => {
  // Spec: S9.5
  test('a tent at ₱333.33 a day for 3 days, delivered, is ₱999.99 + ₱15.00 + ₱50.00 = ₱1,064.99', () => {
    expect(priceOrder([tent])).toEqual([
      { lineId: 'tent', kind: 'rent', centavos: 99999 },
      { lineId: 'tent', kind: 'delivery', centavos: 1500 },
      { lineId: 'tent', kind: 'service_fee', centavos: 5000 },
    ])
    expect(totalsOf(priceOrder([tent]))).toEqual({
      subtotal: 99999,
      deliveryFee: 1500,
      serviceFee: 5000,
      deposit: 0,
      refunded: 0,
      waived: 0,
      owed: 0,
      total: 106499,
    })
  })

  test('with a drill at ₱450.00 for a day, picked up, is ₱1,449.99 + ₱15.00 + ₱72.50 = ₱1,537.49', () => {
    expect(totalsOf(priceOrder([tent, drill]))).toMatchObject({
      subtotal: 144999,
      deliveryFee: 1500,
      serviceFee: 7250,
      total: 153749,
    })
  })

  test('of nothing is nothing', () => {
    expect(priceOrder([])).toEqual([])
    expect(totalsOf([])).toEqual({
      subtotal: 0,
      deliveryFee: 0,
      serviceFee: 0,
      deposit: 0,
      refunded: 0,
      waived: 0,
      owed: 0,
      total: 0,
    })
  })

  // Spec: S9.1, D18
  test('has a service fee of 5 % of the subtotal, rounded once, however many rentals', () => {
    fc.assert(
      fc.property(order, (rentals) => {
        const totals = totalsOf(priceOrder(rentals))
        expect(totals.serviceFee).toBe(percentOf(totals.subtotal, 5))
        expect(totals.subtotal).toBe(
          rentals.reduce((sum, r) => sum + r.pricePerDayCentavos * r.durationDays, 0),
        )
        expect(totals.deliveryFee).toBe(1500 * rentals.filter((r) => r.deliveryOption === 'delivery').length)
        expect(totals.deposit).toBe(rentals.reduce((sum, r) => sum + r.depositCentavos, 0))
        expect(totals.total).toBe(totals.subtotal + totals.deliveryFee + totals.serviceFee + totals.deposit)
      }),
    )
  })

  // Spec: D18
  test('is the sum of what its rentals cost', () => {
    fc.assert(
      fc.property(order, (rentals) => {
        const lines = priceOrder(rentals)
        const parts = rentals.map((r) => totalsOf(lines.filter((line) => line.lineId === r.lineId)).total)
        expect(parts.reduce((a, b) => a + b, 0)).toBe(totalsOf(lines).total)
      }),
    )
  })

  // Spec: D18
  test('has only whole centavos, none below zero', () => {
    fc.assert(
      fc.property(order, (rentals) => {
        for (const { centavos } of priceOrder(rentals)) {
          expect(Number.isSafeInteger(centavos)).toBe(true)
          expect(centavos).toBeGreaterThanOrEqual(0)
        }
      }),
    )
  })

  test('goes down by what was refunded, which shows as a positive figure', () => {
    const lines = [...priceOrder([drill]), { lineId: 'drill', kind: 'refund' as const, centavos: -47250 }]
    expect(totalsOf(lines)).toMatchObject({ subtotal: 45000, serviceFee: 2250, refunded: 47250, total: 0 })
  })
})

// Spec: S9.4
test('rent is the price per day times the days', () => {
  expect(rentOf({ pricePerDayCentavos: 45000, durationDays: 7 })).toBe(315000)
})

// Spec: S9.2
test('delivery is ₱15.00 and picking up is free', () => {
  expect(deliveryFeeOf('delivery')).toBe(1500)
  expect(deliveryFeeOf('pickup')).toBe(0)
})

// Spec: S9.3
test('durations are 1, 3 or 7 days', () => {
  expect(durations).toEqual([1, 3, 7])
  expect(durations.map(daysText)).toEqual(['1 day', '3 days', '7 days'])
})

test('delivery options are named for people', () => {
  expect(deliveryOptions.map(deliveryText)).toEqual(['Pick-up', 'Delivery'])
})
