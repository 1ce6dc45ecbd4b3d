import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { noPersonBlocks } from '../person-block/person-block.ts'
import { addDays, type Day, periodOf } from '../period.ts'
import { percentOf } from '../money.ts'
import { addedDays, changeText, daysIn, MAX_RENTAL_DAYS, periodWith } from './change.ts'
import { changeForms } from './change-form.ts'
import {
  type Asking,
  type ChangeableRental,
  changeAnswerBy,
  decideChangeAnswer,
  decideWhetherAskable,
  decideAsking,
  decideDoing,
} from './decide-change.ts'
import type { Verdict } from '../verdict.ts'
import { changeLines, changeRefund, priceChange, priceOf } from './price-change.ts'

/** A tent at ₱333.33 a day, November 21–23. */
const tent: ChangeableRental & Asking = {
  status: 'Active',
  orderStatus: 'confirmed',
  period: periodOf('2026-11-21', 3),
  pricePerDayCentavos: 33_333,
  isContested: false,
  takenPeriods: [],
  isChanging: false,
  isLateElsewhere: false,
  isUnlisted: false,
  isRenterSuspended: false,
  isSettledByDispute: false,
  ownerName: 'Ana C.',
  personBlocks: noPersonBlocks,
}
const at = (text: string) => new Date(`${text}+08:00`)
const until = (lastDay: Day, rental = tent) => ({ start: rental.period.start, end: addDays(lastDay, 1) })
const ask = (changes: Partial<typeof tent>, to = until('2026-11-26'), now = at('2026-11-22T10:00')) =>
  decideAsking({ ...tent, ...changes }, to, now)
const reasonOf = (verdict: Verdict) => (verdict.ok ? 'ok' : verdict.reason)

describe('the price of a change', () => {
  // Spec: D50
  it('of 3 more days is their rent, and the fee of the new rent less the fee of the old one', () => {
    const price = priceChange(33_333, tent.period, until('2026-11-26'))
    expect(price).toEqual({ rentCentavos: 99_999, feeCentavos: 5_000 })
    expect(changeLines(price)).toEqual([
      { kind: 'rent', centavos: 99_999 },
      { kind: 'service_fee', centavos: 5_000 },
    ])
  })

  it('from 7 to 3 days gives ₱1,399.99 back', () => {
    const week = periodOf('2026-11-21', 7)
    const price = priceChange(33_333, week, tent.period)
    expect(priceOf(price)).toBe(-139_999)
    const lines = [
      { kind: 'rent' as const, centavos: 233_331 },
      { kind: 'service_fee' as const, centavos: 11_667 },
    ]
    expect(changeRefund(price, lines)).toEqual([
      { returns: 'rent', centavos: 133_332 },
      { returns: 'service_fee', centavos: 6_667 },
    ])
    expect(changeLines(price)).toEqual([])
  })

  it('of a move is nothing', () => {
    expect(priceOf(priceChange(33_333, tent.period, periodOf('2026-12-01', 3)))).toBe(0)
  })

  test('of any chain of changes is that of the last days: rent by the day, and the fee of all of it', () => {
    const lengths = fc.array(fc.integer({ min: 1, max: MAX_RENTAL_DAYS }), { minLength: 2, maxLength: 8 })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), lengths, (price, chain) => {
        const days = (n: number) => periodOf('2026-11-21', n)
        const steps = chain.slice(1).map((n, i) => priceChange(price, days(chain[i]!), days(n)))
        const rent = steps.reduce((sum, step) => sum + step.rentCentavos, price * chain[0]!)
        const fee = steps.reduce((sum, step) => sum + step.feeCentavos, percentOf(price * chain[0]!, 5))
        expect(rent).toBe(price * chain.at(-1)!)
        expect(fee).toBe(percentOf(rent, 5))
      }),
    )
  })

  it('gives back no more of the fee than the order charged', () => {
    const price = { rentCentavos: -20, feeCentavos: -1 }
    expect(changeRefund(price, [{ kind: 'rent', centavos: 30 }])).toEqual([{ returns: 'rent', centavos: 20 }])
  })
})

describe('the days of a change', () => {
  test.each([
    ['2026-11-21', 6, '2026-11-24', 3],
    ['2026-11-23', 3, '2026-11-24', 2],
    ['2026-11-19', 3, '2026-11-19', 2],
    ['2026-12-01', 3, '2026-12-01', 3],
  ] as const)('from %s for %i days add those that the rental lacks', (start, days, first, added) => {
    expect(addedDays(tent.period, periodOf(start, days))).toEqual(periodOf(first, added))
  })

  it('that are fewer add none, and give the last ones back', () => {
    expect(addedDays(tent.period, until('2026-11-21'))).toBeNull()
  })

  it('are said in a few words', () => {
    expect(changeText(tent.period, until('2026-11-26'))).toBe('3 more days, until Nov 26, 2026')
    expect(changeText(tent.period, until('2026-11-24'))).toBe('1 more day, until Nov 24, 2026')
    expect(changeText(tent.period, until('2026-11-22'))).toBe('1 day less, until Nov 22, 2026')
    expect(changeText(tent.period, periodOf('2026-12-01', 3))).toBe('moved to Dec 1, 2026 to Dec 3, 2026')
  })

  it('are read from the form', () => {
    const read = (values: { what: keyof typeof changeForms }) => {
      const form = changeForms[values.what].parse({ intent: 'ask', ...values })
      return periodWith(tent.period, form)
    }
    expect(read({ what: 'extend', days: '3' } as never)).toEqual(until('2026-11-26'))
    expect(read({ what: 'shorten', lastDay: '2026-11-22' } as never)).toEqual(until('2026-11-22'))
    expect(read({ what: 'move', start: '2026-12-01' } as never)).toEqual(periodOf('2026-12-01', 3))
    expect(() => read({ what: 'extend', days: '2' } as never)).toThrow(/how many days/)
    expect(() => read({ what: 'move', start: '2026-02-30' } as never)).toThrow(/exists/)
  })
})

describe('a renter may ask', () => {
  // Spec: D50
  it('for 1, 3 or 7 days more', () => {
    for (const days of [1, 3, 7]) expect(reasonOf(ask({}, until(addDays('2026-11-23', days))))).toBe('ok')
    for (const days of [2, 4, 8]) expect(reasonOf(ask({}, until(addDays('2026-11-23', days))))).toBe('days')
  })

  it('for no more than the most days in all', () => {
    const long = { ...tent, period: periodOf('2026-11-21', MAX_RENTAL_DAYS - 3) }
    expect(reasonOf(ask(long, periodOf('2026-11-21', MAX_RENTAL_DAYS)))).toBe('ok')
    expect(reasonOf(ask(long, periodOf('2026-11-21', MAX_RENTAL_DAYS + 4)))).toBe('days')
  })

  it('for no more days than a payment can be for', () => {
    // ₱952,380.95 a day: 10 days and their fee are ₱9,999,999.98.
    const dear = { pricePerDayCentavos: 95_238_095, period: periodOf('2026-11-21', 3) }
    expect(reasonOf(ask(dear, periodOf('2026-11-21', 10)))).toBe('ok')
    expect(ask({ ...dear, pricePerDayCentavos: 95_238_096 }, periodOf('2026-11-21', 10))).toEqual({
      ok: false,
      reason: 'amount',
      message: 'A rental costs ₱9,999,999.99 at most.',
    })
  })

  it('for more days until the grace of a late return is over', () => {
    const more = until('2026-11-24')
    expect(reasonOf(ask({}, more, at('2026-11-24T11:59:59')))).toBe('ok')
    expect(ask({}, more, at('2026-11-24T12:00'))).toEqual({
      ok: false,
      reason: 'over',
      message: 'More days could be asked for until Nov 24, 2026, 12:00 PM.',
    })
  })

  it('for another start as long as for more days', () => {
    const moved = periodOf('2026-11-25', 3)
    expect(reasonOf(ask({ status: 'Approved' }, moved, at('2026-11-24T11:59:59')))).toBe('ok')
    expect(ask({ status: 'Approved' }, moved, at('2026-11-24T12:00'))).toEqual({
      ok: false,
      reason: 'over',
      message: 'It could be moved until Nov 24, 2026, 12:00 PM.',
    })
  })

  it('for no more days once they said that it is back, unless the owner objected, and still for fewer', () => {
    const back = { broughtBackAt: at('2026-11-22T09:00'), broughtBackObjectedAt: null }
    expect(reasonOf(ask(back))).toBe('status')
    expect(reasonOf(ask(back, until('2026-11-22')))).toBe('ok')
    expect(reasonOf(ask({ ...back, broughtBackObjectedAt: at('2026-11-22T09:30') }))).toBe('ok')
  })

  it('for no fewer days once a dispute has settled its money, and still for more', () => {
    const settled = { isSettledByDispute: true }
    expect(ask(settled, until('2026-11-22'))).toEqual({
      ok: false,
      reason: 'decided',
      message: 'A dispute about it has moved its money. What it left stays as it is.',
    })
    expect(reasonOf(ask(settled))).toBe('ok')
  })

  it('for no more days either before the hand-over, as a rental that then ends gives no rent back', () => {
    expect(ask({ isSettledByDispute: true, status: 'Approved' })).toMatchObject({
      reason: 'decided',
      message: 'A dispute about it has settled its money. Days can be added once it is handed over.',
    })
  })

  it('for nothing once the grace after its last day is over, so that nothing is offered', () => {
    const out = { ...tent, status: 'Active' as const }
    const askable = (now: Date, rental = out) => reasonOf(decideWhetherAskable(rental, now))
    const last = at('2026-11-24T11:59:59')
    const over = at('2026-11-24T12:00')
    expect([askable(last), askable(over)]).toEqual(['ok', 'over'])
    for (const to of [until('2026-11-24'), until('2026-11-22'), periodOf('2026-11-25', 3)])
      expect(reasonOf(ask(out, to, over))).toBe('over')
    expect(ask(out, until('2026-11-22'), over)).toMatchObject({
      message: 'Only days that have not begun can be given back.',
    })
    expect(reasonOf(decideWhetherAskable({ ...tent, status: 'Approved' }, over))).toBe('over')
    expect(reasonOf(decideWhetherAskable({ ...out, isContested: true }, last))).toBe('contested')
  })

  it('to give back days that have not begun, and no others', () => {
    const on = (lastDay: Day, now: string) => reasonOf(ask({}, until(lastDay), at(now)))
    expect(on('2026-11-22', '2026-11-22T23:59')).toBe('ok')
    expect(on('2026-11-22', '2026-11-23T00:00')).toBe('over')
    expect(on('2026-11-21', '2026-11-22T00:00')).toBe('over')
    expect(on('2026-11-20', '2026-11-19T00:00')).toBe('days')
  })

  it('to move a rental that was not handed over, from today on', () => {
    const now = at('2026-11-20T10:00')
    const move = (start: Day, status: 'Approved' | 'Active' = 'Approved') =>
      reasonOf(ask({ status }, periodOf(start, 3), now))
    expect(move('2026-11-25')).toBe('ok')
    expect(move('2026-11-20')).toBe('ok')
    expect(move('2026-11-19')).toBe('start-date')
    expect(move('2027-11-21')).toBe('start-date')
    expect(move('2026-11-25', 'Active')).toBe('status')
    expect(reasonOf(ask({ status: 'Approved' }, periodOf('2026-11-25', 7), now))).toBe('days')
  })

  it('about nothing that is not theirs to change now', () => {
    expect(reasonOf(ask({ status: 'Pending' }))).toBe('status')
    expect(reasonOf(ask({ status: 'Completed' }))).toBe('status')
    expect(reasonOf(ask({ orderStatus: 'awaiting_payment' }))).toBe('status')
    expect(reasonOf(ask({ isContested: true }))).toBe('contested')
    expect(reasonOf(ask({ isChanging: true }))).toBe('changing')
    expect(reasonOf(ask({}, tent.period))).toBe('unchanged')
  })

  it('for more days only when nothing else is late, and of an item and an owner they could rent from', () => {
    const personBlocks = { byMe: false, byThem: true }
    expect(reasonOf(ask({ isLateElsewhere: true }))).toBe('late')
    expect(reasonOf(ask({ isUnlisted: true }))).toBe('gone')
    expect(reasonOf(ask({ isRenterSuspended: true }))).toBe('suspended')
    expect(reasonOf(ask({ personBlocks }))).toBe('blocked')
    const all = { isLateElsewhere: true, isUnlisted: true, isRenterSuspended: true, personBlocks }
    expect(reasonOf(ask(all, until('2026-11-22')))).toBe('ok')
  })

  it('for days that nobody else has, and learns from when they are taken', () => {
    const taken = (start: Day) => ask({ takenPeriods: [periodOf(start, 2)] })
    expect(reasonOf(taken('2026-11-27'))).toBe('ok')
    expect(taken('2026-11-25')).toMatchObject({
      reason: 'dates-taken',
      message: 'It is taken from Nov 25, 2026, and free until Nov 24, 2026.',
    })
    expect(taken('2026-11-24')).toMatchObject({
      message: 'It is taken from Nov 24, 2026, so these days can’t be added.',
    })
  })
})

describe('the owner answers', () => {
  // Spec: D50
  test.each([
    ['within 24 hours', '2026-11-21T10:00', until('2026-11-26'), '2026-11-22T10:00'],
    ['never past the old end', '2026-11-23T15:00', until('2026-11-26'), '2026-11-24T00:00'],
    ['by noon, asked during the grace', '2026-11-24T09:00', until('2026-11-26'), '2026-11-24T12:00'],
    ['before days begin that are given back', '2026-11-22T10:00', until('2026-11-22'), '2026-11-23T00:00'],
    ['on the new first day at the latest', '2026-11-18T10:00', periodOf('2026-11-18', 3), '2026-11-19T00:00'],
  ])('%s', (_, now, to, answerBy) => {
    expect(changeAnswerBy(at(now), tent.period, to)).toEqual(at(answerBy))
  })

  test('never later than a day after it was asked, and always after it', () => {
    const hours = fc.integer({ min: -200, max: 83 })
    fc.assert(
      fc.property(hours, fc.constantFrom(1, 3, 7), (after, days) => {
        const now = new Date(at('2026-11-21T00:00').getTime() + after * 3_600_000)
        const verdict = ask({}, until(addDays('2026-11-23', days)), now)
        if (!verdict.ok) return
        const wait = verdict.change.answerBy.getTime() - now.getTime()
        expect(wait).toBeGreaterThan(0)
        expect(wait).toBeLessThanOrEqual(24 * 3_600_000)
        expect(daysIn(verdict.change.added!)).toBe(days)
      }),
    )
  })

  it('once, and in time', () => {
    const change = { state: 'asked' as const, answerBy: at('2026-11-22T10:00') }
    expect(decideChangeAnswer(change, at('2026-11-22T09:59')).ok).toBe(true)
    expect(decideChangeAnswer(change, at('2026-11-22T10:00'))).toMatchObject({ reason: 'over' })
    expect(decideChangeAnswer({ ...change, state: 'expired' }, at('2026-11-22T09:00'))).toMatchObject({
      reason: 'answered',
    })
  })
})

describe('an agreed change is done', () => {
  const change = { from: tent.period, to: until('2026-11-26') }
  const reason = (changes: Partial<ChangeableRental>, of = change) => {
    const verdict = decideDoing({ ...tent, ...changes }, of)
    return verdict.ok ? 'ok' : verdict.reason
  }

  it('while the rental is as it was and its days are free', () => {
    expect(reason({})).toBe('ok')
    expect(reason({ period: until('2026-11-22') })).toBe('stale')
    expect(reason({ status: 'Completed' })).toBe('status')
    expect(reason({ isContested: true })).toBe('contested')
    expect(reason({ takenPeriods: [periodOf('2026-11-26', 1)] })).toBe('dates-taken')
  })

  it('with more days only while its owner could still give them', () => {
    const shorter = { from: tent.period, to: until('2026-11-22') }
    for (const [changes, why] of [
      [{ isUnlisted: true }, 'gone'],
      [{ isRenterSuspended: true }, 'suspended'],
    ] as const)
      expect([reason(changes), reason(changes, shorter)]).toEqual([why, 'ok'])
  })

  it('and no move after the hand-over', () => {
    const moved = { from: tent.period, to: periodOf('2026-11-25', 3) }
    expect(reason({ status: 'Approved' }, moved)).toBe('ok')
    expect(reason({}, moved)).toBe('status')
  })
})
