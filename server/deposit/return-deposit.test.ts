import { describe, expect, it } from 'vitest'
import { deposits } from '#tests/support/deposits.ts'
import { paying } from '#tests/support/paying.ts'
import { by } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { returnDeposit } from './return-deposit.ts'
import { sweepDeposits } from './sweep-deposits.ts'

const town = withServices(['ramon', 'katrina', 'olivia', 'diego', 'amihan'])
const { hours, active, returned, depositLines, mails } = deposits(town)
const { balances, refundsOf, settle, effects } = paying(town)

const giveBack = (rentalId: string, who: keyof typeof town.cast = 'olivia') =>
  returnDeposit(by(town.services, town.cast[who]), { rentalId })
const dueAt = async (rentalId: string) =>
  (
    await town.services.db
      .selectFrom('rental')
      .select('depositDueAt')
      .where('id', '=', rentalId)
      .executeTakeFirstOrThrow()
  ).depositDueAt

describe('a deposit that was paid online', () => {
  it('is held from the payment until 48 hours after the return', async () => {
    const { rentalId, orderId } = await active('online')
    expect(await depositLines(rentalId)).toEqual([50_000])
    expect(await balances(orderId)).toMatchObject({ deposit_held: -50_000, owner_payable: -100_000 })
    expect(await giveBack(rentalId)).toMatchObject({ reason: 'status' })
    expect(await dueAt(rentalId)).toBeNull()
    expect(await sweepDeposits(town.services)).toBe(0)
  })

  it('goes back by itself after 48 hours, once, and both hear of it', async () => {
    const { rentalId, orderId } = await returned('online')
    hours(48)
    expect(await sweepDeposits(town.services)).toBe(0)
    hours(48.01)
    expect(await sweepDeposits(town.services)).toBe(1)
    expect(await sweepDeposits(town.services)).toBe(0)
    expect(await depositLines(rentalId)).toEqual([50_000, -50_000])
    expect(await refundsOf(orderId)).toMatchObject([{ reason: 'deposit', centavos: 50_000, status: 'due' }])
    expect(await mails()).toEqual(['returned to owner'])
    await settle()
    expect(await refundsOf(orderId)).toMatchObject([{ status: 'succeeded' }])
    expect(await balances(orderId)).toMatchObject({ owner_payable: -100_000, platform_fee: -5_000 })
    expect(Object.keys(await balances(orderId))).not.toContain('deposit_held')
    const letters = await town.services.mail.list(10)
    expect(letters.map(({ subject }) => subject)).toEqual(
      expect.arrayContaining(['The deposit for Tent goes back to Ramon Dela Cruz', '₱500.00 refunded']),
    )
    expect(letters.find(({ subject }) => subject === '₱500.00 refunded')!.text).toMatch(
      /^₱500\.00 of your deposit for Tent, order pm-\d+ went back to you\./m,
    )
  })

  it('goes back at once when its owner says so, and pressing twice sends it once', async () => {
    const { rentalId, orderId } = await returned('online')
    const answers = await Promise.all([giveBack(rentalId), giveBack(rentalId)])
    expect(answers.map(({ ok }) => ok).sort()).toEqual([false, true])
    expect(await giveBack(rentalId)).toMatchObject({ reason: 'deposit' })
    hours(50)
    expect(await sweepDeposits(town.services)).toBe(0)
    expect(await refundsOf(orderId)).toHaveLength(1)
    expect(await mails()).toEqual([])
  })

  it.each([
    ['its renter', 'ramon', 'side'],
    ['another renter', 'katrina', 'not-found'],
    ['another owner', 'diego', 'not-found'],
    ['an admin', 'amihan', 'not-found'],
  ] as const)('does not go back at the word of %s', async (_, who, reason) => {
    const { rentalId } = await returned('online')
    expect(await giveBack(rentalId, who)).toMatchObject({ reason })
    expect(await depositLines(rentalId)).toEqual([50_000])
  })

  it('was not asked for: there is nothing to give back, and nothing becomes due', async () => {
    const { rentalId } = await returned('online', 0)
    expect(await dueAt(rentalId)).toBeNull()
    expect(await giveBack(rentalId)).toMatchObject({ reason: 'deposit' })
  })
})

describe('a deposit in cash', () => {
  it('is with the owner, who notes that they handed it back; no provider is asked', async () => {
    const { rentalId, orderId } = await returned('cash_on_delivery')
    expect(await balances(orderId)).toEqual({
      cash_collected: 155_000,
      deposit_held: -50_000,
      owner_payable: -100_000,
      platform_fee: -5_000,
    })
    expect(await giveBack(rentalId)).toEqual({ ok: true, centavos: 50_000 })
    expect(await giveBack(rentalId)).toMatchObject({ reason: 'deposit' })
    expect(await depositLines(rentalId)).toEqual([50_000, -50_000])
    expect(await refundsOf(orderId)).toEqual([])
    expect(await balances(orderId)).toEqual({
      cash_collected: 105_000,
      owner_payable: -100_000,
      platform_fee: -5_000,
    })
    expect(await mails()).toEqual(['returned to renter'])
  })

  it('is noted as handed back by the renter just as well, and once when both do so', async () => {
    const { rentalId } = await returned('cash_on_delivery')
    const answers = await Promise.all([giveBack(rentalId, 'ramon'), giveBack(rentalId, 'olivia')])
    expect(answers.map(({ ok }) => ok).sort()).toEqual([false, true])
    expect(await depositLines(rentalId)).toEqual([50_000, -50_000])
  })

  it('is not returned by the site after 48 hours: both are told once that it is time', async () => {
    const { rentalId } = await returned('cash_on_delivery')
    hours(49)
    expect(await sweepDeposits(town.services)).toBe(1)
    expect(await sweepDeposits(town.services)).toBe(0)
    expect(await depositLines(rentalId)).toEqual([50_000])
    expect(await mails()).toEqual(['cash-due to owner', 'cash-due to renter'])
    await effects()
    const [letter] = (await town.services.mail.list(10)).filter(({ to }) => to === 'owner@hiram.test')
    expect(letter).toMatchObject({ subject: 'Please hand the deposit for Tent back' })
    expect(letter!.text).toContain('You have ₱500.00 of Ramon Dela Cruz in cash')
    expect(await giveBack(rentalId, 'ramon')).toMatchObject({ ok: true })
  })
})
