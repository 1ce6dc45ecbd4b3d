import { describe, expect, test } from 'vitest'
import { readForm } from '../form.ts'
import { payOutRefundForm } from '../refund/refund-form.ts'
import { decidePayout, readyCentavos } from './payout.ts'
import { recordPayoutForm, reversePayoutForm } from './payout-form.ts'

const NOW = new Date('2026-11-21T02:15:00Z')
const inParts = 'An amount can be at most ₱9,999,999.99. Please write down a larger one in parts.'
const id = '0199a000-0000-7000-8000-000000000000'

describe('what is ready for an owner', () => {
  test('is their balance without amounts that may be refunded, and without deposits they hold for renters', () => {
    expect(
      readyCentavos({ balanceCentavos: 65_000, openCentavos: 30_000, cashDepositCentavos: 50_000 }),
    ).toBe(85_000)
    expect(readyCentavos({ balanceCentavos: -5_000, openCentavos: 0, cashDepositCentavos: 0 })).toBe(-5_000)
  })
})

describe('a payout', () => {
  const payout = (direction: 'to_owner' | 'from_owner' | 'from_provider', centavos: number) => ({
    direction,
    centavos,
    paidOn: '2026-11-21',
  })

  test.each([
    ['to_owner', 10_000, 10_000, true],
    ['to_owner', 10_001, 10_000, 'At most ₱100.00 is ready to be paid to this owner.'],
    ['to_owner', 1, 0, 'Nothing is ready to be paid to this owner.'],
    ['to_owner', 1, -500, 'Nothing is ready to be paid to this owner.'],
    ['from_owner', 500, -500, true],
    ['from_owner', 501, -500, 'This owner owes ₱5.00.'],
    ['from_owner', 1, 500, 'This owner owes nothing.'],
    ['from_provider', 500, 500, true],
    ['from_provider', 501, 500, 'By the book ₱5.00 is at the provider.'],
    ['from_provider', 1, 0, 'By the book nothing is at the provider.'],
  ] as const)('%s of %i where %i is owed: %s', (direction, centavos, owed, expected) => {
    const verdict = decidePayout(payout(direction, centavos), owed, NOW)
    expect(verdict.ok || verdict.message).toBe(expected)
  })

  test('was made on a past Manila day, at most a year ago', () => {
    const on = (paidOn: string, now = NOW) =>
      decidePayout({ direction: 'to_owner', centavos: 1, paidOn }, 1, now)
    expect(on('2026-11-21').ok).toBe(true)
    expect(on('2025-11-20').ok).toBe(true)
    expect(on('2026-11-22')).toMatchObject({
      reason: 'day',
      message: 'This day has not come yet. Today is Nov 21, 2026.',
    })
    expect(on('2026-11-22', new Date('2026-11-21T16:00:00Z')).ok).toBe(true)
    expect(on('2025-11-19')).toMatchObject({ reason: 'day' })
  })
})

describe('the forms for money that moved by hand', () => {
  const read = (schema: Parameters<typeof readForm>[0], fields: Record<string, string>) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    return readForm(schema, form)
  }
  const record = {
    intent: 'record',
    direction: 'to_owner',
    ownerId: id,
    amount: '₱1,250.50',
    reference: ' BDO  123 ',
    paidOn: '2026-11-21',
  }

  test('a payout is read into centavos', () => {
    expect(read(recordPayoutForm, record)).toEqual({
      ok: true,
      value: { ...record, amount: 125_050, reference: 'BDO 123' },
    })
  })

  test.each([
    ['direction', 'sideways', 'Please choose which way the money went.'],
    ['direction', '', 'Please choose which way the money went.'],
    ['ownerId', 'olivia', 'Please choose an owner.'],
    ['amount', '', 'Amount is required.'],
    ['amount', '0', 'Please enter an amount above zero, such as 1,250.00.'],
    ['amount', '-5', 'Please enter an amount above zero, such as 1,250.00.'],
    ['amount', '1.005', 'Please enter an amount above zero, such as 1,250.00.'],
    ['amount', '-10000000', 'Please enter an amount above zero, such as 1,250.00.'],
    ['amount', '10000000', inParts],
    ['amount', '₱12,000,000.50', inParts],
    ['amount', '1e5', 'Please enter an amount above zero, such as 1,250.00.'],
    ['reference', ' ', 'Reference is required.'],
    ['reference', 'x'.repeat(101), 'Reference can have at most 100 characters. It has 101.'],
    [
      'reference',
      'a\u202eb',
      'Reference has invisible or control characters. Please type it again without them.',
    ],
    ['paidOn', '', 'Date is required.'],
    ['paidOn', '21.11.2026', 'Please enter a date, such as 2026-11-21.'],
    ['paidOn', '2026-02-30', 'Please enter a date, such as 2026-11-21.'],
  ])('a payout whose %s is “%s”: %s', (name, value, message) => {
    expect(read(recordPayoutForm, { ...record, [name]: value })).toMatchObject({
      ok: false,
      errors: { [name]: message },
    })
  })

  test('a proof and a reason are required, and have a longest length', () => {
    const payOut = { intent: 'pay-out', refundId: id, proof: 'GCash 42', paidOn: '2026-11-21' }
    expect(read(payOutRefundForm, payOut).ok).toBe(true)
    expect(read(payOutRefundForm, { ...payOut, proof: '' })).toMatchObject({
      errors: { proof: 'Proof is required.' },
    })
    expect(read(payOutRefundForm, { ...payOut, proof: 'x'.repeat(201) })).toMatchObject({
      errors: { proof: expect.stringContaining('at most 200') },
    })
    expect(
      read(reversePayoutForm, { intent: 'reverse', payoutId: id, reason: 'x'.repeat(501) }),
    ).toMatchObject({ errors: { reason: expect.stringContaining('at most 500') } })
  })
})
