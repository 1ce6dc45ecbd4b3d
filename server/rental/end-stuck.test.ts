import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { addDays } from '#domain/period.ts'
import { claimableAfter, type AdminEnding } from '#domain/rental/ending.ts'
import type { RentalAction } from '#domain/rental/lifecycle.ts'
import { accepted } from '#seeds/act.ts'
import { deposits } from '#tests/support/deposits.ts'
import { extendRental } from '#tests/support/extend-rental.ts'
import { paying } from '#tests/support/paying.ts'
import * as people from '#tests/support/people.ts'
import { by, TODAY } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { answerChange } from '../change/answer-change.ts'
import { askChange } from '../change/ask-change.ts'
import { acceptDispute } from '../dispute/accept-dispute.ts'
import { claimDeposit } from '../dispute/claim-deposit.ts'
import { decideDispute } from '../dispute/decide-dispute.ts'
import { fileDispute } from '../dispute/file-dispute.ts'
import { pauseListing } from '../listing/pause-listing.ts'
import { depositEmails } from '../notification/deposit-mail.ts'
import { rentalEmails } from '../notification/rental-mail.ts'
import { findOrder } from '../order/find-order.ts'
import { readTimeline } from '../timeline/queries.ts'
import { takeAdminAction, takePartyAction } from './take-action.ts'

const fixture = withServices(['ramon', 'katrina', 'olivia', 'amihan'])
const { hours, active } = deposits(fixture)
const { paid, balances, refundsOf, effects } = paying(fixture)
const ctx = (who: 'ramon' | 'olivia' | 'amihan') => by(fixture.services, fixture.cast[who])
const end = (rentalId: string, action: RentalAction, ending: AdminEnding = {}) =>
  takeAdminAction(ctx('amihan'), people.admin(fixture.cast.amihan), { rentalId, action, ...ending })
const reason = 'The owner was ill & wrote to us.'

/** A rental for three days at ₱1,000.00 with a deposit of ₱500.00, which is approved and paid online. */
async function approved(changes: object = {}) {
  const made = await paid(fixture.cast.ramon, { pricePerDay: 100_000, deposit: 50_000, ...changes })
  accepted(await takePartyAction(ctx('olivia'), { rentalId: made.rentalId, action: 'approve' }))
  return made
}
const rentalOf = (rentalId: string) =>
  fixture.services.db.selectFrom('rental').selectAll().where('id', '=', rentalId).executeTakeFirstOrThrow()
const sentOf = (orderId: string) =>
  refundsOf(orderId).then((all) => all.map(({ reason: why, centavos }) => [why, centavos]))
const lastEntry = async (rentalId: string) => (await readTimeline(fixture.services.db, rentalId)).at(-1)!
const lastEvent = async (rentalId: string) =>
  fixture.services.db
    .selectFrom('event')
    .selectAll()
    .where('subjectId', '=', rentalId)
    .where('subject', '=', 'rental')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
/** The mails about a listing since the beginning, by recipient. */
async function mailsOf(title: string) {
  await effects()
  const all = await fixture.services.mail.list(100)
  const about = all.filter(({ subject }) => subject.includes(title))
  const to = (person: 'ramon' | 'olivia') => about.filter((mail) => mail.to === fixture.cast[person].email)
  return { renter: to('ramon')[0]!, owner: to('olivia')[0]! }
}

describe('a rental that was never handed over', () => {
  // Spec: D43
  it.each([
    ['all', 355_000],
    ['policy', 355_000 - 150_000],
    ['no-show', 355_000 - 300_000],
  ] as const)('is cancelled with the choice %s: ₱%d in centavos goes back, once', async (refund, back) => {
    // Strict, and more than three days before the start: the policy gives back half of the rent, a no-show nothing.
    const { rentalId, id } = await approved({ cancellationPolicy: 'strict' })
    const paidAll = 300_000 + 15_000 + 50_000
    const feeAndMore = paidAll - 355_000
    accepted(await end(rentalId, 'cancel-by-admin', { refund, reason }))
    expect(await end(rentalId, 'cancel-by-admin', { refund, reason })).toMatchObject({ reason: 'status' })
    const sent = (await sentOf(id)).reduce((sum, [, centavos]) => sum + Number(centavos), 0)
    expect(sent).toBe(back + feeAndMore)
    const { refund_due: _, ...left } = await balances(id)
    expect((left.owner_payable ?? 0) + 355_000 - back).toBe(0)
    expect(await lastEntry(rentalId)).toMatchObject({
      kind: 'cancel-by-admin',
      side: 'admin',
      text: reason,
      facts: { from: 'Approved', to: 'Cancelled', refund, centavos: sent },
    })
    expect((await lastEvent(rentalId)).detail).toMatchObject({ refund, centavos: sent, reason })
    expect((await rentalOf(rentalId)).status).toBe('Cancelled')
  })

  it('is told to both, with the reason and what each keeps', async () => {
    const { rentalId } = await approved({ cancellationPolicy: 'strict', title: 'Told tent' })
    accepted(await end(rentalId, 'cancel-by-admin', { refund: 'no-show', reason }))
    const { renter, owner } = await mailsOf('Told tent')
    for (const mail of [renter, owner]) expect(mail.text).toContain(reason)
    expect(renter.text).toContain('₱3,000.00 of the rent stays with them.')
    expect(owner.text).toContain('₱3,000.00 of the rent stays with you.')
  })

  it('is left to its dispute while one is open, and what that moved stays', async () => {
    const { rentalId, id } = await approved({ title: 'Settled tent' })
    hours(11 * 24)
    accepted(
      await fileDispute(ctx('ramon'), {
        rentalId,
        kind: 'not-handed-over',
        text: 'Nobody was there.',
        askedCentavos: 10_000,
      }),
    )
    expect(await end(rentalId, 'cancel-by-admin')).toMatchObject({ reason: 'contested' })
    hours(14 * 24 + 1)
    const award = { ownerCentavos: 0, rentCentavos: 10_000, goodwillCentavos: 0, goodwillTo: null }
    const admin = people.admin(fixture.cast.amihan)
    accepted(await decideDispute(ctx('amihan'), admin, { rentalId, award, reason: 'Seen.' }))
    for (const who of ['ramon', 'olivia'] as const)
      accepted(await acceptDispute(ctx(who), { rentalId, accepts: { what: 'decision' } }))
    expect(await end(rentalId, 'cancel-by-admin', { refund: 'policy', reason })).toMatchObject({
      reason: 'decided',
    })
    accepted(await end(rentalId, 'cancel-by-admin'))
    expect((await sentOf(id)).sort()).toEqual([
      ['cancel-by-admin', 50_000],
      ['dispute', 10_000],
    ])
    const { renter, owner } = await mailsOf('Settled tent')
    expect(renter.text).toContain('₱2,900.00 of the rent stays with them. ₱500.00 goes back to you')
    // Its dates have passed.
    expect(owner.text).toContain('We had to cancel it. ₱2,900.00 of the rent stays with you.')
  })

  it('that was moved is cancelled by its renter with what a dispute has left, as its page says', async () => {
    hours(0)
    const { rentalId, id } = await approved()
    hours(11 * 24)
    accepted(
      await fileDispute(ctx('ramon'), { rentalId, kind: 'money', text: 'Too dear.', askedCentavos: 10_000 }),
    )
    accepted(await acceptDispute(ctx('olivia'), { rentalId, accepts: { what: 'demand', centavos: 10_000 } }))
    const request = { what: 'move' as const, start: addDays(TODAY, 20) }
    const { changeId } = accepted(await askChange(ctx('ramon'), { rentalId, request }))
    accepted(await answerChange(ctx('olivia'), { changeId, yes: true }))
    const cancel = (seenRefund: number) =>
      takePartyAction(ctx('ramon'), { rentalId, action: 'cancel', seenRefund })
    expect(await cancel(355_000)).toMatchObject({ reason: 'stale' })
    accepted(await cancel(50_000))
    expect((await sentOf(id)).sort()).toEqual([
      ['cancel', 50_000],
      ['dispute', 10_000],
    ])
  })
})

describe('a rental that is out', () => {
  // Spec: D47
  it('is ended as lost: never returned, its late fee fixed, its listing paused, its deposit claimable', async () => {
    const { rentalId, listingId, orderId } = await active('online')
    hours(3 * 24)
    expect(await end(rentalId, 'end-lost-by-admin')).toMatchObject({ reason: 'incomplete' })
    accepted(await end(rentalId, 'end-lost-by-admin', { reason }))
    expect(await rentalOf(rentalId)).toMatchObject({ status: 'Completed', returnedAt: null })
    const { db } = fixture.services
    const listing = await db.selectFrom('listing').selectAll().where('id', '=', listingId).executeTakeFirst()
    expect(listing!.pausedAt).not.toBeNull()
    const fee = await db.selectFrom('lateFee').selectAll().where('rentalId', '=', rentalId).executeTakeFirst()
    expect(fee).toMatchObject({ days: 3, feeCentavos: 300_000, depositCentavos: 50_000 })
    expect((await rentalOf(rentalId)).depositDueAt).not.toBeNull()
    expect(await refundsOf(orderId)).toEqual([])
    const mail = { rentalId, news: 'returned', to: 'owner', rest: 20_000 } as const
    expect((await depositEmails['deposit-mail'](fixture.services, mail))?.lead).toBe(
      'You claimed nothing within 48 hours of the end of the rental, so ₱200.00 goes back to them.',
    )
  })

  it('never returned is told to who rents it next: they get all their money back, until it turns up', async () => {
    const { services, cast } = fixture
    const { rentalId, listingId } = await active('online')
    await sql`update listing set bookable_while_rented = true, status = 'approved', title = 'Gone tent'
      where id = ${listingId}`.execute(services.db)
    const next = await people.rent(services, cast.katrina, [listingId], { startDate: addDays(TODAY, 30) })
    accepted(await takePartyAction(ctx('olivia'), { rentalId: next.rentalId, action: 'approve' }))
    const back = () =>
      takePartyAction(by(services, cast.katrina), { rentalId: next.rentalId, action: 'cancel-not-back' })
    expect(await back()).toMatchObject({ reason: 'day' })
    accepted(await end(rentalId, 'end-lost-by-admin', { reason }))
    await effects()
    const [mail] = (await services.mail.list(100)).filter(({ to }) => to === cast.katrina.email)
    expect(mail!.subject).toMatch(/was not returned$/)
    await sql`update listing set paused_at = null where id = ${listingId}`.execute(services.db)
    expect(await back()).toMatchObject({ reason: 'day' })
    await sql`update listing set paused_at = now() + interval '30 days' where id = ${listingId}`.execute(
      services.db,
    )
    expect(await back()).toMatchObject({ reason: 'day' })
    await sql`update listing set paused_at = (select status_changed_at from rental where id = ${rentalId})
      where id = ${listingId}`.execute(services.db)
    accepted(await back())
    expect((await rentalOf(next.rentalId)).status).toBe('Cancelled')
  })

  it('ended as lost by mistake and undone has its listing as before, and all who were told hear it', async () => {
    const { services, cast } = fixture
    const { rentalId, listingId } = await active('online')
    await sql`update listing set bookable_while_rented = true, status = 'approved', title = 'Found tent'
      where id = ${listingId}`.execute(services.db)
    const next = await people.rent(services, cast.katrina, [listingId], { startDate: addDays(TODAY, 30) })
    const pausedAt = async () =>
      (await services.db.selectFrom('listing').selectAll().where('id', '=', listingId).executeTakeFirst())!
        .pausedAt
    accepted(await end(rentalId, 'end-lost-by-admin', { reason }))
    expect(await pausedAt()).not.toBeNull()
    hours(1)
    accepted(await end(rentalId, 'undo-complete'))
    expect(await pausedAt()).toBeNull()
    const resumed = await services.db
      .selectFrom('event')
      .select(['action', 'detail'])
      .where('subjectId', '=', listingId)
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(resumed).toEqual({ action: 'resume', detail: { why: 'not lost' } })
    await effects()
    const mails = await services.mail.list(100)
    const textTo = (email: string) =>
      mails.find((mail) => mail.to === email && mail.text.includes('never returned, and we have undone that'))
        ?.text
    expect(textTo(cast.ramon.email)).toBeDefined()
    expect(textTo(cast.olivia.email)).toContain('Its listing is no longer paused.')
    const hers = mails.filter(({ to }) => to === cast.katrina.email).map(({ subject }) => subject)
    expect(hers).toContainEqual(expect.stringMatching(/is still out, not lost$/))
    expect((await rentalOf(next.rentalId)).status).toBe('Pending')
  })

  it('undone leaves a listing paused that its owner had paused before', async () => {
    const { rentalId, listingId } = await active('online')
    const { db } = fixture.services
    hours(-1)
    accepted(await pauseListing(ctx('olivia'), { listingId }))
    hours(0)
    accepted(await end(rentalId, 'end-lost-by-admin', { reason }))
    accepted(await end(rentalId, 'undo-complete'))
    const listing = await db.selectFrom('listing').selectAll().where('id', '=', listingId).executeTakeFirst()
    expect(listing!.pausedAt).not.toBeNull()
  })

  it('promises its owner no claim beside the one that they made while it was out', async () => {
    const { rentalId } = await active('online')
    const claim = { rentalId, kind: 'damage', text: 'It is torn.', askedCentavos: 20_000 } as const
    accepted(await fileDispute(ctx('olivia'), claim))
    hours(1)
    accepted(await end(rentalId, 'end-by-admin', { refund: 'nothing', reason }))
    const again = { rentalId, centavos: 10_000, reason: 'And a peg is gone.', photoIds: [] }
    expect(await claimDeposit(ctx('olivia'), again)).toMatchObject({ reason: 'claimed' })
    const mail = { rentalId, action: 'end-by-admin', to: 'owner' } as const
    expect((await rentalEmails['rental-mail'](fixture.services, mail))!.lead).toBe(
      'We marked it as returned. If something is wrong with it, please write to us.',
    )
  })

  it('is ended as returned with a part of the rent, and the deposit goes its usual way', async () => {
    const { rentalId, orderId } = await active('online')
    const before = (await balances(orderId)).owner_payable!
    hours(1)
    accepted(await end(rentalId, 'end-by-admin', { refund: 'part', amountCentavos: 30_000, reason }))
    expect(await sentOf(orderId)).toEqual([['end-by-admin', 30_000]])
    expect((await balances(orderId)).owner_payable).toBe(before + 30_000)
    expect(await rentalOf(rentalId)).toMatchObject({ status: 'Completed', returnProof: 'admin' })
    // Once money moved, the return can't be undone: it would be given back a second time.
    expect(await end(rentalId, 'undo-complete')).toMatchObject({ reason: 'day' })
  })

  it('gives all back over both payments, when its days were extended and paid', async () => {
    const { rentalId, orderId } = await active('online')
    const second = await extendRental(fixture, rentalId, 3)
    accepted(await end(rentalId, 'end-by-admin', { refund: 'rent', reason }))
    const [first, then] = [await sentOf(orderId), await sentOf(second)]
    expect(then).toEqual([['end-by-admin', 315_000]])
    expect(first).toHaveLength(1)
    // Only the deposit is left of both payments.
    const sum = await sql<{ centavos: number }>`select sum(centavos)::int as centavos from money_line
      where rental_id = ${rentalId}`.execute(fixture.services.db)
    expect(sum.rows[0]!.centavos).toBe(50_000)
  })

  it('paid in cash has nothing to give back, and ends as before', async () => {
    const { rentalId } = await active('cash_on_delivery')
    expect(await end(rentalId, 'end-by-admin', { refund: 'rent', reason })).toMatchObject({ reason: 'cash' })
    accepted(await end(rentalId, 'end-by-admin', { reason }))
    expect((await lastEntry(rentalId)).facts).toEqual({ from: 'Active', to: 'Completed', proof: 'admin' })
  })

  it('leaves its owner of the deposit to claim just what its page said, after a grant and a late fee', async () => {
    const { services, cast } = fixture
    const { rentalId, orderNumber } = await active('online')
    await sql`update rental set price_per_day_centavos = 10000 where id = ${rentalId}`.execute(services.db)
    const claim = { rentalId, kind: 'damage', text: 'It is torn.', askedCentavos: 20_000 } as const
    accepted(await fileDispute(ctx('olivia'), claim))
    accepted(await acceptDispute(ctx('ramon'), { rentalId, accepts: { what: 'demand', centavos: 20_000 } }))
    // Due on the day before, with grace until 12:00: a day late.
    hours(24)
    const admin = people.admin(cast.amihan)
    const shown = async () => {
      const { order } = accepted(await findOrder(ctx('amihan'), admin, orderNumber))
      return claimableAfter(order.rentals[0]!, 'end-by-admin', services.clock.now())
    }
    const most = await shown()
    expect(most).toBe(50_000 - 20_000 - 10_000)
    accepted(await end(rentalId, 'end-by-admin'))
    const again = (centavos: number) =>
      claimDeposit(ctx('olivia'), { rentalId, centavos, reason: 'And a peg is gone.', photoIds: [] })
    expect(await again(most + 1)).toMatchObject({ reason: 'amount' })
    accepted(await again(most))
  })
})
