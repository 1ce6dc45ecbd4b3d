import { describe, expect, test } from 'vitest'
import {
  paymentChannelText,
  decidePayment,
  holdsUntil,
  onlineOffer,
  onlineOrderNumber,
  restGoesBackText,
} from './payment.ts'

const NOW = new Date('2026-11-21T02:15:00Z')
const line = { title: 'Tent', startDate: '2026-11-25', durationDays: 3, depositCentavos: 0 }
const provider = { channels: ['card', 'gcash', 'paymaya', 'qrph'], minimumCentavos: 2_000 }
const offer = (lines: (typeof line)[], total = 50_000) => onlineOffer({ lines, total }, provider, NOW)

describe('paying online', () => {
  test('is offered by every channel through which the cart can still be refunded, or whose refunds go by hand', () => {
    expect(offer([line])).toEqual({ ok: true, channels: ['card', 'gcash', 'paymaya', 'qrph'] })
    expect(offer([line, { ...line, startDate: '2027-03-01' }])).toEqual({
      ok: true,
      channels: ['gcash', 'paymaya', 'qrph'],
    })
    expect(offer([{ ...line, startDate: '2027-08-01' }])).toEqual({ ok: true, channels: ['paymaya', 'qrph'] })
  })

  test.each(['qrph', 'shopee_pay', 'dob_ubp', 'brankas_bdo', 'brankas_landbank', 'brankas_metrobank'])(
    'is offered by %s alone, whose refunds go by hand, however far ahead the rental starts',
    (channel) => {
      for (const startDate of ['2026-11-21', '2027-11-20'])
        expect(
          onlineOffer(
            { lines: [{ ...line, startDate }], total: 5_000 },
            { ...provider, channels: [channel] },
            NOW,
          ),
        ).toEqual({ ok: true, channels: [channel] })
    },
  )

  test('counts until a deposit is back, two days after the last day', () => {
    const start = '2027-01-15'
    const card = (depositCentavos: number) => {
      const verdict = offer([{ ...line, startDate: start, depositCentavos }])
      return verdict.ok && verdict.channels.includes('card')
    }
    expect([card(0), card(50_000)]).toEqual([true, false])
  })

  test('is refused with the reason', () => {
    expect(onlineOffer({ lines: [line], total: 50_000 }, null, NOW)).toMatchObject({ reason: 'online-off' })
    expect(offer([line], 1_999)).toMatchObject({
      reason: 'online-minimum',
      message: 'Paying online starts at ₱20.00.',
    })
    expect(offer([line], 2_000).ok).toBe(true)
    const far = { ...line, startDate: '2027-03-01' }
    const late = onlineOffer({ lines: [far], total: 5_000 }, { ...provider, channels: ['card'] }, NOW)
    expect(late).toMatchObject({ reason: 'online-refund', message: expect.stringContaining('Tent') })
  })
})

test('an unpaid order holds its dates for 30 minutes', () => {
  expect(holdsUntil(NOW)).toEqual(new Date('2026-11-21T02:45:00Z'))
  expect(onlineOrderNumber(NOW.getTime())).toBe(`pm-${NOW.getTime()}`)
})

test('channels have the names people know them by', () => {
  expect(['card', 'paymaya', 'dob', 'new_one'].map(paymentChannelText)).toEqual([
    'Card',
    'Maya',
    'BPI',
    'new_one',
  ])
})

describe('the use of a payment', () => {
  const renter = { renterIsGone: false, renterIsSuspended: false }
  const paid = { centavos: 50_000, currency: 'PHP' }
  test.each([
    ['awaiting_payment', 'confirm'],
    ['expired', 'retake'],
    ['cancelled', 'retake'],
    ['confirmed', 'return'],
  ] as const)('for an order that is %s: %s', (status, what) => {
    expect(decidePayment({ status, totalCentavos: 50_000, ...renter }, paid)).toBe(what)
  })

  test('of another amount or currency: it is refunded, whatever the order’s status', () => {
    for (const status of ['awaiting_payment', 'expired', 'cancelled', 'confirmed'] as const) {
      const order = { status, totalCentavos: 50_000, ...renter }
      expect(decidePayment(order, { ...paid, centavos: 49_999 })).toBe('return')
      expect(decidePayment(order, { ...paid, centavos: 50_001 })).toBe('return')
      expect(decidePayment(order, { ...paid, currency: 'USD' })).toBe('return')
    }
  })

  test('of someone who was suspended: it pays what waits for it, but takes no dates again', () => {
    const decided = (['awaiting_payment', 'expired', 'cancelled'] as const).map((status) =>
      decidePayment({ status, totalCentavos: 50_000, ...renter, renterIsSuspended: true }, paid),
    )
    expect(decided).toEqual(['confirm', 'return', 'return'])
  })

  test('of someone whose account is deleted: it is refunded', () => {
    for (const status of ['expired', 'cancelled', 'confirmed'] as const)
      expect(decidePayment({ status, totalCentavos: 50_000, ...renter, renterIsGone: true }, paid)).toBe(
        'return',
      )
  })
})

test('of two payments by card, the part of the one that is too old is said to go back by hand', () => {
  const [old, fresh] = ['2026-09-01T02:00:00Z', '2026-11-20T02:00:00Z'].map((at) => new Date(at))
  const payments = [old!, fresh!].map((paidAt) => ({ channel: 'card', paidAt }))
  expect(restGoesBackText(payments, NOW)).toBe(
    'The rest goes back to you. We send by hand the part that can’t go back the way you paid, ' +
      'and the other part goes back the way you paid.',
  )
})
