import { describe, expect, test } from 'vitest'
import { secondsLeft, paymentStatusOf } from './payment-status.ts'

const holdsUntil = new Date('2026-11-21T02:45:00Z')
const [before, at] = [new Date('2026-11-21T02:44:59.001Z'), holdsUntil]

describe('the payment status of an online order', () => {
  test.each([
    ['awaiting_payment', before, 0, 'waiting'],
    ['awaiting_payment', at, 0, 'expired'],
    ['awaiting_payment', at, 100, 'refunded'],
    ['expired', at, 0, 'expired'],
    ['expired', at, 100, 'refunded'],
    ['cancelled', before, 0, 'cancelled'],
    ['cancelled', before, 100, 'refunded'],
    ['confirmed', at, 0, 'confirmed'],
    ['confirmed', at, 100, 'confirmed'],
  ] as const)('%s at %o, with %d centavos on their way back, is %s', (status, now, refundedCentavos, is) => {
    expect(paymentStatusOf({ status, holdsUntil, refundedCentavos }, now)).toBe(is)
  })

  test('a started second counts as one second', () => {
    expect([before, at, new Date('2026-11-21T03:00:00Z')].map((now) => secondsLeft(holdsUntil, now))).toEqual(
      [1, 0, 0],
    )
  })
})
