import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { hourInManila, periodOf } from '../period.ts'
import { datesTaken } from '../order/order.ts'
import { refuse } from '../verdict.ts'
import { leavesTimeToOffer, decideJoining, mayGetOffer, MAX_WAITING, offerUntil } from './waitlist.ts'

const at = (text: string) => new Date(`${text}+08:00`)
const days = periodOf('2026-11-28', 3)

describe('an offer is held', () => {
  test.each([
    ['for 2 hours', '2026-11-26T10:00', '2026-11-26T12:00'],
    ['counted until 22:00, and on from 8:00', '2026-11-26T21:30', '2026-11-27T09:30'],
    ['from 8:00 on when it comes at night', '2026-11-26T23:30', '2026-11-27T10:00'],
    ['from 8:00 on when it comes early', '2026-11-26T05:00', '2026-11-26T10:00'],
    ['to the last minute of the evening', '2026-11-26T20:00', '2026-11-26T22:00'],
    ['for 30 minutes within a day of the start', '2026-11-27T00:00', '2026-11-27T00:30'],
  ])('%s', (_, now, until) => {
    expect(offerUntil(days, at(now))).toEqual(at(until))
  })

  it('for 2 waking hours, whenever it comes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20 * 1440 }), (minutes) => {
        const now = new Date(at('2026-11-01T00:00').getTime() + minutes * 60_000)
        const until = offerUntil(days, now)
        let waking = 0
        for (let time = now.getTime(); time < until.getTime(); time += 60_000) {
          const hour = hourInManila(new Date(time))
          if (hour >= 8 && hour < 22) waking++
        }
        expect(waking).toBe(120)
      }),
    )
  })

  it('and made until 3 hours before the start', () => {
    expect(leavesTimeToOffer(days, at('2026-11-27T20:59'))).toBe(true)
    expect(leavesTimeToOffer(days, at('2026-11-27T21:00'))).toBe(false)
  })
})

describe('someone may wait', () => {
  const now = at('2026-11-26T10:00')
  const entry = { period: days, isWaiting: false, open: 0, unused: 0 }
  const reason = (rentable: Parameters<typeof decideJoining>[0], changes = {}) => {
    const verdict = decideJoining(rentable, { ...entry, ...changes }, now)
    return verdict.ok ? 'ok' : verdict.reason
  }

  it('for days that are taken, of an item that may come back', () => {
    for (const why of ['rented', 'paused'] as const) expect(reason(refuse(why, ''))).toBe('ok')
    expect(reason(datesTaken())).toBe('ok')
    expect(reason({ ok: true })).toBe('free')
    for (const why of ['own', 'gone', 'blocked', 'start-date'] as const)
      expect(reason(refuse(why, ''))).toBe(why)
  })

  it('once for the same days, for ten at most, and not for days that are too close', () => {
    expect(reason(datesTaken(), { isWaiting: true })).toBe('unchanged')
    expect(reason(datesTaken(), { open: MAX_WAITING })).toBe('too-many')
    expect(reason(datesTaken(), { open: MAX_WAITING - 1 })).toBe('ok')
    expect(reason(datesTaken(), { period: periodOf('2026-11-26', 1) })).toBe('over')
  })

  it('not after two offers of the days that they left unused', () => {
    expect(reason(datesTaken(), { unused: 1 })).toBe('ok')
    expect(reason(datesTaken(), { unused: 2 })).toBe('too-many')
  })

  it('and is asked only if they could rent', () => {
    const person = { isSuspended: false, isLate: false, unused: 1 }
    expect(mayGetOffer(person, { ok: true }, days, now)).toBe(true)
    expect(mayGetOffer({ ...person, isSuspended: true }, { ok: true }, days, now)).toBe(false)
    expect(mayGetOffer({ ...person, isLate: true }, { ok: true }, days, now)).toBe(false)
    expect(mayGetOffer({ ...person, unused: 2 }, { ok: true }, days, now)).toBe(false)
    expect(mayGetOffer(person, datesTaken(), days, now)).toBe(false)
  })
})
