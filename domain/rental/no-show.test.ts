import { expect, test } from 'vitest'
import { periodOf } from '../period.ts'
import { agreedNoShow, decideNoShow, nobodySaid } from './no-show.ts'
import type { Side } from '../side.ts'

const manila = (time: string) => new Date(`${time}+08:00`)
const rental = {
  status: 'Approved' as const,
  orderStatus: 'confirmed' as const,
  period: periodOf('2026-11-21', 7),
  outEnd: null,
  noShow: nobodySaid,
  statusChangedAt: manila('2026-11-19T10:00:00'),
  itemBackAt: null,
  movedAt: null,
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
  expect(say('owner', '2026-11-22T00:00:00', { isItemLost: true })).toBe('day')
  expect(say('renter', '2026-11-22T00:00:00', { isItemLost: true })).toBe('ok')
})

test('while the renter has it from another rental neither can say so first, and either can contradict', () => {
  const theirs = { outEnd: '2026-11-21', renterHasIt: true }
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
