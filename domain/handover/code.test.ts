import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { periodOf } from '../period.ts'
import {
  afterWrong,
  decideTry,
  directionOf,
  MAX_CODE_TRIES,
  PAUSE_MINUTES,
  type Tries,
  TRIES_BEFORE_PAUSE,
  refuseWrongCode,
} from './code.ts'

const START = new Date('2026-11-21T02:00:00Z').getTime()
const none: Tries = { wrong: 0, pausedUntil: null }
const minutes = fc.array(fc.double({ min: 0, max: 30, noNaN: true }), { minLength: 1, maxLength: 80 })

/** Wrong codes, each so many minutes after the one before; returns the instants at which one was compared. */
function guess(waits: readonly number[]) {
  let [now, tries] = [START, none]
  const compared: number[] = []
  for (const wait of waits) {
    now += wait * 60_000
    if (!decideTry(tries, new Date(now)).ok) continue
    compared.push(now)
    tries = afterWrong(tries, new Date(now))
  }
  return { compared, tries }
}

describe('wrong codes', () => {
  it('are compared 20 times at most, however long someone waits', () => {
    fc.assert(
      fc.property(minutes, (waits) => {
        const { compared, tries } = guess(waits)
        expect(compared.length).toBeLessThanOrEqual(MAX_CODE_TRIES)
        expect(tries.wrong).toBe(compared.length)
      }),
    )
  })

  it('after every fifth there are 15 minutes in which none is compared', () => {
    fc.assert(
      fc.property(minutes, (waits) => {
        const { compared } = guess(waits)
        for (let i = TRIES_BEFORE_PAUSE; i < compared.length; i += TRIES_BEFORE_PAUSE)
          expect(compared[i]! - compared[i - 1]!).toBeGreaterThanOrEqual(PAUSE_MINUTES * 60_000)
      }),
    )
  })

  it('five at once pause it for 15 minutes, to the second', () => {
    const { tries } = guess([0, 0, 0, 0, 0])
    const at = (seconds: number) => decideTry(tries, new Date(START + seconds * 1000))
    expect(at(0)).toMatchObject({ reason: 'limit', retryAfterSeconds: 900 })
    expect(at(899)).toMatchObject({ reason: 'limit', retryAfterSeconds: 1 })
    expect(at(900)).toEqual({ ok: true })
  })

  it('say how many tries are left, and when it is over', () => {
    const said = (wrong: number) => refuseWrongCode({ wrong, pausedUntil: null }, new Date(START))
    expect(said(1)).toMatchObject({ reason: 'code', message: 'That is not the code. You have 4 more tries.' })
    expect(said(9)).toMatchObject({ message: 'That is not the code. You have 1 more try.' })
    expect(said(20)).toMatchObject({ reason: 'stopped' })
  })
})

describe('what a code confirms', () => {
  const period = periodOf('2026-11-21', 3)
  const on = (
    status: 'Pending' | 'Approved' | 'Active' | 'Completed',
    at: string,
    orderStatus = 'confirmed',
  ) => directionOf({ status, period, orderStatus }, new Date(at))

  it.each([
    ['Approved', '2026-11-19T23:59:59+08:00', null],
    ['Approved', '2026-11-20T00:00:00+08:00', 'out'],
    ['Approved', '2026-11-23T23:59:59+08:00', 'out'],
    ['Approved', '2026-11-24T00:00:00+08:00', null],
    ['Active', '2026-11-21T12:00:00+08:00', 'back'],
    ['Active', '2027-01-01T12:00:00+08:00', 'back'],
    ['Pending', '2026-11-21T12:00:00+08:00', null],
    ['Completed', '2026-11-21T12:00:00+08:00', null],
  ] as const)('%s at %s: %s', (status, at, direction) => {
    expect(on(status, at)).toBe(direction)
    expect(on(status, at, 'awaiting_payment')).toBe(null)
  })
})
