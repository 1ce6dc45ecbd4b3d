import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { noAward } from '#domain/dispute/dispute.ts'
import { addDays, formatInstant } from '#domain/period.ts'
import { decideObjection } from '#domain/rental/late-fee.ts'
import { accepted } from '#seeds/act.ts'
import { deposits } from '#tests/support/deposits.ts'
import { grantClaim } from '#tests/support/grant-claim.ts'
import { paying } from '#tests/support/paying.ts'
import * as people from '#tests/support/people.ts'
import { by, NOW, TODAY } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { answerChange } from '../change/answer-change.ts'
import { askChange } from '../change/ask-change.ts'
import { acceptDispute } from '../dispute/accept-dispute.ts'
import { answerDispute } from '../dispute/answer-dispute.ts'
import { claimDeposit } from '../dispute/claim-deposit.ts'
import { decideDispute } from '../dispute/decide-dispute.ts'
import { fileDispute } from '../dispute/file-dispute.ts'
import { sweepDisputes } from '../dispute/sweep-disputes.ts'
import { returnDeposit } from '../deposit/return-deposit.ts'
import { sweepDeposits } from '../deposit/sweep-deposits.ts'
import { placeOrder } from '../order/place-order.ts'
import { objectToWord } from '../handover/answer-word.ts'
import { sayBroughtBack } from '../handover/say-brought-back.ts'
import { resumeListing } from '../listing/resume-listing.ts'
import { readTable } from '../admin-table.ts'
import { orderTable } from '../order/order-table.ts'
import { readOverview } from '../overview/overview.ts'
import { lateEmails } from '../notification/late-mail.ts'
import { findRentalOfParty } from './find-rental-of-party.ts'
import { objectLateFee } from './object-late-fee.ts'
import { sweepLate } from './sweep-late.ts'
import { sweepRentals } from './sweep-rentals.ts'
import { takeAdminAction, takePartyAction } from './take-action.ts'
import { waiveLateFee } from './waive-late-fee.ts'

/**
 * A tent at ₱1,000.00 a day was due back yesterday: grace until 12:00 today, an hour and 45 minutes after minute 0.
 */
const fixture = withServices(['ramon', 'katrina', 'olivia', 'diego', 'amihan'])
const { hours, active, returned, depositLines } = deposits(fixture)
const { balances, refundsOf, reset } = paying(fixture)
beforeEach(reset)

type Who = keyof typeof fixture.cast
const waive = (rentalId: string, waived: number | 'all', who: Who = 'olivia') =>
  waiveLateFee(by(fixture.services, fixture.cast[who]), { rentalId, waived })
const object = (rentalId: string, who: Who = 'ramon') =>
  objectLateFee(by(fixture.services, fixture.cast[who]), { rentalId, objection: 'There was a flood.' })
/** The fee as its renter reads of it. */
const shown = async (rentalId: string) =>
  accepted(await findRentalOfParty(by(fixture.services, fixture.cast.ramon), rentalId)).rental.fee
const feeOf = (rentalId: string) =>
  fixture.services.db.selectFrom('lateFee').selectAll().where('rentalId', '=', rentalId).executeTakeFirst()
const disputeOf = (rentalId: string) =>
  fixture.services.db
    .selectFrom('dispute')
    .selectAll()
    .where('rentalId', '=', rentalId)
    .orderBy('openedAt')
    .execute()
const saidIn = async (rentalId: string) => {
  const rows = await fixture.services.db
    .selectFrom('disputeStatement')
    .innerJoin('dispute', 'dispute.id', 'disputeId')
    .select(['by', 'text', 'asked'])
    .where('rentalId', '=', rentalId)
    .orderBy('disputeStatement.id')
    .execute()
  return rows.map(({ by: who, text, asked }) => [who, text, asked])
}
/** An admin decides on what the owner asks for. */
async function grant(rentalId: string, grantedCentavos: number) {
  const { services, cast } = fixture
  const decision = { rentalId, grantedCentavos, decision: 'The photos show it.' }
  accepted(await grantClaim(...people.asAdmin(services, cast.amihan), decision))
}
const statusOf = async (rentalId: string) =>
  (
    await fixture.services.db
      .selectFrom('rental')
      .select('status')
      .where('id', '=', rentalId)
      .executeTakeFirstOrThrow()
  ).status
const sweep = async () => {
  await sweepDisputes(fixture.services)
  await sweepLate(fixture.services)
  await sweepDeposits(fixture.services)
}
const mails = async (kind: string, of: string) => {
  const { rows } = await sql<{ payload: { news?: string; to?: string; rentalId: string } }>`
    select payload from effect where kind = ${kind} and done_at is null
      and payload ->> 'rentalId' = ${of} order by id`.execute(fixture.services.db)
  return rows.map(({ payload }) => [payload.news, payload.to].filter(Boolean).join(' to '))
}

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

  it('can be objected to by someone who has said all they may in the open dispute', async () => {
    const { rentalId } = await returned('online', 250_000, 26)
    const ramon = by(fixture.services, fixture.cast.ramon)
    const say = (text: string) =>
      fileDispute(ramon, { rentalId, kind: 'not-as-described', text, askedCentavos: null })
    for (const n of [1, 2, 3, 4, 5]) accepted(await say(`It leaked, ${n}.`))
    expect(await say('It leaked, 6.')).toMatchObject({ reason: 'limit' })
    accepted(await object(rentalId))
    expect(await feeOf(rentalId)).toMatchObject({ objection: 'There was a flood.' })
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

  it('becomes a dispute when the renter objects, which holds it once, and goes back when nobody decides', async () => {
    const { rentalId, orderId } = await returned('online', 250_000, 26)
    expect(await object(rentalId, 'olivia')).toMatchObject({ reason: 'side' })
    accepted(await object(rentalId))
    expect(await object(rentalId)).toMatchObject({ reason: 'answered' })
    expect(await waive(rentalId, 'all')).toMatchObject({ reason: 'decided' })
    expect(await feeOf(rentalId)).toMatchObject({ feeCentavos: 0, depositCentavos: 0, dueAt: null })
    expect(await disputeOf(rentalId)).toMatchObject([
      { openedBy: 'system', kind: 'late', ownerAsked: 200_000, renterAsked: null },
    ])
    expect(await saidIn(rentalId)).toEqual([
      ['system', 'The late fee of 2 days.', 200_000],
      ['renter', 'There was a flood.', null],
    ])
    expect(await mails('dispute-mail', rentalId)).toEqual(['opened to owner'])
    expect(await depositLines(rentalId)).toEqual([250_000])
    hours(26 + 48.1)
    await sweep()
    expect(await refundsOf(orderId)).toMatchObject([{ reason: 'deposit', centavos: 50_000 }])
    hours(26 + 14 * 24 + 0.1)
    await sweep()
    expect(await disputeOf(rentalId)).toMatchObject([{ outcome: 'undecided' }])
    expect(await refundsOf(orderId)).toMatchObject([{}, { reason: 'claim', centavos: 200_000 }])
    expect(await balances(orderId)).toMatchObject({ owner_payable: -100_000 })
    expect(Object.keys(await balances(orderId))).not.toContain('deposit_held')
  })

  it('becomes a part of the dispute when the renter objects to the return that it counts from', async () => {
    const { rentalId, orderId } = await returned('online', 250_000, 26)
    const word = { rentalId, reason: 'I brought it back in time.' }
    accepted(await objectToWord(by(fixture.services, fixture.cast.ramon), word))
    expect(await object(rentalId)).toMatchObject({ reason: 'answered' })
    expect(await feeOf(rentalId)).toMatchObject({ feeCentavos: 0, dueAt: null, objection: word.reason })
    expect(await disputeOf(rentalId)).toMatchObject([
      { openedBy: 'renter', kind: 'money', ownerAsked: 200_000 },
    ])
    expect(await saidIn(rentalId)).toEqual([
      ['renter', word.reason, null],
      ['system', 'The late fee of 2 days.', 200_000],
    ])
    expect(await mails('dispute-mail', rentalId)).toEqual(['opened to owner'])
    hours(26 + 48.1)
    await sweep()
    expect(await balances(orderId)).toMatchObject({ owner_payable: -100_000 })
    await grant(rentalId, 100_000)
    hours(26 + 10 * 24)
    await sweep()
    expect(await balances(orderId)).toMatchObject({ owner_payable: -200_000 })
  })

  it('becomes a dispute after the one that is decided when the renter objects to the return meanwhile', async () => {
    const { rentalId, orderId } = await returned('online', 250_000, 26)
    const damage = { rentalId, kind: 'damage' as const, text: 'It is torn.', askedCentavos: 30_000 }
    accepted(await fileDispute(by(fixture.services, fixture.cast.olivia), damage))
    await grant(rentalId, 0)
    hours(26 + 10)
    const word = { rentalId, reason: 'I brought it back in time.' }
    accepted(await objectToWord(by(fixture.services, fixture.cast.ramon), word))
    hours(26 + 7 * 24 + 0.1)
    await sweep()
    expect(await feeOf(rentalId)).toMatchObject({ feeCentavos: 0, dueAt: null, objection: word.reason })
    expect(await disputeOf(rentalId)).toMatchObject([
      { outcome: 'decided' },
      { closedAt: null, kind: 'money', openedBy: 'renter', ownerAsked: 200_000 },
    ])
    hours(26 + 30 * 24)
    await sweep()
    expect(await balances(orderId)).toMatchObject({ owner_payable: -100_000 })
    expect(Object.keys(await balances(orderId))).not.toContain('deposit_held')
  })

  it('that was objected to stays one part of the dispute when the renter objects to the return, too', async () => {
    const { rentalId } = await returned('online', 250_000, 26)
    accepted(await object(rentalId))
    const word = { rentalId, reason: 'I brought it back in time.' }
    accepted(await objectToWord(by(fixture.services, fixture.cast.ramon), word))
    expect(await disputeOf(rentalId)).toMatchObject([{ kind: 'late', ownerAsked: 200_000 }])
  })

  it('that was objected to can be asked for with more, or with less, by the owner’s answer', async () => {
    const { rentalId } = await returned('online', 250_000, 26)
    accepted(await object(rentalId))
    const olivia = by(fixture.services, fixture.cast.olivia)
    accepted(await answerDispute(olivia, { rentalId, text: 'It is scratched, too.', askedCentavos: 220_000 }))
    expect(await disputeOf(rentalId)).toMatchObject([{ ownerAsked: 220_000 }])
    const claims = fixture.services.db.selectFrom('depositClaim').select('centavos')
    expect(await claims.where('rentalId', '=', rentalId).execute()).toEqual([{ centavos: 220_000 }])
  })

  it('that was objected to can be granted in part, and the rest of the deposit stays claimable for its 48 hours', async () => {
    const { rentalId, orderId } = await returned('online', 250_000, 26)
    accepted(await object(rentalId))
    const more = { rentalId, kind: 'damage' as const, text: 'It is torn.', askedCentavos: 250_000 }
    accepted(await fileDispute(by(fixture.services, fixture.cast.olivia), more))
    expect(await refundsOf(orderId)).toEqual([])
    await grant(rentalId, 100_000)
    hours(26 + 7 * 24 + 1)
    await sweep()
    expect(await refundsOf(orderId)).toMatchObject([{ reason: 'claim', centavos: 150_000 }])
    expect(await balances(orderId)).toMatchObject({ owner_payable: -200_000 })
  })

  it('that was objected to lets the owner claim more of the deposit in their 48 hours, and not later', async () => {
    const answered = async (hour: number, askedCentavos: number) => {
      const { rentalId } = await returned('cash_on_delivery', 250_000, 3)
      accepted(await object(rentalId))
      hours(hour)
      await sweep()
      const answer = { rentalId, text: 'It is torn, too.', askedCentavos }
      return answerDispute(by(fixture.services, fixture.cast.olivia), answer)
    }
    expect(await answered(40, 250_000)).toMatchObject({ ok: true })
    expect(await answered(60, 250_000)).toMatchObject({ reason: 'late' })
    expect(await answered(60, 60_000)).toMatchObject({ ok: true })
  })

  it('that was objected to is asked for besides what the owner asks already, also beyond the deposit', async () => {
    const { rentalId } = await returned('online', 250_000, 26)
    const damage = { rentalId, kind: 'damage' as const, text: 'It is torn.', askedCentavos: 30_000 }
    accepted(await fileDispute(by(fixture.services, fixture.cast.olivia), damage))
    expect(await depositLines(rentalId)).toEqual([250_000, -20_000])
    accepted(await object(rentalId))
    expect(await disputeOf(rentalId)).toMatchObject([{ openedBy: 'owner', ownerAsked: 230_000 }])
    expect(await depositLines(rentalId)).toEqual([250_000, -20_000])
    hours(26 + 14 * 24 + 0.1)
    await sweep()
    expect(await depositLines(rentalId)).toEqual([250_000, -20_000, -230_000])
  })

  it('can’t be objected to while the open dispute is decided: the rest of the 48 hours begins when it is over', async () => {
    const { rentalId, orderId } = await returned('online', 250_000, 26)
    const damage = { rentalId, kind: 'damage' as const, text: 'It is torn.', askedCentavos: 30_000 }
    accepted(await fileDispute(by(fixture.services, fixture.cast.olivia), damage))
    hours(26 + 10)
    await grant(rentalId, 0)
    expect(await object(rentalId)).toMatchObject({
      reason: 'decided',
      message: 'This claim is decided already. Nothing was changed.',
    })
    hours(26 + 48.1)
    await sweep()
    expect(await feeOf(rentalId)).toMatchObject({ feeCentavos: 200_000, objectedAt: null, settledAt: null })
    expect((await shown(rentalId)).fixed).toMatchObject({ openDispute: 'decided' })
    const over = 26 + 10 + 7 * 24 + 0.1
    hours(over)
    await sweep()
    expect(await disputeOf(rentalId)).toMatchObject([{ outcome: 'decided' }])
    hours(over + 37.9)
    await sweep()
    expect(await feeOf(rentalId)).toMatchObject({ settledAt: null })
    const fee = await shown(rentalId)
    expect(fee.fixed).toMatchObject({ openDispute: null })
    expect(decideObjection(fee, fixture.services.clock.now())).toMatchObject({ ok: true, centavos: 200_000 })
    hours(over + 38.1)
    await sweep()
    expect(await object(rentalId)).toMatchObject({ reason: 'decided' })
    expect(await balances(orderId)).toMatchObject({ owner_payable: -300_000 })
  })

  it.each([250_000, 0])(
    'can be objected to in what is left of the 48 hours after a dispute, with a deposit of %i',
    async (deposit) => {
      const { rentalId, orderId } = await returned('online', deposit, 26)
      const damage = { rentalId, kind: 'damage' as const, text: 'It is torn.', askedCentavos: 30_000 }
      accepted(await fileDispute(by(fixture.services, fixture.cast.olivia), damage))
      hours(26 + 10)
      await grant(rentalId, 0)
      const over = 26 + 10 + 7 * 24 + 0.1
      hours(over)
      await sweep()
      hours(over + 1)
      accepted(await object(rentalId))
      expect(await disputeOf(rentalId)).toMatchObject([
        { outcome: 'decided' },
        { closedAt: null, kind: 'late', openedBy: 'system', ownerAsked: 200_000 },
      ])
      expect(await feeOf(rentalId)).toMatchObject({ feeCentavos: 0, objection: 'There was a flood.' })
      hours(over + 39)
      await sweep()
      expect(await balances(orderId)).toMatchObject({ owner_payable: -100_000 })
    },
  )

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

it('in cash the owner keeps it of the deposit in their hand, and hands the rest back', async () => {
  const { rentalId, orderId } = await returned('cash_on_delivery', 250_000, 2)
  expect(await balances(orderId)).toMatchObject({ deposit_held: -250_000 })
  const back = accepted(await returnDeposit(by(fixture.services, fixture.cast.olivia), { rentalId }))
  expect(back.centavos).toBe(150_000)
  hours(2 + 48.1)
  await sweep()
  // The owner has the rent and the fee of 2 days; the site is owed its 5 %.
  expect(await balances(orderId)).toMatchObject({ owner_payable: -200_000, cash_collected: 205_000 })
})

it('in cash both are told what is to be handed back when it is waived after the rest was handed back', async () => {
  const { rentalId } = await returned('cash_on_delivery', 250_000, 2)
  accepted(await returnDeposit(by(fixture.services, fixture.cast.olivia), { rentalId }))
  accepted(await waive(rentalId, 30_000))
  const due = (await mails('deposit-mail', rentalId)).filter((mail) => mail.startsWith('cash-due'))
  expect(due).toEqual(['cash-due to owner', 'cash-due to renter'])
  const renter = by(fixture.services, fixture.cast.ramon)
  expect(await returnDeposit(renter, { rentalId })).toMatchObject({ ok: true, centavos: 30_000 })
})

it.each(['all', 60_000] as const)(
  'in cash both are told what is to be handed back of it, when %s is waived in a dispute, once that is over',
  async (waived) => {
    const { rentalId } = await returned('cash_on_delivery', 250_000, 26)
    const damage = { rentalId, kind: 'damage' as const, text: 'It is torn.', askedCentavos: 50_000 }
    accepted(await fileDispute(by(fixture.services, fixture.cast.olivia), damage))
    accepted(await answerDispute(by(fixture.services, fixture.cast.ramon), { rentalId, text: 'It was so.' }))
    await grant(rentalId, 50_000)
    accepted(await waive(rentalId, waived))
    const due = async () =>
      (await mails('deposit-mail', rentalId)).filter((mail) => mail.startsWith('cash-due'))
    expect(await due()).toEqual([])
    hours(26 + 7 * 24 + 0.1)
    await sweep()
    expect(await due()).toEqual(['cash-due to owner', 'cash-due to renter'])
  },
)

describe('an item that is out late', () => {
  it('counts as not returned from 12:00 of the seventh day, once, and both are told', async () => {
    const { rentalId } = await active('online')
    hours(24 * 6 + 1.7)
    await sweep()
    expect(await feeOf(rentalId)).toBeUndefined()
    hours(24 * 6 + 1.8)
    await sweep()
    await sweep()
    expect(await feeOf(rentalId)).toMatchObject({ notReturnedAt: new Date('2026-11-27T04:00:00Z') })
    expect(await mails('late-mail', rentalId)).toEqual(['not-returned to owner', 'not-returned to renter'])
    expect(await disputeOf(rentalId)).toMatchObject([
      { kind: 'not-returned', openedBy: 'system', ownerAsked: null },
    ])
    expect(await mails('dispute-mail', rentalId)).toEqual([])
  })

  it('and stays out ends once the dispute is over: the late fee is fixed, the deposit follows, the listing is paused', async () => {
    const { rentalId, orderId, listingId } = await active('online', 1_000_000)
    hours(24 * 7)
    await sweep()
    hours(24 * 21)
    await sweep()
    expect(await statusOf(rentalId)).toBe('Active')
    hours(24 * 21 + 0.1)
    await sweep()
    await sweepRentals(fixture.services)
    expect(await statusOf(rentalId)).toBe('Completed')
    const { returnedAt, returnProof } = await fixture.services.db
      .selectFrom('rental')
      .select(['returnedAt', 'returnProof'])
      .where('id', '=', rentalId)
      .executeTakeFirstOrThrow()
    expect([returnedAt, returnProof]).toEqual([null, null])
    const listing = await fixture.services.db
      .selectFrom('listing')
      .select(['pausedAt', 'status'])
      .where('id', '=', listingId)
      .executeTakeFirstOrThrow()
    expect(listing).toEqual({ pausedAt: fixture.services.clock.now(), status: 'approved' })
    expect(await feeOf(rentalId)).toMatchObject({ days: 7, feeCentavos: 700_000, depositCentavos: 700_000 })
    expect((await mails('rental-mail', rentalId)).slice(-2)).toEqual(['renter', 'owner'])
    accepted(await resumeListing(by(fixture.services, fixture.cast.olivia), { listingId }))
    hours(24 * 23 + 0.2)
    await sweep()
    await sweep()
    expect(await refundsOf(orderId)).toMatchObject([{ reason: 'deposit', centavos: 300_000 }])
    expect(await balances(orderId)).toMatchObject({ owner_payable: -800_000 })
  })

  it('waits with its dispute until one that is decided already is over', async () => {
    const { rentalId } = await active('online')
    hours(24 * 5)
    const torn = { rentalId, kind: 'damage' as const, text: 'It is torn.', askedCentavos: 10_000 }
    accepted(await fileDispute(by(fixture.services, fixture.cast.olivia), torn))
    hours(24 * 6.9)
    await grant(rentalId, 0)
    hours(24 * 8)
    await sweep()
    expect((await feeOf(rentalId))?.notReturnedAt).toBeUndefined()
    hours(24 * 14)
    await sweep()
    expect(await disputeOf(rentalId)).toMatchObject([
      { kind: 'damage', outcome: 'decided' },
      { kind: 'not-returned', closedAt: null },
    ])
    await sweepRentals(fixture.services)
    expect(await statusOf(rentalId)).toBe('Active')
  })

  it('that its renter says is back counts as not returned only once the owner objected', async () => {
    const saidBack = async () => {
      const { rentalId } = await active('online')
      hours(24 * 6)
      const back = { rentalId, note: 'In the box.', photoIds: [] }
      accepted(await sayBroughtBack(by(fixture.services, fixture.cast.ramon), back))
      hours(24 * 7)
      await sweep()
      expect(await disputeOf(rentalId)).toEqual([])
      return rentalId
    }
    const silent = await saidBack()
    hours(24 * 8)
    await sweep()
    await sweepRentals(fixture.services)
    expect([await statusOf(silent), await disputeOf(silent)]).toEqual(['Completed', []])
    const objected = await saidBack()
    const olivia = by(fixture.services, fixture.cast.olivia)
    accepted(await objectToWord(olivia, { rentalId: objected, reason: 'The box is empty.' }))
    await sweep()
    expect(await feeOf(objected)).toMatchObject({ notReturnedAt: expect.any(Date) })
    expect(await disputeOf(objected)).toMatchObject([{ kind: 'not-returned', openedBy: 'owner' }])
  })

  it('does not count as not returned for admins while its renter’s word that it is back stands', async () => {
    const { rentalId, orderNumber } = await active('online')
    const counts = async () => {
      const admin = people.asAdmin(fixture.services, fixture.cast.amihan)
      const { rows, total } = await readTable(...admin, orderTable, new URLSearchParams('returned=no'))
      expect((await readOverview(...admin)).notReturned).toBe(total)
      return rows.some(({ number }) => number === orderNumber)
    }
    hours(24 * 7)
    await sweep()
    expect(await counts()).toBe(true)
    const back = { rentalId, note: 'In the box.', photoIds: [] }
    accepted(await sayBroughtBack(by(fixture.services, fixture.cast.ramon), back))
    expect(await counts()).toBe(false)
    const reason = 'The box is empty.'
    accepted(await objectToWord(by(fixture.services, fixture.cast.olivia), { rentalId, reason }))
    expect(await counts()).toBe(true)
  })

  it('that its renter says is back does not end as never returned', async () => {
    const { rentalId } = await active('online')
    hours(24 * 7)
    await sweep()
    hours(24 * 20)
    const renter = by(fixture.services, fixture.cast.ramon)
    accepted(await sayBroughtBack(renter, { rentalId, note: 'In the box.', photoIds: [] }))
    hours(24 * 21 + 0.1)
    await sweep()
    await sweepRentals(fixture.services)
    expect(await statusOf(rentalId)).toBe('Active')
    hours(24 * 22 + 0.1)
    await sweepRentals(fixture.services)
    expect(await statusOf(rentalId)).toBe('Completed')
    expect(await feeOf(rentalId)).toMatchObject({ days: 7 })
    const { rental } = accepted(await findRentalOfParty(renter, rentalId))
    expect(rental.returnedAt).toEqual(new Date(NOW.getTime() + 24 * 20 * 3_600_000))
  })

  it('has the next renter told once, who may take all their money back', async () => {
    const { services, cast } = fixture
    const { listingId } = await active('online')
    hours(-47)
    const next = await rentNext(listingId, 1)
    await services.db.deleteFrom('effect').execute()
    hours(9.7)
    await sweep()
    expect(await mails('not-back-mail', next)).toHaveLength(1)
    hours(10)
    await sweep()
    expect(await mails('not-back-mail', next)).toHaveLength(1)
    const taken = await takePartyAction(by(services, cast.katrina), {
      rentalId: next,
      action: 'cancel-not-back',
    })
    expect(taken).toMatchObject({ ok: true, refund: 'all' })
  })

  it('tells nobody when it is back in time', async () => {
    const { services, cast } = fixture
    const { listingId, rentalId } = await active('online')
    hours(-47)
    const next = await rentNext(listingId, 1)
    await services.db.deleteFrom('effect').execute()
    hours(0)
    accepted(await takePartyAction(by(services, cast.olivia), { rentalId, action: 'complete' }))
    await sweep()
    expect(await mails('not-back-mail', next)).toEqual([])
    expect(
      await takePartyAction(by(services, cast.katrina), { rentalId: next, action: 'cancel-not-back' }),
    ).toMatchObject({ reason: 'day' })
  })

  it('is never rented over its days up to today, whatever asks', async () => {
    const { services, cast } = fixture
    const { listingId } = await active('online')
    hours(0)
    const one = { renterId: cast.katrina.id, listingId }
    await expect(insertRental({ ...one, start: TODAY })).rejects.toThrow(/out late/)
    const planned = await insertRental({ ...one, start: addDays(TODAY, 1) })
    await expect(moveRental(planned!.id, TODAY, NOW)).rejects.toThrow(/out late/)
    await expect(moveRental(planned!.id, addDays(TODAY, 2), NOW)).resolves.toBeUndefined()
    const tomorrow = new Date(NOW.getTime() + 24 * 3_600_000)
    await expect(moveRental(planned!.id, addDays(TODAY, 1), tomorrow)).rejects.toThrow(/out late/)
    const line = { listingId, startDate: TODAY, durationDays: 1 as const, deliveryOption: 'pickup' as const }
    await services.db
      .insertInto('cartLine')
      .values({ ...line, renterId: cast.diego.id, seenPricePerDayCentavos: 100_000 })
      .execute()
    const checkout = await people.aCheckout(services, cast.diego)
    expect(await placeOrder(by(services, cast.diego), people.renter(cast.diego), checkout)).toMatchObject({
      ok: false,
      reason: 'line',
    })
  })
})

it('an item that was handed over the day before its first day is never rented over that day', async () => {
  const { services, cast } = fixture
  const { listingId, rentalId } = await active('online')
  hours(-47)
  accepted(await takePartyAction(by(services, cast.olivia), { rentalId, action: 'complete' }))
  const next = await rentNext(listingId, -1)
  accepted(await takePartyAction(by(services, cast.olivia), { rentalId: next, action: 'activate' }))
  const out = { renterId: cast.diego.id, listingId, start: addDays(TODAY, -2) }
  await expect(insertRental({ ...out, at: services.clock.now() })).rejects.toThrow(/out late/)
})

describe('an item whose hand-over its renter objects to', () => {
  const admin = () => people.asAdmin(fixture.services, fixture.cast.amihan)
  /** Marked as handed over by the owner alone, and objected to an hour later: undecided until hour 289. */
  async function contested() {
    const rented = await active('online', 1_000_000)
    hours(-47)
    const reason = 'I never got it.'
    accepted(
      await objectToWord(by(fixture.services, fixture.cast.ramon), { rentalId: rented.rentalId, reason }),
    )
    return rented
  }
  const decideOn = async (rentalId: string, award: Partial<typeof noAward>) =>
    accepted(
      await decideDispute(...admin(), { rentalId, award: { ...noAward, ...award }, reason: 'So it was.' }),
    )

  it('costs nothing and does not count as not returned before the dispute is over, and then as usual', async () => {
    const { rentalId } = await contested()
    hours(24 * 8)
    await sweep()
    expect(await feeOf(rentalId)).toBeUndefined()
    expect(await saidIn(rentalId)).toEqual([['renter', 'I never got it.', null]])
    expect(await waive(rentalId, 100)).toMatchObject({ reason: 'status' })
    hours(289.1)
    await sweep()
    expect(await feeOf(rentalId)).toMatchObject({ notReturnedAt: new Date('2026-11-27T04:00:00Z') })
    expect(await disputeOf(rentalId)).toMatchObject([
      { kind: 'not-handed-over', outcome: 'undecided' },
      { kind: 'not-returned', closedAt: null },
    ])
  })

  it.each([
    ['for the owner', {}],
    ['that gives the renter some rent', { rentCentavos: 20_000 }],
  ])('does so after a decision %s', async (_, award) => {
    const { rentalId } = await contested()
    hours(30)
    await decideOn(rentalId, award)
    hours(24 * 9)
    await sweep()
    expect(await feeOf(rentalId)).toMatchObject({ notReturnedAt: expect.any(Date) })
  })

  it('costs what it costs once its renter says that they brought it back', async () => {
    const { rentalId } = await contested()
    hours(26)
    const back = { rentalId, note: 'I got it on the second day.', photoIds: [] }
    accepted(await sayBroughtBack(by(fixture.services, fixture.cast.ramon), back))
    const olivia = by(fixture.services, fixture.cast.olivia)
    accepted(await takePartyAction(olivia, { rentalId, action: 'complete' }))
    expect(await feeOf(rentalId)).toMatchObject({ days: 2, feeCentavos: 200_000 })
  })
})

async function rentNext(listingId: string, inDays: number): Promise<string> {
  const { services, cast } = fixture
  const bookable = { bookableWhileRented: true, status: 'approved' as const }
  await services.db.updateTable('listing').set(bookable).where('id', '=', listingId).execute()
  const { rentalId } = await people.rent(services, cast.katrina, [listingId], {
    startDate: addDays(TODAY, inDays),
  })
  accepted(await takePartyAction(by(services, cast.olivia), { rentalId, action: 'approve' }))
  return rentalId
}

/** Writes a rental past every rule of the code. */
async function insertRental({
  renterId,
  listingId,
  start,
  at = NOW,
}: {
  renterId: string
  listingId: string
  start: string
  at?: Date
}) {
  const { db } = fixture.services
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      insert into rental (id, order_id, listing_id, renter_id, owner_id, title, price_per_day_centavos, duration_days,
        delivery_option, period, status, created_at, status_changed_at)
      select gen_random_uuid(), r.order_id, r.listing_id, ${renterId}, r.owner_id, r.title, 1, 1, 'pickup',
        daterange(${start}::date, ${start}::date + 1), 'Pending', ${at}, ${at}
      from rental r where r.listing_id = ${listingId} limit 1 returning id`.execute(tx)
    return rows[0]
  })
}

/** Moves a rental of one day past every rule of the code. */
async function moveRental(rentalId: string, start: string, at: Date): Promise<void> {
  const to = `[${start},${addDays(start, 1)})`
  await fixture.services.db.transaction().execute(async (tx) => {
    await sql`insert into rental_change (id, rental_id, from_period, to_period, rent_centavos, fee_centavos, state,
      asked_at, answer_by, ended_at)
      select gen_random_uuid(), id, period, ${to}::daterange, 0, 0, 'done', ${at}, ${at}, ${at} from rental
      where id = ${rentalId}`.execute(tx)
    await sql`update rental set period = ${to}::daterange where id = ${rentalId}`.execute(tx)
  })
}
