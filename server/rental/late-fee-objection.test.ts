import { describe, expect, it } from 'vitest'
import { decideObjection } from '#domain/rental/late-fee.ts'
import { accepted } from '#seeds/act.ts'
import { by } from '#tests/support/services.ts'
import { lateFees } from '#tests/support/late-fees.ts'
import { answerDispute } from '../dispute/answer-dispute.ts'
import { fileDispute } from '../dispute/file-dispute.ts'
import { objectToWord } from '../handover/answer-word.ts'

const {
  fixture,
  hours,
  returned,
  depositLines,
  balances,
  refundsOf,
  waive,
  object,
  shown,
  feeOf,
  disputeOf,
  saidIn,
  grant,
  sweep,
  mails,
} = lateFees()

describe('a late fee of a rental that was paid online', () => {
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
})
