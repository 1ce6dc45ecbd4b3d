import { describe, expect, test } from 'vitest'
import {
  compareBalance,
  comparePayment,
  compareRefund,
  compareSince,
  differenceKinds,
  differenceTexts,
  nightOf,
} from './reconciliation.ts'

const ours = { id: 'pay_1', orderId: 'order', centavos: 50_000, feeCentavos: 1_250 }
const theirs = { id: 'pay_1', status: 'paid' as const, centavos: 50_000, feeCentavos: 1_250 }
const kinds = (differences: { kind: string }[]) => differences.map(({ kind }) => kind)

describe('a payment', () => {
  test('has no difference when both sides are equal', () => {
    expect(comparePayment(ours, theirs)).toEqual([])
  })

  test('is reported as missing there or here when one side lacks it', () => {
    expect(comparePayment(undefined, theirs, 'order')).toMatchObject([
      { kind: 'payment-missing-here', providerId: 'pay_1', orderId: 'order', theirCentavos: 50_000 },
    ])
    expect(comparePayment(ours, undefined)).toMatchObject([
      { kind: 'payment-missing-there', ourCentavos: 50_000, theirCentavos: null },
    ])
  })

  test('counts as missing there when it is not paid there', () => {
    expect(comparePayment(ours, { ...theirs, status: 'failed' })).toMatchObject([
      { kind: 'payment-missing-there', note: 'There it is failed.' },
    ])
    expect(comparePayment(undefined, { ...theirs, status: 'pending' })).toEqual([])
  })

  test('with another amount or fee is reported with both', () => {
    expect(comparePayment(ours, { ...theirs, centavos: 49_999, feeCentavos: 1_000 })).toMatchObject([
      { kind: 'payment-amount', ourCentavos: 50_000, theirCentavos: 49_999 },
      { kind: 'payment-fee', ourCentavos: 1_250, theirCentavos: 1_000 },
    ])
  })
})

describe('a refund', () => {
  const our = (status: 'sent' | 'succeeded' | 'manual' | 'paid_out', centavos = 10_000) => ({
    providerId: 'ref_1',
    orderId: 'order',
    centavos,
    status,
  })
  const their = (status: 'pending' | 'succeeded' | 'failed') => ({ id: 'ref_1', status, centavos: 10_000 })

  test.each([
    ['sent', 'pending', []],
    ['sent', 'succeeded', []],
    ['sent', 'failed', ['refund-status']],
    ['succeeded', 'succeeded', []],
    ['succeeded', 'pending', ['refund-status']],
    ['succeeded', 'failed', ['refund-status']],
    ['manual', 'failed', []],
    ['manual', 'succeeded', ['refund-status']],
    ['paid_out', 'failed', []],
    ['paid_out', 'succeeded', ['refund-status']],
  ] as const)('%s here and %s there: %j', (here, there, expected) => {
    expect(kinds(compareRefund(our(here), their(there)))).toEqual(expected)
  })

  test('is reported when nobody here asked for it, unless it failed', () => {
    expect(kinds(compareRefund(undefined, their('pending')))).toEqual(['refund-missing-here'])
    expect(compareRefund(undefined, their('failed'))).toEqual([])
  })

  test('is reported when it is missing there, or has another amount', () => {
    expect(kinds(compareRefund(our('sent'), undefined))).toEqual(['refund-missing-there'])
    expect(kinds(compareRefund(our('succeeded', 9_999), their('succeeded')))).toEqual(['refund-amount'])
  })
})

test('the balance differs when the book has another sum', () => {
  expect(compareBalance(5, 5)).toEqual([])
  expect(compareBalance(5, 6)).toMatchObject([{ kind: 'balance', ourCentavos: 5, theirCentavos: 6 }])
})

test('every difference has words', () => {
  expect(Object.keys(differenceTexts).toSorted()).toEqual(differenceKinds.toSorted())
})

describe('a run', () => {
  const now = new Date('2026-11-21T02:15:00Z')
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)

  test('compares 40 days, or back to what is open longer, and 400 days at most', () => {
    expect(compareSince(null, now)).toEqual(daysAgo(40))
    expect(compareSince(daysAgo(3), now)).toEqual(daysAgo(40))
    expect(compareSince(daysAgo(90), now)).toEqual(daysAgo(90))
    expect(compareSince(daysAgo(900), now)).toEqual(daysAgo(400))
  })

  test('of a Manila day may begin at two o’clock in its morning', () => {
    expect(nightOf(now)).toEqual(new Date('2026-11-20T18:00:00Z'))
    expect(nightOf(new Date('2026-11-20T17:59:59Z'))).toEqual(new Date('2026-11-20T18:00:00Z'))
    expect(nightOf(new Date('2026-11-20T15:59:59Z'))).toEqual(new Date('2026-11-19T18:00:00Z'))
  })
})
