import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { formatInstant } from '#domain/period.ts'
import { accepted } from '#seeds/act.ts'
import * as people from '#tests/support/people.ts'
import { by, NOW } from '#tests/support/services.ts'
import { lateFees, type Who } from '#tests/support/late-fees.ts'
import { answerChange } from '../change/answer-change.ts'
import { askChange } from '../change/ask-change.ts'
import { acceptDispute } from '../dispute/accept-dispute.ts'
import { answerDispute } from '../dispute/answer-dispute.ts'
import { claimDeposit } from '../dispute/claim-deposit.ts'
import { fileDispute } from '../dispute/file-dispute.ts'
import { returnDeposit } from '../deposit/return-deposit.ts'
import { lateEmails } from '../notification/late-mail.ts'
import { takeAdminAction, takePartyAction } from './take-action.ts'
import { waiveLateFee } from './waive-late-fee.ts'

const {
  fixture,
  hours,
  active,
  returned,
  balances,
  refundsOf,
  waive,
  object,
  feeOf,
  disputeOf,
  grant,
  sweep,
  mails,
} = lateFees()

describe('a late fee of a rental that was paid online', () => {
  it('is not fixed by a return within the grace', async () => {
    const { rentalId } = await returned('online')
    expect(await feeOf(rentalId)).toBeUndefined()
  })

  it('waits 48 hours, is then taken from the deposit for the owner, and the rest goes back', async () => {
    const { rentalId, orderId } = await returned('online', 250_000, 26)
    expect(await feeOf(rentalId)).toMatchObject({ days: 2, feeCentavos: 200_000, depositCentavos: 200_000 })
    expect(await mails('late-mail', rentalId)).toEqual(['fixed to owner', 'fixed to renter'])
    hours(26 + 47.9)
    await sweep()
    expect(await refundsOf(orderId)).toEqual([])
    hours(26 + 48.1)
    await sweep()
    await sweep()
    expect(await refundsOf(orderId)).toMatchObject([{ reason: 'deposit', centavos: 50_000 }])
    expect(await balances(orderId)).toMatchObject({ owner_payable: -300_000, platform_fee: -5_000 })
    expect(Object.keys(await balances(orderId))).not.toContain('deposit_held')
    expect(await mails('late-mail', rentalId)).toContain('taken to renter')
  })

  it('names the time to object that is stored, in the mails about it', async () => {
    const { rentalId } = await returned('online', 250_000, 26)
    const dueAt = new Date(NOW.getTime() + (26 + 70) * 3_600_000)
    await fixture.services.db.updateTable('lateFee').set({ dueAt }).where('rentalId', '=', rentalId).execute()
    for (const to of ['owner', 'renter'] as const)
      expect(await lateEmails['late-mail'](fixture.services, { rentalId, news: 'fixed', to })).toMatchObject({
        lead: expect.stringContaining(formatInstant(dueAt)),
      })
  })

  it.each([0, 250_000])(
    'has no mail once it is waived or objected to, and the one about a waiver stays true (deposit %i)',
    async (deposit) => {
      const read = async (rentalId: string, news: 'fixed' | 'waived') => {
        const to = (side: 'owner' | 'renter') =>
          lateEmails['late-mail'](fixture.services, { rentalId, news, to: side })
        return [await to('owner'), await to('renter')]
      }
      const waived = await returned('online', deposit, 26)
      accepted(await waive(waived.rentalId, 'all'))
      expect(await read(waived.rentalId, 'fixed')).toEqual([null, null])
      expect((await read(waived.rentalId, 'waived'))[1]?.lead).toBe('Nothing of it is left.')
      const objected = await returned('online', deposit, 26)
      accepted(await waive(objected.rentalId, 10_000))
      accepted(await object(objected.rentalId))
      expect(await read(objected.rentalId, 'fixed')).toEqual([null, null])
      expect((await read(objected.rentalId, 'waived'))[1]?.lead).toBe('See what is left of it on its page.')
    },
  )

  it('takes no more than the deposit, and what is left is owed between the two', async () => {
    const { rentalId, orderId } = await returned('online', 50_000, 50)
    hours(50 + 48.1)
    await sweep()
    expect(await feeOf(rentalId)).toMatchObject({
      days: 3,
      feeCentavos: 300_000,
      depositCentavos: 50_000,
      dueAt: null,
    })
    expect(await refundsOf(orderId)).toEqual([])
    expect(await balances(orderId)).toMatchObject({ owner_payable: -150_000 })
    expect(
      (await sql`select from rental where deposit_due_at is not null`.execute(fixture.services.db)).rows,
    ).toEqual([])
  })

  it('without a deposit is owed between the two, and nothing of it is in the book', async () => {
    const { rentalId, orderId } = await returned('online', 0, 26)
    hours(26 + 48.1)
    await sweep()
    expect(await feeOf(rentalId)).toMatchObject({ feeCentavos: 200_000, depositCentavos: 0 })
    expect(await balances(orderId)).toMatchObject({ owner_payable: -100_000 })
  })

  it('can be waived in part before and after the return, and in full at any time until it is taken', async () => {
    const { rentalId, orderId } = await active('online', 250_000)
    hours(1)
    expect(await waive(rentalId, 100)).toMatchObject({ reason: 'amount' })
    hours(2)
    expect(await waive(rentalId, 40_000, 'ramon')).toMatchObject({ reason: 'side' })
    expect(await waive(rentalId, 40_000, 'diego')).toMatchObject({ reason: 'not-found' })
    accepted(await waive(rentalId, 40_000))
    accepted(
      await takePartyAction(by(fixture.services, fixture.cast.olivia), { rentalId, action: 'complete' }),
    )
    expect(await feeOf(rentalId)).toMatchObject({ feeCentavos: 60_000, depositCentavos: 60_000 })
    accepted(await waive(rentalId, 10_000))
    hours(2 + 48.1)
    await sweep()
    expect(await balances(orderId)).toMatchObject({ owner_payable: -150_000 })
    expect(await refundsOf(orderId)).toMatchObject([{ centavos: 200_000 }])
    expect(await waive(rentalId, 'all')).toMatchObject({ reason: 'decided' })
  })

  it('is waived once by a form that is sent twice', async () => {
    const { rentalId } = await returned('online', 250_000, 26)
    const twice = { rentalId, waived: 10_000, seen: 200_000 }
    const olivia = by(fixture.services, fixture.cast.olivia)
    accepted(await waiveLateFee(olivia, twice))
    expect(await waiveLateFee(olivia, twice)).toMatchObject({ reason: 'stale' })
    expect(await feeOf(rentalId)).toMatchObject({ feeCentavos: 190_000 })
  })

  it('comes first of what a lower claim leaves of the deposit, before that goes back', async () => {
    const { rentalId, orderId } = await active('online', 500_000)
    hours(24 * 7)
    await sweep()
    const olivia = by(fixture.services, fixture.cast.olivia)
    accepted(await answerDispute(olivia, { rentalId, text: 'It is gone.', askedCentavos: 500_000 }))
    hours(24 * 9)
    accepted(await takePartyAction(olivia, { rentalId, action: 'complete' }))
    expect(await feeOf(rentalId)).toMatchObject({ feeCentavos: 700_000, depositCentavos: 0 })
    const scratched = { rentalId, kind: 'damage' as const, text: 'Only a scratch.', askedCentavos: 20_000 }
    accepted(await fileDispute(olivia, scratched))
    expect(await feeOf(rentalId)).toMatchObject({ feeCentavos: 700_000, depositCentavos: 480_000 })
    expect(await refundsOf(orderId)).toEqual([])
    accepted(
      await acceptDispute(by(fixture.services, fixture.cast.ramon), {
        rentalId,
        accepts: { what: 'demand', centavos: 20_000 },
      }),
    )
    hours(24 * 12)
    await sweep()
    expect(await refundsOf(orderId)).toEqual([])
    expect(await balances(orderId)).toMatchObject({ owner_payable: -600_000 })
  })

  it('waived after the owner returned the rest of the deposit goes back as well', async () => {
    const { rentalId, orderId } = await returned('online', 250_000, 2)
    accepted(await returnDeposit(by(fixture.services, fixture.cast.olivia), { rentalId }))
    expect(await refundsOf(orderId)).toMatchObject([{ reason: 'deposit', centavos: 150_000 }])
    accepted(await waive(rentalId, 'all'))
    expect(await refundsOf(orderId)).toMatchObject([{}, { reason: 'late-fee', centavos: 100_000 }])
    expect(Object.keys(await balances(orderId))).not.toContain('deposit_held')
  })

  it('leaves the owner the time to claim when they waive it', async () => {
    const { rentalId, orderId } = await returned('online', 50_000, 2)
    accepted(await waive(rentalId, 'all'))
    expect(await refundsOf(orderId)).toEqual([])
    const claim = { rentalId, centavos: 50_000, reason: 'Torn.', photoIds: [] }
    accepted(await claimDeposit(by(fixture.services, fixture.cast.olivia), claim))
  })

  it('waived while a dispute is open stays held for its award, and the rest goes back when that is over', async () => {
    const { rentalId, orderId } = await returned('online', 250_000, 26)
    const damage = { rentalId, kind: 'damage' as const, text: 'It is torn.', askedCentavos: 150_000 }
    accepted(await fileDispute(by(fixture.services, fixture.cast.olivia), damage))
    accepted(await answerDispute(by(fixture.services, fixture.cast.ramon), { rentalId, text: 'It was so.' }))
    await grant(rentalId, 150_000)
    accepted(await waive(rentalId, 'all'))
    expect(await refundsOf(orderId)).toEqual([])
    hours(26 + 7 * 24 + 0.1)
    await sweep()
    expect(await refundsOf(orderId)).toMatchObject([{ reason: 'claim', centavos: 100_000 }])
    expect(await balances(orderId)).toMatchObject({ owner_payable: -250_000 })
    expect(Object.keys(await balances(orderId))).not.toContain('deposit_held')
    const debts = fixture.services.db.selectFrom('debt').select('centavos').where('rentalId', '=', rentalId)
    expect(await debts.execute()).toEqual([])
  })

  it('comes from what a claim leaves of the deposit before that goes back', async () => {
    const { rentalId, orderId } = await active('online', 250_000)
    hours(24 * 7)
    await sweep()
    const lost = { rentalId, kind: 'not-returned' as const, text: 'It is gone.', askedCentavos: 250_000 }
    accepted(await fileDispute(by(fixture.services, fixture.cast.olivia), lost))
    hours(24 * 8)
    accepted(
      await takePartyAction(by(fixture.services, fixture.cast.olivia), { rentalId, action: 'complete' }),
    )
    expect(await feeOf(rentalId)).toMatchObject({ feeCentavos: 700_000, depositCentavos: 0 })
    hours(24 * 21 + 0.1)
    await sweep()
    expect(await disputeOf(rentalId)).toMatchObject([{ outcome: 'undecided' }])
    expect(await refundsOf(orderId)).toEqual([])
    expect(await feeOf(rentalId)).toMatchObject({ depositCentavos: 250_000 })
    expect(await balances(orderId)).toMatchObject({ owner_payable: -350_000 })
    expect(Object.keys(await balances(orderId))).not.toContain('deposit_held')
    const debts = fixture.services.db.selectFrom('debt').select('centavos').where('rentalId', '=', rentalId)
    expect(await debts.execute()).toEqual([{ centavos: 450_000 }])
  })

  it('is the same when the jobs did not run for three days', async () => {
    const { rentalId } = await active('online', 250_000)
    hours(24 * 8)
    accepted(
      await takePartyAction(by(fixture.services, fixture.cast.olivia), { rentalId, action: 'complete' }),
    )
    await sweep()
    expect(await feeOf(rentalId)).toMatchObject({ days: 7, feeCentavos: 700_000, notReturnedAt: null })
  })

  it('of days that were added later is not waived by what was waived before', async () => {
    const { rentalId } = await active('cash_on_delivery')
    hours(0)
    accepted(await waive(rentalId, 'all'))
    const of = (who: Who) => by(fixture.services, fixture.cast[who])
    const request = { what: 'extend' as const, days: 3 }
    const { changeId } = accepted(await askChange(of('ramon'), { rentalId, request }))
    accepted(await answerChange(of('olivia'), { changeId, yes: true }))
    hours(3 * 24 + 26)
    accepted(await takePartyAction(of('olivia'), { rentalId, action: 'complete' }))
    expect(await feeOf(rentalId)).toMatchObject({ days: 2, feeCentavos: 200_000, waivedAll: false })
  })

  it('is forgotten when the return is undone, but not what was waived', async () => {
    const { rentalId } = await returned('online', 250_000, 26)
    accepted(await waive(rentalId, 30_000))
    const admin = people.asAdmin(fixture.services, fixture.cast.amihan)
    accepted(await takeAdminAction(...admin, { rentalId, action: 'undo-complete' }))
    expect(await feeOf(rentalId)).toMatchObject({ waivedCentavos: 30_000, fixedAt: null, depositCentavos: 0 })
    hours(50)
    accepted(
      await takePartyAction(by(fixture.services, fixture.cast.olivia), { rentalId, action: 'complete' }),
    )
    expect(await feeOf(rentalId)).toMatchObject({ days: 3, feeCentavos: 270_000, depositCentavos: 250_000 })
  })
})
