import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { DisputeKind } from '#domain/dispute/dispute.ts'
import { addDays } from '#domain/period.ts'
import type { EmailPayloads } from '#domain/notification/kinds.ts'
import { accepted } from '#seeds/act.ts'
import { deposits } from '#tests/support/deposits.ts'
import { paying } from '#tests/support/paying.ts'
import * as people from '#tests/support/people.ts'
import { by } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { asMoneyAdmin } from '#domain/access.ts'
import { system } from '#domain/actor.ts'
import { inTransaction } from '../record.ts'
import { sweepRentals } from '../rental/sweep-rentals.ts'
import { takePartyAction } from '../rental/take-action.ts'
import { returnDueDeposit } from '../deposit/return-deposit.ts'
import { sweepDeposits } from '../deposit/sweep-deposits.ts'
import { acceptDispute } from './accept-dispute.ts'
import { answerDispute } from './answer-dispute.ts'
import { appealDispute } from './appeal-dispute.ts'
import { claimDeposit } from './claim-deposit.ts'
import { listDebts } from '../debt/queries.ts'
import { endSuspension } from '../account/end-suspension.ts'
import { suspendAccount } from '../account/suspend-account.ts'
import { personalDataOf } from '#tests/support/personal-data.ts'
import { takeDownListing } from '../take-down/take-down-listing.ts'
import { disputeEmails } from '../notification/dispute-mail.ts'
import { findReceipt } from '../order/find-receipt.ts'
import { decideDispute } from './decide-dispute.ts'
import { fileDispute } from './file-dispute.ts'
import { openDispute } from './open-dispute.ts'
import { sweepDisputes } from './sweep-disputes.ts'

const fixture = withServices(['ramon', 'katrina', 'olivia', 'diego', 'amihan'])
const { hours, active, returned, complete, depositLines } = deposits(fixture)
const { paid, balances, refundsOf, effects } = paying(fixture)
type Who = keyof typeof fixture.cast
const ctx = (who: Who) => by(fixture.services, fixture.cast[who])

const file = (
  who: Who,
  rentalId: string,
  kind: DisputeKind = 'money',
  askedCentavos: number | null = null,
  more: object = {},
) => fileDispute(ctx(who), { rentalId, kind, text: `About ${kind}`, askedCentavos, ...more })
const answer = (who: Who, rentalId: string, askedCentavos: number | null = null) =>
  answerDispute(ctx(who), { rentalId, text: 'It was not so.', askedCentavos })
const none = { ownerCentavos: 0, rentCentavos: 0, goodwillCentavos: 0, goodwillTo: null }
const decide = (rentalId: string, award: object, who: Who = 'amihan', services = fixture.services) =>
  decideDispute(...people.asAdmin(services, fixture.cast[who]), {
    rentalId,
    award: { ...none, ...award },
    reason: 'The photos show it.',
  })
const accept = (who: Who, rentalId: string) =>
  acceptDispute(ctx(who), { rentalId, accepts: { what: 'decision' } })
const acceptDemand = (who: Who, rentalId: string, centavos: number | null) =>
  acceptDispute(ctx(who), { rentalId, accepts: { what: 'demand', centavos } })
const appeal = (who: Who, rentalId: string) => appealDispute(ctx(who), { rentalId, text: 'Here is a quote.' })
const sweep = () => sweepDisputes(fixture.services)
const disputesOf = (rentalId: string) =>
  fixture.services.db
    .selectFrom('dispute')
    .selectAll()
    .where('rentalId', '=', rentalId)
    .orderBy('openedAt')
    .orderBy('id')
    .execute()
const rentalOf = async (rentalId: string) => {
  const { rows } = await sql<{ start: string; status: string; listingId: string }>`
    select lower(period)::text as start, status, listing_id
    from rental where id = ${rentalId}`.execute(fixture.services.db)
  return rows[0]!
}
const openOf = async (rentalId: string) => (await disputesOf(rentalId)).at(-1)!

describe('a dispute', () => {
  // Spec: D51
  it('of ₱300.00 of a deposit: ₱200.00 is granted, and moves once the time for an appeal is over', async () => {
    const { rentalId, orderId } = await returned('online')
    accepted(await file('olivia', rentalId, 'damage', 30_000))
    expect(await depositLines(rentalId)).toEqual([50_000, -20_000])
    accepted(await answer('ramon', rentalId))
    hours(2)
    accepted(await decide(rentalId, { ownerCentavos: 20_000 }))
    hours(2 + 7 * 24)
    expect(await sweep()).toBe(0)
    expect(await depositLines(rentalId)).toEqual([50_000, -20_000])
    hours(2 + 7 * 24 + 1)
    expect(await sweep()).toBe(1)
    expect(await sweep()).toBe(0)
    expect(await depositLines(rentalId)).toEqual([50_000, -20_000, -10_000])
    expect(await balances(orderId)).toMatchObject({ owner_payable: -120_000 })
    expect(await openOf(rentalId)).toMatchObject({ outcome: 'decided', depositMoved: 20_000, owed: 0 })
    await effects()
  })

  it('of a deposit can be lowered, each time the owner asks for less, and what is free then goes back', async () => {
    const { rentalId, orderId } = await returned('online')
    for (const asked of [40_000, 30_000, 20_000]) accepted(await file('olivia', rentalId, 'damage', asked))
    expect(await depositLines(rentalId)).toEqual([50_000, -10_000, -10_000, -10_000])
    expect((await refundsOf(orderId)).map(({ centavos }) => centavos)).toEqual([10_000, 10_000, 10_000])
    expect(await openOf(rentalId)).toMatchObject({ ownerAsked: 20_000 })
  })

  it('of more of a deposit leaves what was granted before on the receipt and in the data of its people', async () => {
    const { rentalId, orderNumber } = await active('online')
    accepted(await file('olivia', rentalId, 'damage', 20_000))
    accepted(await answer('ramon', rentalId))
    accepted(await decide(rentalId, { ownerCentavos: 20_000 }))
    for (const who of ['olivia', 'ramon'] as const) accepted(await accept(who, rentalId))
    hours(0)
    accepted(await complete(rentalId))
    accepted(await file('olivia', rentalId, 'damage', 10_000))
    const { receipt } = accepted(await findReceipt(ctx('olivia'), orderNumber))
    expect(receipt.items).toMatchObject([{ grantedCentavos: 20_000 }])
    const { depositClaims } = (await personalDataOf(ctx('olivia'))).sections
    expect(depositClaims).toContainEqual(
      expect.objectContaining({
        orderNumber,
        centavos: 30_000,
        grantedBeforeCentavos: 20_000,
        grantedCentavos: null,
      }),
    )
  })

  it('is in the download of both, each with what that person wrote', async () => {
    const { rentalId } = await returned('online')
    accepted(await file('olivia', rentalId, 'damage', 10_000))
    accepted(await answer('ramon', rentalId))
    const textsOf = async (who: Who) => {
      const { sections } = await personalDataOf(ctx(who))
      const [claim, dispute] = [sections['depositClaims']!.at(-1), sections['disputes']!.at(-1)]
      const { said } = dispute as { said: { text: string | null }[] }
      return { claim: (claim as { reason: string | null }).reason, said: said.map(({ text }) => text) }
    }
    expect(await textsOf('olivia')).toEqual({ claim: 'About damage', said: ['About damage', null] })
    expect(await textsOf('ramon')).toEqual({ claim: null, said: [null, 'It was not so.'] })
  })

  it.each([
    ['withdraw', 13, 15],
    ['withdraw', 0, 0],
    ['take-down', 0, 0],
  ] as const)(
    'on which we decided is closed without a debt as all the money goes back (%s, %i, %i days later)',
    async (how, decidedOn, endedOn) => {
      hours(0)
      const { rentalId, id: orderId } = await paid(fixture.cast.ramon, { deposit: 50_000 })
      accepted(await takePartyAction(ctx('olivia'), { rentalId, action: 'approve' }))
      const { start } = await rentalOf(rentalId)
      const daysLater = (days: number) => fixture.services.clock.set(`${addDays(start, days)}T20:00:00+08:00`)
      daysLater(0)
      accepted(await file('olivia', rentalId, 'no-show', 30_000))
      accepted(await answer('ramon', rentalId))
      daysLater(decidedOn)
      accepted(await decide(rentalId, { ownerCentavos: 30_000 }))
      daysLater(endedOn)
      if (how === 'withdraw') accepted(await takePartyAction(ctx('olivia'), { rentalId, action: 'withdraw' }))
      else {
        const { listingId } = await rentalOf(rentalId)
        const admin = people.admin(fixture.cast.amihan)
        accepted(await takeDownListing(ctx('amihan'), admin, { listingId, reason: 'Fraud' }))
      }
      expect(await openOf(rentalId)).toMatchObject({ outcome: 'undecided', depositMoved: 0, dueAt: null })
      expect((await refundsOf(orderId)).map(({ centavos }) => centavos)).toEqual([191_750])
      expect(await listDebts(fixture.services.db, rentalId)).toEqual([])
      const { rows } = await sql<{ payload: EmailPayloads['dispute-mail'] }>`select payload from effect
        where kind = 'dispute-mail' and payload ->> 'news' in ('decided', 'settled')
          and payload ->> 'rentalId' = ${rentalId} order by id`.execute(fixture.services.db)
      const mails = []
      for (const { payload } of rows)
        mails.push(await disputeEmails['dispute-mail'](fixture.services, payload))
      const over = { lead: expect.stringMatching(/^The rental was cancelled, so there is nothing to decide/) }
      expect(mails).toEqual([null, null, expect.objectContaining(over), expect.objectContaining(over)])
    },
  )

  // Once its deposit is back, an award about a rental that is over would be a debt of its renter.
  describe('about a rental that ends before its hand-over', () => {
    const suspend = async (who: Who) => {
      const suspended = { accountId: fixture.cast[who].id, reason: 'Asked for money outside.' }
      const admin = [ctx('amihan'), people.admin(fixture.cast.amihan)] as const
      accepted(await suspendAccount(...admin, suspended))
      accepted(await endSuspension(...admin, suspended))
    }
    const asked = async () => {
      const { rentalId, id: orderId } = await paid(fixture.cast.katrina, { deposit: 50_000 })
      accepted(await takePartyAction(ctx('olivia'), { rentalId, action: 'approve' }))
      fixture.services.clock.set(`${(await rentalOf(rentalId)).start}T20:00:00+08:00`)
      accepted(await file('olivia', rentalId, 'no-show', 30_000))
      accepted(await answer('katrina', rentalId))
      return { rentalId, orderId }
    }
    const centavosBack = async (orderId: string) => (await refundsOf(orderId)).map(({ centavos }) => centavos)

    it('as its renter is suspended ends with it', async () => {
      const { rentalId, orderId } = await asked()
      await suspend('katrina')
      expect(await openOf(rentalId)).toMatchObject({ outcome: 'undecided', depositMoved: 0, dueAt: null })
      expect(await centavosBack(orderId)).toEqual([191_750])
      expect(await decide(rentalId, { ownerCentavos: 30_000 })).toMatchObject({ reason: 'decided' })
      expect(await listDebts(fixture.services.db, rentalId)).toEqual([])
    })

    // Spec: D43
    it('as its renter is suspended ends without the decision that could still be appealed', async () => {
      const { rentalId, orderId } = await asked()
      accepted(await decide(rentalId, { ownerCentavos: 30_000 }))
      await suspend('katrina')
      expect(await openOf(rentalId)).toMatchObject({ outcome: 'undecided', depositMoved: 0, dueAt: null })
      expect(await centavosBack(orderId)).toEqual([191_750])
      expect(await listDebts(fixture.services.db, rentalId)).toEqual([])
    })

    it('as its renter cancels ends with it', async () => {
      hours(0)
      const { rentalId, id: orderId } = await paid(fixture.cast.katrina, { deposit: 50_000 })
      accepted(await takePartyAction(ctx('olivia'), { rentalId, action: 'approve' }))
      accepted(
        await inTransaction(fixture.services, (tx) =>
          openDispute(
            tx,
            { ...fixture.services, actor: system },
            {
              rentalId,
              kind: 'money',
              by: 'system',
              text: 'We ask for it.',
              askedCentavos: 30_000,
            },
          ),
        ),
      )
      accepted(await takePartyAction(ctx('katrina'), { rentalId, action: 'cancel' }))
      expect(await openOf(rentalId)).toMatchObject({ outcome: 'undecided', dueAt: null })
      expect(await centavosBack(orderId)).toEqual([191_750])
      expect(await listDebts(fixture.services.db, rentalId)).toEqual([])
    })
  })

  it('has one dispute, also when both open it at the same moment', async () => {
    const { rentalId } = await returned('online')
    const both = await Promise.all([
      file('olivia', rentalId, 'damage', 10_000),
      file('ramon', rentalId, 'not-as-described', 20_000),
    ])
    both.forEach(accepted)
    expect(await disputesOf(rentalId)).toMatchObject([{ ownerAsked: 10_000, renterAsked: 20_000 }])
    const said = await fixture.services.db
      .selectFrom('disputeStatement')
      .innerJoin('dispute', 'dispute.id', 'disputeId')
      .select(['by', 'asked'])
      .where('rentalId', '=', rentalId)
      .execute()
    expect(said.map(({ by }) => by).sort()).toEqual(['owner', 'renter'])
  })

  it('is opened by the system inside another change, also long after the return was due', async () => {
    const { rentalId } = await active('online')
    const late = (rental: string) =>
      inTransaction(fixture.services, (tx) =>
        openDispute(
          tx,
          { ...fixture.services, actor: system },
          { rentalId: rental, kind: 'not-returned', by: 'system', text: 'It is 7 days late.' },
        ),
      )
    hours(30 * 24)
    expect(await file('olivia', rentalId, 'not-returned', 1)).toMatchObject({ reason: 'late' })
    expect(await late(rentalId)).toMatchObject({ ok: true, isNew: true })
    expect(await late(rentalId)).toMatchObject({ ok: true, isNew: false })
    expect(await openOf(rentalId)).toMatchObject({ openedBy: 'system', kind: 'not-returned' })
  })
})

const owedFor = async (rentalId: string) =>
  (await listDebts(fixture.services.db, rentalId)).map(({ owedBy, centavos }) => [owedBy, centavos])

describe('what is accepted', () => {
  it('is what was seen: a demand that was raised meanwhile is not accepted, and nothing moves', async () => {
    const { rentalId } = await active('online')
    accepted(await file('olivia', rentalId, 'damage', 10_000))
    accepted(await file('olivia', rentalId, 'missing-parts', 5_000_000))
    expect(await acceptDemand('ramon', rentalId, 10_000)).toMatchObject({ reason: 'stale' })
    expect(await openOf(rentalId)).toMatchObject({ closedAt: null, ownerAsked: 5_000_000 })
    expect(await owedFor(rentalId)).toEqual([])
  })

  it('ends it at once: the owner’s demand, also beyond the deposit, which is then owed', async () => {
    const { rentalId, orderId } = await returned('online')
    accepted(await file('olivia', rentalId, 'damage', 80_000))
    expect(await acceptDemand('olivia', rentalId, null)).toMatchObject({ reason: 'incomplete' })
    expect(await acceptDemand('katrina', rentalId, 80_000)).toMatchObject({ reason: 'not-found' })
    accepted(await acceptDemand('ramon', rentalId, 80_000))
    expect(await openOf(rentalId)).toMatchObject({
      outcome: 'agreed',
      depositMoved: 50_000,
    })
    expect(await owedFor(rentalId)).toEqual([['renter', 30_000]])
    expect(await balances(orderId)).toMatchObject({ owner_payable: -150_000 })
    expect(await refundsOf(orderId)).toEqual([])
  })

  it('ends it at once: the renter’s demand, also beyond what they paid, which its owner then owes', async () => {
    const { rentalId, orderId } = await returned('online')
    accepted(await file('ramon', rentalId, 'not-as-described', 150_000))
    accepted(await acceptDemand('olivia', rentalId, 150_000))
    const { rentMoved } = await openOf(rentalId)
    expect(rentMoved).toBeGreaterThan(100_000)
    expect(await owedFor(rentalId)).toEqual([['owner', 150_000 - rentMoved]])
    expect((await refundsOf(orderId)).filter(({ reason }) => reason === 'dispute')).toMatchObject([
      { centavos: rentMoved },
    ])
  })

  it('can be all that was paid of the rent after goodwill, where the owner was granted the deposit', async () => {
    const { rentalId, orderId } = await active('online')
    accepted(await file('olivia', rentalId, 'damage', 50_000))
    accepted(await answer('ramon', rentalId))
    const award = { ownerCentavos: 50_000, goodwillCentavos: 30_000, goodwillTo: 'renter' }
    accepted(await decide(rentalId, award))
    for (const who of ['ramon', 'olivia'] as const) accepted(await accept(who, rentalId))
    accepted(await file('ramon', rentalId, 'not-as-described', 105_000))
    accepted(await acceptDemand('olivia', rentalId, 105_000))
    expect(await openOf(rentalId)).toMatchObject({ outcome: 'agreed', rentMoved: 105_000 })
    expect((await refundsOf(orderId)).map(({ reason, centavos }) => [reason, centavos])).toEqual([
      ['goodwill', 30_000],
      ['dispute', 105_000],
    ])
  })

  it('by both ends a decision: rent goes back, and goodwill comes from the site', async () => {
    const { rentalId, orderId } = await returned('online')
    accepted(await file('ramon', rentalId, 'not-as-described', 40_000))
    expect(await decide(rentalId, { rentCentavos: 40_000 })).toMatchObject({ reason: 'early' })
    accepted(await answer('olivia', rentalId))
    expect(await decide(rentalId, { rentCentavos: 40_001 })).toMatchObject({ reason: 'refund' })
    accepted(await decide(rentalId, { rentCentavos: 40_000, goodwillCentavos: 5_000, goodwillTo: 'renter' }))
    expect(await accept('ramon', rentalId)).toMatchObject({ ended: false })
    expect(await accept('ramon', rentalId)).toMatchObject({ reason: 'answered' })
    expect(await appeal('ramon', rentalId)).toMatchObject({ reason: 'answered' })
    expect(await accept('olivia', rentalId)).toMatchObject({ ended: true })
    expect(await refundsOf(orderId)).toMatchObject([
      { reason: 'dispute', centavos: 40_000 },
      { reason: 'goodwill', centavos: 5_000 },
    ])
    await effects()
    expect(await balances(orderId)).toMatchObject({ owner_payable: -60_000, goodwill: 5_000 })
    // The deposit, which nobody claimed, goes back on its day.
    expect(await depositLines(rentalId)).toEqual([50_000])
    hours(49)
    await sweepDeposits(fixture.services)
    expect(await depositLines(rentalId)).toEqual([50_000, -50_000])
  })
})

describe('without anybody’s doing', () => {
  it('a dispute ends after 14 days, and what is held goes back', async () => {
    const { rentalId } = await returned('online')
    accepted(await file('olivia', rentalId, 'damage', 30_000))
    hours(14 * 24 + 1)
    expect(await decide(rentalId, { ownerCentavos: 30_000 })).toMatchObject({ reason: 'decided' })
    await sweep()
    expect(await openOf(rentalId)).toMatchObject({ outcome: 'undecided', depositMoved: 0 })
    expect(await depositLines(rentalId)).toEqual([50_000, -20_000, -30_000])
  })

  it('the first decision stands when nobody decides on the appeal', async () => {
    const { rentalId } = await returned('online')
    accepted(await file('olivia', rentalId, 'damage', 30_000))
    accepted(await answer('ramon', rentalId))
    accepted(await decide(rentalId, { ownerCentavos: 12_345 }))
    hours(24)
    accepted(await appeal('ramon', rentalId))
    expect(await appeal('olivia', rentalId)).toMatchObject({ reason: 'decided' })
    accepted(await answer('olivia', rentalId))
    expect(await answer('olivia', rentalId)).toMatchObject({ reason: 'answered' })
    hours(8 * 24 + 1)
    await sweep()
    expect(await openOf(rentalId)).toMatchObject({ outcome: 'decided', depositMoved: 12_345 })
  })

  it('what was claimed while the item was out leaves the rest to be claimed and returned', async () => {
    const { rentalId, orderId } = await active('online')
    accepted(await file('olivia', rentalId, 'late', 10_000))
    accepted(await answer('ramon', rentalId))
    accepted(await decide(rentalId, { ownerCentavos: 10_000 }))
    accepted(await accept('ramon', rentalId))
    accepted(await accept('olivia', rentalId))
    expect(await depositLines(rentalId)).toEqual([50_000])
    hours(1)
    accepted(await complete(rentalId))
    accepted(await claimDeposit(ctx('olivia'), { rentalId, centavos: 15_000, reason: 'Torn.', photoIds: [] }))
    expect(await depositLines(rentalId)).toEqual([50_000, -25_000])
    accepted(await answer('ramon', rentalId))
    accepted(await decide(rentalId, { ownerCentavos: 5_000 }))
    hours(2 + 8 * 24)
    await sweep()
    expect(await depositLines(rentalId)).toEqual([50_000, -25_000, -10_000])
    expect(await balances(orderId)).toMatchObject({ owner_payable: -115_000 })
    expect(await disputesOf(rentalId)).toMatchObject([{ depositMoved: 10_000 }, { depositMoved: 5_000 }])
  })
})

describe('an owner who accepts a complaint', () => {
  it.each([
    ['without an amount', null],
    ['about ₱50.00', 5_000],
  ])('%s and then does not hand the item over gives everything back', async (_, asked) => {
    hours(0)
    const { rentalId, id: orderId, totalCentavos } = await paid(fixture.cast.ramon, { deposit: 50_000 })
    accepted(await takePartyAction(ctx('olivia'), { rentalId, action: 'approve' }))
    fixture.services.clock.set(new Date(`${(await rentalOf(rentalId)).start}T12:00:00+08:00`))
    accepted(await file('ramon', rentalId, 'not-handed-over', asked))
    accepted(await acceptDemand('olivia', rentalId, asked))
    accepted(await takePartyAction(ctx('olivia'), { rentalId, action: 'withdraw' }))
    const refunds = await refundsOf(orderId)
    expect(refunds.reduce((sum, { centavos }) => sum + centavos, 0)).toBe(totalCentavos)
  })
})

describe('a deposit', () => {
  /** An approved rental with a deposit of ₱500.00, on its first day at noon. */
  async function onItsFirstDay() {
    hours(0)
    const { rentalId, id: orderId } = await paid(fixture.cast.ramon, { deposit: 50_000 })
    accepted(await takePartyAction(ctx('olivia'), { rentalId, action: 'approve' }))
    const { start } = await rentalOf(rentalId)
    const noon = new Date(`${start}T12:00:00+08:00`)
    fixture.services.clock.set(noon)
    return { rentalId, orderId, noon }
  }

  it('stays held when a dispute before the hand-over ends, and can be claimed after the return', async () => {
    const { rentalId } = await onItsFirstDay()
    accepted(await file('ramon', rentalId, 'money', 5_000))
    accepted(await acceptDemand('olivia', rentalId, 5_000))
    accepted(await takePartyAction(ctx('olivia'), { rentalId, action: 'activate' }))
    expect(await depositLines(rentalId)).toEqual([50_000])
    accepted(await complete(rentalId))
    accepted(await claimDeposit(ctx('olivia'), { rentalId, centavos: 15_000, reason: 'Torn.', photoIds: [] }))
  })

  it('goes back once, less what its owner was granted, when the item is never handed over', async () => {
    const { rentalId, orderId, noon } = await onItsFirstDay()
    accepted(await file('olivia', rentalId, 'money', 10_000))
    accepted(await acceptDemand('ramon', rentalId, 10_000))
    expect(await depositLines(rentalId)).toEqual([50_000])
    fixture.services.clock.set(new Date(noon.getTime() + 9 * 86_400_000))
    await sweepRentals(fixture.services)
    expect(await depositLines(rentalId)).toEqual([50_000, -40_000])
    expect(await balances(orderId)).not.toHaveProperty('deposit_held')
  })

  it('is claimable for the 48 hours also when a dispute from before the return ends meanwhile', async () => {
    const { rentalId } = await active('online')
    accepted(await file('olivia', rentalId, 'missing-parts', 10_000))
    hours(1)
    accepted(await complete(rentalId))
    hours(2)
    accepted(await acceptDemand('ramon', rentalId, 10_000))
    expect(await depositLines(rentalId)).toEqual([50_000])
    accepted(await claimDeposit(ctx('olivia'), { rentalId, centavos: 15_000, reason: 'Torn.', photoIds: [] }))
    expect(await depositLines(rentalId)).toEqual([50_000, -25_000])
  })

  it('waits while a decision can be appealed, in which it can’t be claimed; then the 48 hours go on', async () => {
    const { rentalId } = await active('online')
    accepted(await file('ramon', rentalId, 'not-as-described', 10_000))
    accepted(await answer('olivia', rentalId))
    accepted(await decide(rentalId, { rentCentavos: 5_000 }))
    hours(1)
    accepted(await complete(rentalId))
    const claim = { rentalId, centavos: 15_000, reason: 'Torn.', photoIds: [] }
    expect(await claimDeposit(ctx('olivia'), claim)).toMatchObject({ reason: 'decided' })
    hours(100)
    await sweepDeposits(fixture.services)
    // As when it was decided while the sweep was on its way.
    expect(await returnDueDeposit(fixture.services, { rentalId })).toMatchObject({ reason: 'early' })
    expect(await depositLines(rentalId)).toEqual([50_000])
    hours(7 * 24 + 1)
    await sweep()
    hours(7 * 24 + 48)
    await sweepDeposits(fixture.services)
    accepted(await claimDeposit(ctx('olivia'), claim))
    expect(await depositLines(rentalId)).toEqual([50_000, -35_000])
  })
})

describe('a deposit that was claimed while the item was out', () => {
  it('is not due while all of it is claimed; in part, the rest goes back on its day', async () => {
    const dueAt = (rentalId: string) =>
      fixture.services.db
        .selectFrom('rental')
        .select('depositDueAt')
        .where('id', '=', rentalId)
        .executeTakeFirst()
    for (const [asked, back] of [
      [50_000, []],
      [20_000, [-30_000]],
    ] as const) {
      const { rentalId } = await active('online')
      accepted(await file('olivia', rentalId, 'late', asked))
      hours(1)
      accepted(await complete(rentalId))
      hours(50)
      await sweepDeposits(fixture.services)
      expect(await dueAt(rentalId)).toEqual({ depositDueAt: null })
      expect(await depositLines(rentalId)).toEqual([50_000, ...back])
    }
  })
})

describe('an admin', () => {
  it('who decided before does not decide on the appeal, unless there is no other who can act', async () => {
    const { db, settings } = fixture.services
    const other = { ...fixture.cast.diego, role: 'admin' as const, adminArea: 'money' as const }
    const asOther = { role: other.role, adminArea: other.adminArea, emailVerified: true, twoFactorAt: null }
    const byOther = (rentalId: string) =>
      decideDispute(by(fixture.services, other), accepted(asMoneyAdmin(other)).admin, {
        rentalId,
        award: { ...none, ownerCentavos: 1_000 },
        reason: 'The quote shows it.',
      })
    for (const [who, account, adminTwoFactor] of [
      ['another one', asOther, 'optional'],
      ['another one with an app', { ...asOther, twoFactorAt: new Date() }, 'required'],
      ['nobody', { role: 'owner' as const, adminArea: null }, 'optional'],
      ['nobody with a second factor', asOther, 'required'],
      ['nobody who opened the invitation', { ...asOther, emailVerified: false }, 'optional'],
    ] as const) {
      const { rentalId } = await returned('online')
      accepted(await file('olivia', rentalId, 'damage', 30_000))
      accepted(await answer('ramon', rentalId))
      accepted(await decide(rentalId, { ownerCentavos: 30_000 }))
      accepted(await appeal('ramon', rentalId))
      await db.updateTable('account').set(account).where('id', '=', other.id).execute()
      const alone = who.startsWith('nobody')
      const services = { ...fixture.services, settings: { ...settings, adminTwoFactor } }
      const again = await decide(rentalId, { ownerCentavos: 1_000 }, 'amihan', services)
      expect(again, who).toMatchObject(alone ? { ok: true } : { reason: 'own' })
      if (!alone) accepted(await byOther(rentalId))
      expect(await openOf(rentalId)).toMatchObject({ outcome: 'appealed', depositMoved: 1_000 })
      expect(await depositLines(rentalId)).toEqual([50_000, -20_000, -29_000])
    }
  })
})

describe('a rental that was never handed over', () => {
  it('does not lapse while a dispute is open, and then gives nothing more back than was decided', async () => {
    const { services, cast } = fixture
    hours(0)
    const { rentalId, id: orderId } = await paid(cast.ramon)
    accepted(await takePartyAction(ctx('olivia'), { rentalId, action: 'approve' }))
    const { start, status } = await rentalOf(rentalId)
    expect(status).toBe('Approved')
    services.clock.set(new Date(`${start}T12:00:00+08:00`))
    accepted(await file('ramon', rentalId, 'not-handed-over', 50_000))
    accepted(await answer('olivia', rentalId))
    services.clock.set(new Date(Date.parse(`${start}T12:00:00+08:00`) + 9 * 86_400_000))
    await sweepRentals(services)
    expect((await rentalOf(rentalId)).status).toBe('Approved')
    accepted(await decide(rentalId, { rentCentavos: 20_000 }))
    accepted(await accept('ramon', rentalId))
    accepted(await accept('olivia', rentalId))
    await sweepRentals(services)
    expect((await rentalOf(rentalId)).status).toBe('Cancelled')
    expect(await refundsOf(orderId)).toMatchObject([{ reason: 'dispute', centavos: 20_000 }])
  })
})

describe('money moves once', () => {
  it('when both accept at the moment at which the time for an appeal is over', async () => {
    for (let round = 0; round < 3; round++) {
      const { rentalId, orderId } = await returned('online')
      accepted(await file('olivia', rentalId, 'damage', 30_000))
      accepted(await answer('ramon', rentalId))
      accepted(await decide(rentalId, { ownerCentavos: 20_000, goodwillCentavos: 500, goodwillTo: 'renter' }))
      const { dueAt } = await openOf(rentalId)
      const clock = { ...fixture.services.clock, now: () => new Date(dueAt!.getTime() + 1) }
      const late = { ...fixture.services, clock }
      await Promise.all([
        accept('olivia', rentalId),
        sweepDisputes(late),
        accept('ramon', rentalId),
        sweepDisputes(late),
        accept('ramon', rentalId),
      ])
      expect(await openOf(rentalId)).toMatchObject({ outcome: 'decided', depositMoved: 20_000 })
      expect(await depositLines(rentalId)).toEqual([50_000, -20_000, -10_000])
      expect((await refundsOf(orderId)).map(({ centavos }) => centavos)).toEqual([20_000, 10_000, 500])
      expect(await balances(orderId)).toMatchObject({ owner_payable: -120_000, goodwill: 500 })
    }
  })

  it('when a statement is sent twice, it is there once', async () => {
    const { rentalId } = await returned('online')
    const sent = await Promise.all([1, 2].map(() => file('olivia', rentalId, 'damage', 30_000)))
    sent.forEach(accepted)
    const own = await fixture.services.db
      .selectFrom('disputeStatement')
      .innerJoin('dispute', 'dispute.id', 'disputeId')
      .where('rentalId', '=', rentalId)
      .select('disputeStatement.id')
      .execute()
    expect(own).toHaveLength(1)
  })
})

describe('in cash', () => {
  it('nothing goes through the provider: what the owner gives back of the rent is owed', async () => {
    const { rentalId, orderId } = await returned('cash_on_delivery')
    accepted(await file('ramon', rentalId, 'not-as-described', 40_000))
    accepted(await answer('olivia', rentalId, 10_000))
    expect(await decide(rentalId, { goodwillCentavos: 1, goodwillTo: 'renter' })).toMatchObject({
      reason: 'cash',
    })
    accepted(await decide(rentalId, { ownerCentavos: 10_000, rentCentavos: 40_000 }))
    accepted(await accept('ramon', rentalId))
    accepted(await accept('olivia', rentalId))
    expect(await openOf(rentalId)).toMatchObject({ depositMoved: 10_000 })
    expect(await owedFor(rentalId)).toEqual([['owner', 40_000]])
    expect(await refundsOf(orderId)).toEqual([])
    expect(await balances(orderId)).toMatchObject({ owner_payable: -110_000, deposit_held: -40_000 })
  })
})
