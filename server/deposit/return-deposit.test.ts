import { describe, expect, it } from 'vitest'
import { noAward } from '#domain/dispute/dispute.ts'
import { accepted } from '#seeds/act.ts'
import { deposits } from '#tests/support/deposits.ts'
import { paying } from '#tests/support/paying.ts'
import * as people from '#tests/support/people.ts'
import { by } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { answerDispute } from '../dispute/answer-dispute.ts'
import { decideDispute } from '../dispute/decide-dispute.ts'
import { fileDispute } from '../dispute/file-dispute.ts'
import { returnDeposit } from './return-deposit.ts'
import { sweepDeposits } from './sweep-deposits.ts'

const fixture = withServices(['ramon', 'katrina', 'olivia', 'diego', 'amihan'])
const { hours, active, returned, depositLines, mails } = deposits(fixture)
const { balances, refundsOf, settle, effects } = paying(fixture)

const giveBack = (rentalId: string, who: keyof typeof fixture.cast = 'olivia') =>
  returnDeposit(by(fixture.services, fixture.cast[who]), { rentalId })
const dueAt = async (rentalId: string) =>
  (
    await fixture.services.db
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
    expect(await sweepDeposits(fixture.services)).toBe(0)
  })

  it('goes back by itself after 48 hours, once, and both hear of it', async () => {
    const { rentalId, orderId } = await returned('online')
    hours(48)
    expect(await sweepDeposits(fixture.services)).toBe(0)
    hours(48.01)
    expect(await sweepDeposits(fixture.services)).toBe(1)
    expect(await sweepDeposits(fixture.services)).toBe(0)
    expect(await depositLines(rentalId)).toEqual([50_000, -50_000])
    expect(await refundsOf(orderId)).toMatchObject([{ reason: 'deposit', centavos: 50_000, status: 'due' }])
    expect(await mails()).toEqual(['returned to owner'])
    await settle()
    expect(await refundsOf(orderId)).toMatchObject([{ status: 'succeeded' }])
    expect(await balances(orderId)).toMatchObject({ owner_payable: -100_000, platform_fee: -5_000 })
    expect(Object.keys(await balances(orderId))).not.toContain('deposit_held')
    const emails = await fixture.services.mail.list(10)
    expect(emails.map(({ subject }) => subject)).toEqual(
      expect.arrayContaining(['The deposit for Tent goes back to Ramon Dela Cruz', '₱500.00 refunded']),
    )
    expect(emails.find(({ subject }) => subject === '₱500.00 refunded')!.text).toMatch(
      /^₱500\.00 of your deposit for Tent, order pm-\d+ went back to you\./m,
    )
  })

  it('goes back at once when its owner returns it, and pressing twice returns it once', async () => {
    const { rentalId, orderId } = await returned('online')
    const answers = await Promise.all([giveBack(rentalId), giveBack(rentalId)])
    expect(answers.map(({ ok }) => ok).sort()).toEqual([false, true])
    expect(await giveBack(rentalId)).toMatchObject({ reason: 'deposit' })
    hours(50)
    expect(await sweepDeposits(fixture.services)).toBe(0)
    expect(await refundsOf(orderId)).toHaveLength(1)
    expect(await mails()).toEqual([])
  })

  it.each([
    ['its renter', 'ramon', 'side'],
    ['another renter', 'katrina', 'not-found'],
    ['another owner', 'diego', 'not-found'],
    ['an admin', 'amihan', 'not-found'],
  ] as const)('does not go back by %s', async (_, who, reason) => {
    const { rentalId } = await returned('online')
    expect(await giveBack(rentalId, who)).toMatchObject({ reason })
    expect(await depositLines(rentalId)).toEqual([50_000])
  })

  it('was not charged: there is nothing to return, and nothing becomes due', async () => {
    const { rentalId } = await returned('online', 0)
    expect(await dueAt(rentalId)).toBeNull()
    expect(await giveBack(rentalId)).toMatchObject({ reason: 'deposit' })
  })
})

describe('a deposit in cash', () => {
  it('is with the owner, who records that they handed it back; the provider is not involved', async () => {
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

  it('can also be recorded as handed back by the renter, and once when both do so', async () => {
    const { rentalId } = await returned('cash_on_delivery')
    const answers = await Promise.all([giveBack(rentalId, 'ramon'), giveBack(rentalId, 'olivia')])
    expect(answers.map(({ ok }) => ok).sort()).toEqual([false, true])
    expect(await depositLines(rentalId)).toEqual([50_000, -50_000])
  })

  it('is not returned by the site after 48 hours: both are told once that it is time', async () => {
    const { rentalId } = await returned('cash_on_delivery')
    hours(49)
    expect(await sweepDeposits(fixture.services)).toBe(1)
    expect(await sweepDeposits(fixture.services)).toBe(0)
    expect(await depositLines(rentalId)).toEqual([50_000])
    expect(await mails()).toEqual(['cash-due to owner', 'cash-due to renter'])
    await effects()
    const [email] = (await fixture.services.mail.list(10)).filter(({ to }) => to === 'owner@hiram.test')
    expect(email).toMatchObject({ subject: 'Please hand the deposit for Tent back' })
    expect(email!.text).toContain('You have ₱500.00 of Ramon Dela Cruz in cash')
    expect(await giveBack(rentalId, 'ramon')).toMatchObject({ ok: true })
  })
})

it.each(['online', 'cash_on_delivery'] as const)(
  'a deposit is not returned while a decision that can be appealed takes some of it (%s)',
  async (how) => {
    const { rentalId } = await returned(how)
    const of = (who: 'ramon' | 'olivia' | 'amihan') => by(fixture.services, fixture.cast[who])
    const opening = { rentalId, kind: 'damage' as const, text: 'Torn', askedCentavos: null }
    accepted(await fileDispute(of('olivia'), opening))
    accepted(await answerDispute(of('ramon'), { rentalId, text: 'No' }))
    const decision = { rentalId, award: { ...noAward, ownerCentavos: 30_000 }, reason: 'So it was.' }
    accepted(await decideDispute(of('amihan'), people.admin(fixture.cast.amihan), decision))
    expect(await giveBack(rentalId)).toMatchObject({ reason: 'early' })
  },
)
