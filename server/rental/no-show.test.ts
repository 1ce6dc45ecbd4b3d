import { describe, expect, it } from 'vitest'
import type { PaymentMethod } from '#domain/status.ts'
import { addDays } from '#domain/period.ts'
import { accepted } from '#seeds/act.ts'
import * as people from '#tests/support/people.ts'
import { by, TODAY } from '#tests/support/services.ts'
import { noShows } from '#tests/support/no-shows.ts'
import { answerChange } from '../change/answer-change.ts'
import { askChange } from '../change/ask-change.ts'
import { noShowWords } from '#app/routes/rental/no-show-words.ts'
import { whatHappened } from '#app/routes/rental/rental-events.ts'
import { acceptDispute } from '../dispute/accept-dispute.ts'
import { answerDispute } from '../dispute/answer-dispute.ts'
import { decideDispute } from '../dispute/decide-dispute.ts'
import { sweepDisputes } from '../dispute/sweep-disputes.ts'
import { disputeEmails } from '../notification/dispute-mail.ts'
import { noShowEmails } from '../notification/no-show-mail.ts'
import { rentalEmails } from '../notification/rental-mail.ts'
import { placeOrder } from '../order/place-order.ts'
import { joinWaitlist } from '../waitlist/join-waitlist.ts'
import { sweepWaitlist } from '../waitlist/sweep-waitlist.ts'
import { findRentalOfParty } from './find-rental-of-party.ts'
import { findRental } from './find-rental.ts'
import { sweepRentals } from './sweep-rentals.ts'
import { takeAdminAction } from './take-action.ts'

const {
  fixture,
  list,
  refundsOf,
  balances,
  reset,
  say,
  takeBack,
  act,
  at,
  statusOf,
  lastAction,
  disputesOf,
  approved,
} = noShows()

describe('someone who did not come', () => {
  it('as a renter pays for one day at least, and the rest goes back', async () => {
    const { rentalId, orderId } = await approved({ cancellationPolicy: 'flexible' })
    at(10, '17:59')
    expect(await say(rentalId, 'olivia')).toMatchObject({ reason: 'early' })
    at(10, '18:00')
    expect(await say(rentalId, 'diego')).toMatchObject({ reason: 'not-found' })
    expect(accepted(await say(rentalId, 'olivia'))).toMatchObject({ contradicted: false })
    expect(await say(rentalId, 'olivia')).toMatchObject({ reason: 'answered' })
    at(11, '17:59')
    expect(await sweepRentals(fixture.services)).toBe(0)
    at(11, '18:00')
    expect(await sweepRentals(fixture.services)).toBe(1)
    expect([await statusOf(rentalId), await lastAction(rentalId)]).toEqual(['Cancelled', 'renter-no-show'])
    const paidCentavos = 3 * 45_000 + 6_750 + 50_000
    expect(await refundsOf(orderId)).toMatchObject([
      { reason: 'renter-no-show', centavos: paidCentavos - 45_000 },
    ])
    expect(await balances(orderId)).toMatchObject({ owner_payable: -45_000 })
  })

  it('as a renter pays what the policy takes at the last moment', async () => {
    const { rentalId, orderId } = await approved({ cancellationPolicy: 'strict' })
    at(10, '18:00')
    accepted(await say(rentalId, 'olivia'))
    at(11, '18:00')
    await sweepRentals(fixture.services)
    expect(await refundsOf(orderId)).toMatchObject([{ centavos: 6_750 + 50_000 }])
  })

  it('as an owner pays everything back', async () => {
    const { rentalId, orderId } = await approved()
    at(10, '18:00')
    accepted(await say(rentalId, 'ramon'))
    at(11, '18:00')
    await sweepRentals(fixture.services)
    expect(await lastAction(rentalId)).toBe('owner-no-show')
    expect(await refundsOf(orderId)).toMatchObject([
      { reason: 'owner-no-show', centavos: 3 * 45_000 + 6_750 + 50_000 },
    ])
  })

  it('as an owner keeps the days from then on blocked, offers them to nobody waiting, and reads so', async () => {
    const { services, cast } = fixture
    const listingId = await list({ bookableWhileRented: true })
    const wanted = { startDate: addDays(TODAY, 10), durationDays: 7 as const }
    const { rentalId } = await people.rent(services, cast.ramon, [listingId], wanted)
    accepted(await act(rentalId, 'approve'))
    const waitsFor = { listingId, startDate: addDays(TODAY, 14), durationDays: 3 as const }
    accepted(await joinWaitlist(by(services, cast.katrina), waitsFor))
    at(10, '18:00')
    accepted(await say(rentalId, 'ramon'))
    at(11, '18:00')
    await sweepRentals(services)
    expect(await lastAction(rentalId)).toBe('owner-no-show')
    expect(await sweepWaitlist(services)).toBe(0)
    const blocks = await services.db
      .selectFrom('blockedPeriod')
      .select(['period', 'heldFor'])
      .where('listingId', '=', listingId)
      .execute()
    expect(blocks).toEqual([{ period: `[${addDays(TODAY, 11)},${addDays(TODAY, 17)})`, heldFor: null }])
    const mail = { rentalId, action: 'owner-no-show', to: 'owner' } as const
    const lead = async () => (await rentalEmails['rental-mail'](services, mail))?.lead
    const stay = 'The days that are left stay blocked in your calendar; you can free them there.'
    expect(await lead()).toMatch(new RegExp(`It counts as your withdrawal\\. ${stay}$`))
    at(17, '09:00')
    expect(await lead()).toMatch(/It counts as your withdrawal\.$/)
  })
})

describe('what was said', () => {
  it('becomes a dispute when both say so: the rental waits for it and lapses after it, and an admin can end it', async () => {
    const { rentalId } = await approved()
    at(10, '18:00')
    accepted(await say(rentalId, 'olivia'))
    at(11, '17:00')
    expect(accepted(await say(rentalId, 'ramon'))).toMatchObject({ contradicted: true })
    at(14, '00:00')
    expect(await sweepRentals(fixture.services)).toBe(0)
    expect(await disputesOf(rentalId)).toMatchObject([
      { kind: 'no-show', openedBy: 'system', closedAt: null },
    ])
    at(25, '17:00')
    await sweepDisputes(fixture.services)
    expect(await sweepRentals(fixture.services)).toBe(0)
    at(25, '17:01')
    await sweepDisputes(fixture.services)
    expect(await disputesOf(rentalId)).toMatchObject([{ outcome: 'undecided' }])
    expect(await sweepRentals(fixture.services)).toBe(1)
    expect(await lastAction(rentalId)).toBe('lapse')

    await reset()
    const { rentalId: other } = await approved()
    await fixture.services.db
      .insertInto('noShow')
      .values(
        (['owner', 'renter'] as const).map((saidBy) => ({ rentalId: other, saidBy, saidAt: new Date() })),
      )
      .execute()
    const admin = people.asAdmin(fixture.services, fixture.cast.amihan)
    accepted(await takeAdminAction(...admin, { rentalId: other, action: 'cancel-by-admin' }))
  })

  it('can be taken back by whoever said so, and a hand-over ends it', async () => {
    const { rentalId } = await approved()
    at(10, '18:00')
    accepted(await say(rentalId, 'olivia'))
    expect(await takeBack(rentalId, 'ramon')).toMatchObject({ reason: 'gone' })
    accepted(await takeBack(rentalId, 'olivia'))
    accepted(await say(rentalId, 'ramon'))
    accepted(await act(rentalId, 'activate'))
    at(11, '18:00')
    expect(await sweepRentals(fixture.services)).toBe(0)
    expect(await statusOf(rentalId)).toBe('Active')
    expect(await say(rentalId, 'ramon')).toMatchObject({ reason: 'status' })
  })

  it('by both and taken back by both has no dispute any more: nothing moves, and the rental goes on', async () => {
    const { rentalId } = await approved()
    at(10, '18:00')
    for (const who of ['olivia', 'ramon'] as const) accepted(await say(rentalId, who))
    for (const who of ['olivia', 'ramon'] as const) accepted(await takeBack(rentalId, who))
    expect(await disputesOf(rentalId)).toMatchObject([
      { outcome: 'taken-back', depositMoved: 0, rentMoved: 0, owed: 0 },
    ])
    const refunds = await fixture.services.db
      .selectFrom('refund')
      .select('id')
      .where('rentalId', '=', rentalId)
      .execute()
    expect(refunds).toEqual([])
    accepted(await act(rentalId, 'activate'))
    expect(await statusOf(rentalId)).toBe('Active')
  })

  it('and taken back by one is not nothing while the other’s stands, and the mail to the other says so', async () => {
    const { rentalId } = await approved()
    const mail = (to: 'owner' | 'renter') =>
      noShowEmails['no-show-mail'](fixture.services, { rentalId, news: 'taken-back', to })
    at(10, '18:00')
    for (const who of ['olivia', 'ramon'] as const) accepted(await say(rentalId, who))
    accepted(await takeBack(rentalId, 'ramon'))
    expect((await mail('owner'))?.lead).toBe(
      'They no longer say that you did not come. What you said stands, and on Dec 2, 2026, 6:00 PM the rental ends ' +
        'by it unless you take it back, too.',
    )
    accepted(await takeBack(rentalId, 'olivia'))
    for (const to of ['owner', 'renter'] as const)
      expect((await mail(to))?.lead).toContain('The rental goes on.')
  })

  it('and taken back by one ends their dispute, and what the other said has its effect 24 hours later', async () => {
    const { rentalId, orderId } = await approved()
    at(10, '18:00')
    for (const who of ['olivia', 'ramon'] as const) accepted(await say(rentalId, who))
    at(12, '09:00')
    accepted(await takeBack(rentalId, 'ramon'))
    expect(await disputesOf(rentalId)).toMatchObject([
      { outcome: 'one-took-back', depositMoved: 0, rentMoved: 0, owed: 0 },
    ])
    const [dispute] = await disputesOf(rentalId)
    const mail = { rentalId, disputeId: dispute!.id, news: 'settled', to: 'renter' } as const
    expect((await disputeEmails['dispute-mail'](fixture.services, mail))?.lead).toContain(
      'One of you took back what they said. What the other said stands',
    )
    at(13, '08:59')
    expect(await sweepRentals(fixture.services)).toBe(0)
    at(13, '09:00')
    await sweepRentals(fixture.services)
    expect(await lastAction(rentalId)).toBe('renter-no-show')
    expect(await refundsOf(orderId)).toMatchObject([
      { reason: 'renter-no-show', centavos: 2 * 45_000 + 6_750 + 50_000 },
    ])
  })

  it('and taken back by one can be said again for 24 hours, which opens another dispute', async () => {
    const { rentalId } = await approved()
    at(10, '18:00')
    for (const who of ['olivia', 'ramon'] as const) accepted(await say(rentalId, who))
    at(12, '09:00')
    accepted(await takeBack(rentalId, 'olivia'))
    at(13, '08:59')
    expect(accepted(await say(rentalId, 'olivia'))).toMatchObject({ contradicted: true })
    const disputes = await disputesOf(rentalId)
    expect(disputes.map(({ outcome }) => outcome).sort()).toEqual([null, 'one-took-back'])
    at(14, '09:00')
    await sweepRentals(fixture.services)
    expect(await statusOf(rentalId)).toBe('Approved')
  })

  it('and taken back by one, said again and taken back again waits for their second dispute', async () => {
    const { rentalId } = await approved()
    at(10, '18:00')
    for (const who of ['olivia', 'ramon'] as const) accepted(await say(rentalId, who))
    accepted(await takeBack(rentalId, 'ramon'))
    accepted(await say(rentalId, 'ramon'))
    accepted(await takeBack(rentalId, 'ramon'))
    const disputes = await disputesOf(rentalId)
    expect(disputes.map(({ outcome }) => outcome).sort()).toEqual([null, 'one-took-back'])
    accepted(await takeBack(rentalId, 'olivia'))
    const ended = await disputesOf(rentalId)
    expect(ended.map(({ outcome }) => outcome)).toEqual(['taken-back', 'taken-back'])
  })

  it('and taken back by one waits for their dispute in which one of them asks for money', async () => {
    const { rentalId } = await approved()
    at(10, '18:00')
    for (const who of ['olivia', 'ramon'] as const) accepted(await say(rentalId, who))
    const ramon = by(fixture.services, fixture.cast.ramon)
    accepted(await answerDispute(ramon, { rentalId, text: 'I took a taxi.', askedCentavos: 20_000 }))
    accepted(await takeBack(rentalId, 'olivia'))
    expect(await disputesOf(rentalId)).toMatchObject([{ closedAt: null }])
    const mail = { rentalId, news: 'taken-back', to: 'renter' } as const
    expect((await noShowEmails['no-show-mail'](fixture.services, mail))?.lead).toContain(
      'What you said stands, and after the dispute the rental ends by it unless you take it back, too.',
    )
    at(25, '18:00')
    await sweepDisputes(fixture.services)
    await sweepRentals(fixture.services)
    expect(await lastAction(rentalId)).toBe('owner-no-show')
  })

  it('by both no longer waits for their dispute once that is decided, and its page and the tracker say so', async () => {
    const { rentalId } = await approved({ durationDays: 7 })
    at(10, '18:00')
    for (const who of ['olivia', 'ramon'] as const) accepted(await say(rentalId, who))
    const ramon = by(fixture.services, fixture.cast.ramon)
    const page = async () => {
      const { rental } = accepted(await findRentalOfParty(ramon, rentalId))
      return noShowWords(rental.noShow, rental.side, rental.ownerName, rental.isDisputed).join(' ')
    }
    const tracker = async () => {
      const { rental } = accepted(await findRental(ramon, rentalId))
      return whatHappened(rental, 'rented', fixture.services.clock.now()).events.join(' ')
    }
    for (const read of [page, tracker]) expect(await read()).toContain('the rental waits for it.')
    at(11, '09:00')
    const award = { ownerCentavos: 0, rentCentavos: 0, goodwillCentavos: 0, goodwillTo: null }
    const admin = people.asAdmin(fixture.services, fixture.cast.amihan)
    accepted(await decideDispute(...admin, { rentalId, award, reason: 'We can’t know.' }))
    for (const who of ['olivia', 'ramon'] as const) {
      const ctx = by(fixture.services, fixture.cast[who])
      accepted(await acceptDispute(ctx, { rentalId, accepts: { what: 'decision' } }))
    }
    expect(await sweepRentals(fixture.services)).toBe(0)
    for (const read of [page, tracker]) {
      expect(await read()).toContain('The dispute about that is over')
      expect(await read()).not.toContain('waits')
    }
  })

  it('and taken back by one ends the rental as soon as their dispute is over, as the mail says', async () => {
    const { rentalId } = await approved()
    at(10, '18:00')
    for (const who of ['olivia', 'ramon'] as const) accepted(await say(rentalId, who))
    const ramon = by(fixture.services, fixture.cast.ramon)
    accepted(await answerDispute(ramon, { rentalId, text: 'I took a taxi.', askedCentavos: 20_000 }))
    at(24, '17:00')
    accepted(await takeBack(rentalId, 'olivia'))
    expect(await say(rentalId, 'olivia')).toMatchObject({ reason: 'late' })
    at(24, '18:01')
    await sweepDisputes(fixture.services)
    await sweepRentals(fixture.services)
    expect(await lastAction(rentalId)).toBe('owner-no-show')
  })

  it('about a one-day rental waits past the time in which it can be said', async () => {
    const { services, cast } = fixture
    const { rentalId } = await people.rent(services, cast.ramon, [await list()])
    accepted(await act(rentalId, 'approve'))
    at(4, '20:00')
    accepted(await say(rentalId, 'olivia'))
    at(5, '09:00')
    expect(await sweepRentals(services)).toBe(0)
    at(5, '20:00')
    expect(await sweepRentals(services)).toBe(1)
    expect(await lastAction(rentalId)).toBe('renter-no-show')
  })
})

it('the mail to an owner of a rental in cash that their renter says so promises no money back', async () => {
  const { services, cast } = fixture
  const mail = (rentalId: string) =>
    noShowEmails['no-show-mail'](services, { rentalId, news: 'said', to: 'owner' })
  const { rentalId: inCash } = await people.rent(services, cast.ramon, [await list()])
  accepted(await act(inCash, 'approve'))
  at(4, '20:00')
  accepted(await say(inCash, 'ramon'))
  expect((await mail(inCash))?.lead).toBe(
    'If that is wrong, please say so within 24 hours. If you say nothing, the rental ends and it counts as your ' +
      'withdrawal.',
  )
  await reset()
  const { rentalId: online } = await approved()
  at(10, '18:00')
  accepted(await say(online, 'ramon'))
  expect((await mail(online))?.lead).toContain(
    'the rental ends, all that was paid goes back to them, and it counts',
  )
})

it('two no-shows of a renter in cash end Cash on Delivery for them for 90 days', async () => {
  const { services, cast } = fixture
  for (const _ of [1, 2]) {
    services.clock.set(new Date(`${TODAY}T10:15:00+08:00`))
    const { rentalId } = await people.rent(services, cast.katrina, [await list()])
    accepted(await act(rentalId, 'approve'))
    at(1, '20:00')
    accepted(await say(rentalId, 'olivia'))
    at(2, '20:00')
    await sweepRentals(services)
  }
  const order = async (paymentMethod: PaymentMethod, payments = services.payments) => {
    await services.db.deleteFrom('cartLine').execute()
    const today = new Date(services.clock.now().getTime() + 8 * 3_600_000).toISOString().slice(0, 10)
    await people.fillCart(services, cast.katrina, [await list()], { startDate: addDays(today, 2) })
    const checkout = { ...(await people.aCheckout(services, cast.katrina)), paymentMethod }
    return placeOrder({ ...by(services, cast.katrina), payments }, people.renter(cast.katrina), checkout)
  }
  expect(await order('cash_on_delivery')).toMatchObject({
    reason: 'cod-limit',
    message: expect.stringContaining('so please pay online until'),
  })
  expect(await order('cash_on_delivery', null)).toMatchObject({
    reason: 'cod-limit',
    message: expect.stringContaining('so you can order again from'),
  })
  expect(await order('online')).toMatchObject({ ok: true })
  at(92, '20:01')
  expect(await order('cash_on_delivery')).toMatchObject({ ok: true })
})

it('that someone did not come can be said, and taken back, ten times by each side', async () => {
  const { rentalId } = await approved()
  at(10, '18:00')
  for (let i = 0; i < 10; i++) {
    accepted(await say(rentalId, 'olivia'))
    accepted(await takeBack(rentalId, 'olivia'))
  }
  expect(await say(rentalId, 'olivia')).toMatchObject({ reason: 'limit' })
  accepted(await say(rentalId, 'ramon'))
})

describe('a no-show can’t be said yet', () => {
  it('by either side within 6 hours of the approval', async () => {
    const { rentalId } = await approved()
    at(10, '23:50')
    await fixture.services.db
      .updateTable('rental')
      .set({ statusChangedAt: fixture.services.clock.now() })
      .where('id', '=', rentalId)
      .execute()
    at(11, '05:49')
    for (const who of ['olivia', 'ramon'] as const)
      expect(await say(rentalId, who)).toMatchObject({ reason: 'early' })
    at(11, '05:50')
    accepted(await say(rentalId, 'olivia'))
  })

  it('by either side within 6 hours of a move of its first day', async () => {
    const { rentalId } = await approved({ bookableWhileRented: true })
    at(8, '21:00')
    const ask = { rentalId, request: { what: 'move', start: addDays(TODAY, 8) } } as const
    const { changeId } = accepted(await askChange(by(fixture.services, fixture.cast.ramon), ask))
    accepted(await answerChange(by(fixture.services, fixture.cast.olivia), { changeId, yes: true }))
    for (const who of ['olivia', 'ramon'] as const)
      expect(await say(rentalId, who)).toMatchObject({ reason: 'early' })
    at(9, '02:59')
    expect(await say(rentalId, 'olivia')).toMatchObject({ reason: 'early' })
    at(9, '03:00')
    accepted(await say(rentalId, 'olivia'))
  })

  it('by the owner within 6 hours of the return from the renter before, and the renter can say so', async () => {
    const { services, cast } = fixture
    const listingId = await list()
    const before = await people.rent(services, cast.diego, [listingId])
    accepted(await act(before.rentalId, 'approve'))
    const bookable = { bookableWhileRented: true, status: 'approved' as const }
    await services.db.updateTable('listing').set(bookable).where('id', '=', listingId).execute()
    const { rentalId } = await people.rent(services, cast.ramon, [listingId], {
      startDate: addDays(TODAY, 2),
    })
    accepted(await act(rentalId, 'approve'))
    at(1, '09:00')
    accepted(await act(before.rentalId, 'activate'))
    at(2, '20:00')
    accepted(await act(before.rentalId, 'complete'))
    at(2, '20:05')
    expect(await say(rentalId, 'olivia')).toMatchObject({ reason: 'early' })
    at(3, '01:59')
    expect(await say(rentalId, 'olivia')).toMatchObject({ reason: 'early' })
    at(3, '02:00')
    accepted(await say(rentalId, 'olivia'))
    accepted(await takeBack(rentalId, 'olivia'))
    at(2, '20:05')
    accepted(await say(rentalId, 'ramon'))
  })
})
