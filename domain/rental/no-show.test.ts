import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nobodySaid, onlyRental } from '#tests/support/lifecycle-facts.ts'
import { periodOf } from '../period.ts'
import { agreedNoShow, decideNoShow, whyNotLapsed } from './no-show.ts'
import type { Side } from '../side.ts'

const manila = (time: string) => new Date(`${time}+08:00`)
const rental = {
  status: 'Approved' as const,
  orderStatus: 'confirmed' as const,
  period: periodOf('2026-11-21', 7),
  ...onlyRental,
  statusChangedAt: manila('2026-11-19T10:00:00'),
}
const say = (side: Side, time: string, changes: Partial<Parameters<typeof decideNoShow>[0]> = {}) => {
  const verdict = decideNoShow({ ...rental, ...changes }, side, manila(time))
  return verdict.ok ? 'ok' : verdict.reason
}

// Spec: D48
test('either side can say so from 18:00 of the first day until 72 hours after it', () => {
  for (const side of ['owner', 'renter'] as const) {
    expect(say(side, '2026-11-21T17:59:59')).toBe('early')
    expect(say(side, '2026-11-21T18:00:00')).toBe('ok')
    expect(say(side, '2026-11-24T23:59:59')).toBe('ok')
    expect(say(side, '2026-11-25T00:00:00')).toBe('late')
    expect(say(side, '2026-11-22T00:00:00', { status: 'Active' })).toBe('status')
    expect(say(side, '2026-11-22T00:00:00', { orderStatus: 'awaiting_payment' })).toBe('unpaid')
  }
})

test('nobody can say so within 6 hours of the approval, and it can be said for 72 hours from then on', () => {
  const late = { statusChangedAt: manila('2026-11-21T23:50:00') }
  for (const side of ['owner', 'renter'] as const) {
    expect(say(side, '2026-11-22T05:49:59', late)).toBe('early')
    expect(say(side, '2026-11-22T05:50:00', late)).toBe('ok')
    expect(say(side, '2026-11-25T05:49:59', late)).toBe('ok')
    expect(say(side, '2026-11-25T05:50:00', late)).toBe('late')
  }
})

test('nobody can say so within 6 hours of a move of its first day', () => {
  const moved = { movedAt: manila('2026-11-21T21:30:00') }
  for (const side of ['owner', 'renter'] as const) {
    expect(say(side, '2026-11-22T03:29:59', moved)).toBe('early')
    expect(say(side, '2026-11-22T03:30:00', moved)).toBe('ok')
  }
})

test('an owner can’t say so within 6 hours of the return from the renter before, unless they contradict', () => {
  const back = { itemBackAt: manila('2026-11-21T20:00:00') }
  expect(say('owner', '2026-11-22T01:59:59', back)).toBe('early')
  expect(say('owner', '2026-11-22T02:00:00', back)).toBe('ok')
  expect(say('renter', '2026-11-21T20:05:00', back)).toBe('ok')
  const noShow = { owner: null, renter: manila('2026-11-21T18:00:00') }
  expect(say('owner', '2026-11-21T20:05:00', { ...back, noShow })).toBe('ok')
})

test('once, and against what the other side said for 24 hours', () => {
  const noShow = { owner: manila('2026-11-24T20:00:00'), renter: null }
  expect(say('owner', '2026-11-24T21:00:00', { noShow })).toBe('answered')
  expect(say('renter', '2026-11-25T19:59:59', { noShow })).toBe('ok')
  expect(say('renter', '2026-11-25T20:00:00', { noShow })).toBe('late')
})

test('an owner can’t say so of what is lost or still out with someone else, and the renter can', () => {
  expect(say('owner', '2026-11-22T00:00:00', { outEnd: '2026-11-21' })).toBe('day')
  expect(say('renter', '2026-11-22T00:00:00', { outEnd: '2026-11-21' })).toBe('ok')
  const contested = { ...rental, outEnd: '2026-11-21', isOtherHandoverContested: true }
  expect(decideNoShow(contested, 'owner', manila('2026-11-22T00:00:00'))).toMatchObject({
    message: 'It is not free yet because of a disagreement about the rental before.',
  })
  expect(say('owner', '2026-11-22T00:00:00', { isItemLost: true })).toBe('day')
  expect(say('renter', '2026-11-22T00:00:00', { isItemLost: true })).toBe('ok')
})

test('an owner can’t say so of what came back only after the last day, and can of what a later renter has', () => {
  const tooLate = { itemBackAt: manila('2026-11-24T00:00:00'), period: periodOf('2026-11-21', 3) }
  expect(say('owner', '2026-11-24T09:00:00', tooLate)).toBe('day')
  expect(say('owner', '2026-11-24T09:00:00', { ...tooLate, itemBackAt: manila('2026-11-23T23:59:59') })).toBe(
    'ok',
  )
  const later = { outEnd: '2026-11-23', awaitedEnd: '2026-11-23', period: periodOf('2026-11-21', 1) }
  expect(say('owner', '2026-11-22T09:00:00', later)).toBe('ok')
  const noShow = { owner: null, renter: manila('2026-11-21T20:00:00') }
  expect(say('owner', '2026-11-22T09:00:00', { ...later, noShow })).toBe('ok')
})

test('while the renter has it from another rental neither can say so first, and either can contradict', () => {
  const theirs = { outEnd: '2026-11-21', renterHasOrLostIt: true }
  for (const side of ['owner', 'renter'] as const) {
    expect(say(side, '2026-11-22T00:00:00', theirs)).toBe('day')
    const noShow = { ...nobodySaid, [side === 'owner' ? 'renter' : 'owner']: manila('2026-11-21T20:00:00') }
    expect(say(side, '2026-11-22T00:00:00', { ...theirs, noShow })).toBe('ok')
  }
  const noShow = { owner: null, renter: manila('2026-11-21T20:00:00') }
  const others = { outEnd: '2026-11-21', awaitedEnd: '2026-11-21', noShow }
  expect(say('owner', '2026-11-22T00:00:00', others)).toBe('day')
})

test('silence for 24 hours agrees, and a contradiction never does', () => {
  const owner = manila('2026-11-21T18:00:00')
  const silent = manila('2026-11-22T18:00:00')
  expect(agreedNoShow(nobodySaid, silent)).toBeNull()
  expect(agreedNoShow({ owner, renter: null }, manila('2026-11-22T17:59:59'))).toBeNull()
  expect(agreedNoShow({ owner, renter: null }, silent)).toBe('renter')
  expect(agreedNoShow({ owner: null, renter: owner }, silent)).toBe('owner')
  expect(agreedNoShow({ owner, renter: owner }, silent)).toBeNull()
})

test('a rental lapses only when neither side can say so any more, whatever its facts', () => {
  const first = manila('2026-11-21T00:00:00').getTime()
  const hour = fc.integer({ min: -48, max: 200 }).map((hours) => new Date(first + hours * 3_600_000))
  const facts = fc.record({
    statusChangedAt: hour,
    itemBackAt: fc.option(hour),
    movedAt: fc.option(hour),
    days: fc.constantFrom(1, 3, 7),
  })
  fc.assert(
    fc.property(facts, hour, ({ days, ...ready }, now) => {
      const one = { ...rental, ...ready, period: periodOf('2026-11-21', days) }
      if (whyNotLapsed(one, now) !== null) return
      for (const side of ['owner', 'renter'] as const)
        expect(decideNoShow(one, side, now)).toMatchObject({ reason: expect.stringMatching(/^(late|day)$/) })
    }),
  )
})

test('a rental lapses as soon as neither side can say so, and at once when each of them did', () => {
  const why = (noShow: typeof nobodySaid, time: string, changes = {}) =>
    whyNotLapsed({ ...rental, ...changes, noShow }, manila(time)) === null
  expect(why(nobodySaid, '2026-11-24T23:59:59')).toBe(false)
  expect(why(nobodySaid, '2026-11-25T00:00:00')).toBe(true)
  const approvedLate = { statusChangedAt: manila('2026-11-21T19:00:00') }
  expect(why(nobodySaid, '2026-11-25T00:59:59', approvedLate)).toBe(false)
  expect(why(nobodySaid, '2026-11-25T01:00:00', approvedLate)).toBe(true)
  const said = manila('2026-11-21T20:00:00')
  expect(why({ owner: said, renter: null }, '2026-12-25T00:00:00')).toBe(false)
  expect(why({ owner: said, renter: said }, '2026-11-22T00:00:00')).toBe(true)
})
