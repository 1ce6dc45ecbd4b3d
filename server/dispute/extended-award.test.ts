import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { boundsOf, depositLeft, goodwillBound } from '#domain/dispute/award.ts'
import { noAward } from '#domain/dispute/dispute.ts'
import { goodwillTooEarly } from '#domain/dispute/goodwill.ts'
import { accepted } from '#seeds/act.ts'
import { deposits } from '#tests/support/deposits.ts'
import { extendRental } from '#tests/support/extend-rental.ts'
import { paying } from '#tests/support/paying.ts'
import * as people from '#tests/support/people.ts'
import { by } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { suspendAccount } from '../account/suspend-account.ts'
import { recordMovement } from '../proposal/record-movement.ts'
import { takePartyAction } from '../rental/take-action.ts'
import { acceptDispute } from './accept-dispute.ts'
import { decideDispute } from './decide-dispute.ts'
import { fileDispute } from './file-dispute.ts'
import { lockDispute } from './lock-dispute.ts'

const fixture = withServices(['ramon', 'olivia', 'amihan'])
const { hours } = deposits(fixture)
const { balances, settle, reset, paid } = paying(fixture)
const ctx = (who: 'ramon' | 'olivia' | 'amihan') => by(fixture.services, fixture.cast[who])
const admin = () => [ctx('amihan'), people.admin(fixture.cast.amihan)] as const

/** A rental with a deposit of ₱500.00, paid twice (more days were paid later), under way or over. */
async function extended({ isOver }: { isOver: boolean }) {
  await reset()
  hours(0)
  const { id, rentalId } = await paid(fixture.cast.ramon, { deposit: 50_000 })
  accepted(await takePartyAction(ctx('olivia'), { rentalId, action: 'approve' }))
  await extendRental(fixture, rentalId, 7)
  hours(10 * 24)
  if (isOver)
    for (const action of ['activate', 'complete'] as const)
      accepted(await takePartyAction(ctx('olivia'), { rentalId, action }))
  return { rentalId, orderId: id }
}

const moneyOf = (rentalId: string) =>
  fixture.services.db.transaction().execute(async (tx) => (await lockDispute(tx, rentalId))!.money)

/** What each payment took and gave back for the rental, what goodwill gave, and what the book sums up to. */
async function factsOf(rentalId: string) {
  const { rows: payments } = await sql<{ paid: number; back: number; goodwill: number }>`
    select p.centavos::int as paid, coalesce(sum(f.centavos), 0)::int as back,
      coalesce(sum(f.centavos) filter (where f.reason = 'goodwill'), 0)::int as goodwill
    from payment p left join refund f on f.payment_id = p.id
    where p.order_id in (select order_id from rental where id = ${rentalId}
      union all select order_id from rental_change where rental_id = ${rentalId})
    group by p.id, p.centavos`.execute(fixture.services.db)
  const { rows } = await sql<{ sum: number; given: number }>`select sum(p.centavos)::int as sum,
      coalesce(sum(p.centavos) filter (where p.book_account = 'goodwill'), 0)::int as given
    from book_posting p join book_entry e on e.id = p.entry_id where e.rental_id = ${rentalId}`.execute(
    fixture.services.db,
  )
  const sumOf = (pick: (it: (typeof payments)[number]) => number) =>
    payments.reduce((sum, it) => sum + pick(it), 0)
  return {
    ...rows[0]!,
    payments,
    paid: sumOf(({ paid }) => paid),
    back: sumOf(({ back }) => back),
    goodwill: sumOf(({ goodwill }) => goodwill),
  }
}

describe('an award after a paid extension, goodwill before it, and a part of the deposit kept', () => {
  it.each([
    { before: 0, kept: 0, rent: 0, goodwill: 1 },
    { before: 0, kept: 1, rent: 1, goodwill: 1 },
    { before: 0.9, kept: 1, rent: 0, goodwill: 1 },
    { before: 1, kept: 0.4, rent: 1, goodwill: 1 },
    { before: 0.5, kept: 0.3, rent: 0.5, goodwill: 0.5 },
    { before: 0.3, kept: 1, rent: 0.9, goodwill: 0 },
  ])('of these parts of what is possible, %o, moves all of it, once', async (parts) => {
    const { rentalId, orderId } = await extended({ isOver: true })
    const part = (share: number, most: number) => Math.floor(share * most)
    const none = { ownerCentavos: 0, rentCentavos: 0, goodwillCentavos: 0 }
    const given = part(parts.before, goodwillBound(await moneyOf(rentalId), 'renter', none))
    const payload = {
      goodwillId: randomUUID(),
      rentalId,
      to: 'renter' as const,
      amount: given,
      reason: 'Rain.',
    }
    if (given > 0) accepted(await recordMovement(...admin(), { kind: 'goodwill', payload }))
    await settle()
    const asked = { rentalId, kind: 'damage' as const, text: 'It fell.', askedCentavos: 50_000 }
    accepted(await fileDispute(ctx('olivia'), asked))
    const money = await moneyOf(rentalId)
    expect(money.goodwillGiven).toEqual({ renter: given, owner: 0 })
    const ownerCentavos = part(parts.kept, depositLeft(money))
    const rentCentavos = part(parts.rent, boundsOf(money).rent)
    const amounts = { ownerCentavos, rentCentavos }
    const most = goodwillBound(money, 'renter', { ...amounts, goodwillCentavos: 0 })
    const goodwillCentavos = part(parts.goodwill, most)
    const award = {
      ...amounts,
      goodwillCentavos,
      goodwillTo: goodwillCentavos > 0 ? ('renter' as const) : null,
    }
    hours(10 * 24 + 73)
    accepted(await decideDispute(...admin(), { rentalId, award, reason: 'As it is.' }))
    for (const who of ['olivia', 'ramon'] as const)
      accepted(await acceptDispute(ctx(who), { rentalId, accepts: { what: 'decision' } }))
    await settle()
    const facts = await factsOf(rentalId)
    expect(facts).toMatchObject({
      sum: 0,
      given: given + goodwillCentavos,
      goodwill: given + goodwillCentavos,
    })
    expect(facts.back).toBe(given + goodwillCentavos + rentCentavos + 50_000 - ownerCentavos)
    for (const { paid, back } of facts.payments) expect(back).toBeLessThanOrEqual(paid)
    expect(facts.back === facts.paid).toBe(goodwillCentavos === most && parts.goodwill === 1)
    const all = await balances(orderId)
    expect([all.deposit_held, all.refund_due]).toEqual([undefined, undefined])
  })
})

describe('an owner who is suspended after a dispute was decided and accepted', () => {
  it('before the hand-over: what was awarded stays moved, and the rest of all payments goes back once', async () => {
    const { rentalId, orderId } = await extended({ isOver: false })
    accepted(
      await fileDispute(ctx('ramon'), { rentalId, kind: 'money', text: 'Too much.', askedCentavos: 40_000 }),
    )
    const award = { ...noAward, rentCentavos: 30_000 }
    hours(10 * 24 + 73)
    for (const goodwillTo of ['renter', 'owner'] as const) {
      const more = { ...award, goodwillCentavos: 10_000, goodwillTo }
      expect(await decideDispute(...admin(), { rentalId, award: more, reason: 'A part.' })).toEqual({
        ok: false,
        reason: 'over',
        message: goodwillTooEarly,
      })
    }
    accepted(await decideDispute(...admin(), { rentalId, award, reason: 'A part.' }))
    for (const who of ['olivia', 'ramon'] as const)
      accepted(await acceptDispute(ctx(who), { rentalId, accepts: { what: 'decision' } }))
    await settle()
    expect((await factsOf(rentalId)).back).toBe(30_000)
    accepted(await suspendAccount(...admin(), { accountId: fixture.cast.olivia.id, reason: 'Reported.' }))
    await settle()
    const facts = await factsOf(rentalId)
    expect(facts).toMatchObject({ sum: 0, given: 0, back: facts.paid })
    const all = await balances(orderId)
    expect([all.deposit_held, all.refund_due, all.owner_payable]).toEqual([undefined, undefined, undefined])
  })
})
