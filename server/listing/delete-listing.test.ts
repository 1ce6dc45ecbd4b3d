import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { addDays } from '#domain/period.ts'
import { accepted } from '#seeds/act.ts'
import { doEffects } from '#tests/support/do-effects.ts'
import * as people from '#tests/support/people.ts'
import { by, NOW, TODAY } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { addToCart } from '../cart/add-to-cart.ts'
import { readCart } from '../cart/read-cart.ts'
import { listNotices } from '../notification/queries.ts'
import { takePartyAction } from '../rental/take-action.ts'
import { joinWaitlist } from '../waitlist/join-waitlist.ts'
import { sweepWaitlist } from '../waitlist/sweep-waitlist.ts'
import { blockDates } from './block-dates.ts'
import { deleteListing } from './delete-listing.ts'
import { moderateListing } from './moderate-listing.ts'

const fixture = withServices(['ramon', 'katrina', 'olivia', 'diego', 'amihan'])

const remove = (listingId: string, who: people.Person = fixture.cast.olivia) =>
  deleteListing(by(fixture.services, who), { listingId })
const approved = (changes = {}) =>
  people.listApproved(fixture.services, { owner: fixture.cast.olivia, admin: fixture.cast.amihan }, changes)
const rowOf = (id: string) =>
  fixture.services.db.selectFrom('listing').selectAll().where('id', '=', id).executeTakeFirst()
const take = (rentalId: string, action: 'approve' | 'reject' | 'activate' | 'complete') =>
  takePartyAction(by(fixture.services, fixture.cast.olivia), { rentalId, action })
/** Offers someone on the waiting list days that the owner had blocked; returns the id of the entry. */
async function offerDays(listingId: string, who: people.Person) {
  const owner = by(fixture.services, fixture.cast.olivia)
  const startDate = addDays(TODAY, 10)
  accepted(await blockDates(owner, { listingId, firstDay: startDate, lastDay: startDate }))
  const wanted = { listingId, startDate, durationDays: 1 as const }
  const { entryId } = accepted(await joinWaitlist(by(fixture.services, who), wanted))
  await fixture.services.db.deleteFrom('blockedPeriod').where('listingId', '=', listingId).execute()
  expect(await sweepWaitlist(fixture.services)).toBe(1)
  return entryId
}
const actionsOf = async (id: string) =>
  (
    await fixture.services.db
      .selectFrom('event')
      .select('action')
      .where('subjectId', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ action }) => action)

describe('deleting a listing', () => {
  // Spec: D12
  it('that was never rented erases it with its photos, their files and the cart lines', async () => {
    const { services, cast } = fixture
    const listingId = await approved()
    await people.fillCart(services, cast.ramon, [listingId])
    const photo = await services.db
      .selectFrom('photo')
      .selectAll()
      .where('listingId', '=', listingId)
      .executeTakeFirstOrThrow()
    expect(await services.images.open(photo.id, photo.widths[0]!)).not.toBeNull()
    accepted(await remove(listingId))
    expect(await rowOf(listingId)).toBeUndefined()
    expect(
      await services.db.selectFrom('photo').select('id').where('id', '=', photo.id).executeTakeFirst(),
    ).toBeUndefined()
    expect(
      await services.db.selectFrom('cartLine').selectAll().where('listingId', '=', listingId).execute(),
    ).toEqual([])
    // The file stays after the transaction, and a job removes it.
    services.clock.set(new Date(Date.now() + 3_600_000))
    await doEffects(services)
    services.clock.set(NOW)
    expect(await services.images.open(photo.id, photo.widths[0]!)).toBeNull()
    expect(await actionsOf(listingId)).toEqual(['add', 'accept', 'erase'])
  })

  // Spec: D12
  it('that was rented archives it: its rentals, their photo and cart lines stay, its waiting list goes', async () => {
    const { services, cast } = fixture
    const listingId = await approved()
    const { rentalId } = await people.rent(services, cast.ramon, [listingId])
    accepted(await take(rentalId, 'reject'))
    await people.fillCart(services, cast.katrina, [listingId])
    const entryId = await offerDays(listingId, cast.katrina)
    const of = (table: 'waitlistEntry' | 'blockedPeriod') =>
      services.db.selectFrom(table).select('id').where('listingId', '=', listingId).execute()
    expect(await of('blockedPeriod')).toEqual([{ id: entryId }])
    accepted(await remove(listingId))
    expect([await of('waitlistEntry'), await of('blockedPeriod')]).toEqual([[], []])
    expect(await rowOf(listingId)).toMatchObject({ archivedAt: NOW })
    const rental = await services.db
      .selectFrom('rental')
      .selectAll()
      .where('id', '=', rentalId)
      .executeTakeFirstOrThrow()
    expect(rental.photoId).not.toBeNull()
    expect(
      await services.db.selectFrom('cartLine').selectAll().where('listingId', '=', listingId).execute(),
    ).toHaveLength(1)
    const { lines } = await readCart(by(services, cast.katrina), people.renter(cast.katrina))
    expect(lines.map(({ problem }) => problem?.message)).toEqual(['This item is no longer listed.'])
    await services.db.deleteFrom('cartLine').where('listingId', '=', listingId).execute()
    expect(await addToCart(by(services, cast.katrina), people.rentalRequest(listingId))).toMatchObject({
      reason: 'gone',
    })
  })

  // Spec: D31
  it.each([true, false])(
    'tells everyone who waits for it, once; it was rented before: %s',
    async (wasRented) => {
      const { services, cast } = fixture
      const listingId = await approved({ title: 'Harmonica' })
      if (wasRented) {
        const { rentalId } = await people.rent(services, cast.diego, [listingId])
        accepted(await take(rentalId, 'reject'))
      }
      await offerDays(listingId, cast.katrina)
      const startDate = addDays(TODAY, 10)
      accepted(await joinWaitlist(by(services, cast.ramon), { listingId, startDate, durationDays: 1 }))
      await doEffects(services)
      services.clock.set(NOW)
      await services.db.deleteFrom('notice').execute()
      accepted(await remove(listingId))
      await doEffects(services)
      services.clock.set(NOW)
      const noticesTo = async (who: 'katrina' | 'ramon') =>
        (await listNotices(services.db, cast[who].id)).notices.map(({ title, text }) => `${title}. ${text}`)
      expect(await noticesTo('katrina')).toEqual([
        'The offer of Harmonica is over: Dec 1, 2026. We held these days for you. Meanwhile the item was deleted, ' +
          'so the offer is over and you no longer wait for it.',
      ])
      expect(await noticesTo('ramon')).toEqual([
        'Harmonica is no longer listed: Dec 1, 2026. You waited for these days. The item was deleted, so you no ' +
          'longer wait for it.',
      ])
    },
  )

  // Spec: D12
  it('is refused while a rental of it is Pending, Approved or Active', async () => {
    const listingId = await approved({ bookableWhileRented: true })
    const { rentalId } = await people.rent(fixture.services, fixture.cast.ramon, [listingId], {
      startDate: TODAY,
    })
    const refusal = {
      ok: false,
      reason: 'rented',
      message: 'This listing has a rental that is Pending, Approved or Active. It can be deleted after that.',
    }
    for (const action of ['approve', 'activate', 'complete'] as const) {
      expect(await remove(listingId)).toEqual(refusal)
      expect(await remove(listingId, fixture.cast.amihan)).toEqual(refusal)
      accepted(await take(rentalId, action))
    }
    accepted(await remove(listingId))
  })

  it('may be done by an admin', async () => {
    const listingId = await approved()
    accepted(await remove(listingId, fixture.cast.amihan))
    expect(await rowOf(listingId)).toBeUndefined()
  })

  // Spec: S6.3
  it.each(['diego', 'ramon'] as const)('by %s, who doesn’t own it, is refused', async (who) => {
    const listingId = await approved()
    expect(await remove(listingId, fixture.cast[who])).toEqual({
      ok: false,
      reason: 'not-owner',
      message: "You don't have permission to delete this item.",
    })
    expect(await rowOf(listingId)).toMatchObject({ archivedAt: null })
  })

  it.each([
    ['money', false],
    ['support', true],
  ] as const)('by an admin of %s is accepted: %s', async (adminArea, isAccepted) => {
    const listingId = await approved()
    const verdict = await remove(listingId, { ...fixture.cast.amihan, adminArea })
    expect(verdict.ok || verdict.reason).toBe(isAccepted || 'not-owner')
    expect((await rowOf(listingId)) === undefined).toBe(isAccepted)
  })

  it('by a guest is refused; of one that is gone already it is not found', async () => {
    const listingId = await approved()
    expect(await deleteListing(by(fixture.services), { listingId })).toMatchObject({ reason: 'not-owner' })
    accepted(await remove(listingId))
    expect(await remove(listingId)).toMatchObject({ reason: 'not-found' })
    expect(await remove(randomUUID())).toMatchObject({ reason: 'not-found' })
  })
})

describe('reviewing a listing', () => {
  const decide = (listingId: string, decision: 'approved' | 'rejected') =>
    moderateListing(...people.asAdmin(fixture.services, fixture.cast.amihan), {
      listingId,
      decision,
    })

  // Spec: S4.4, S4.7, S7.15, D8
  it('accepts or rejects it, either way and again, and tells the owner each time', async () => {
    const listingId = await people.listThing(fixture.services, fixture.cast.olivia)
    for (const decision of ['approved', 'rejected', 'approved'] as const) {
      accepted(await decide(listingId, decision))
      expect(await rowOf(listingId)).toMatchObject({
        status: decision,
        moderatedAt: NOW,
        moderatedBy: fixture.cast.amihan.id,
      })
    }
    expect(await actionsOf(listingId)).toEqual(['add', 'accept', 'reject', 'accept'])
    const mails = await fixture.services.db
      .selectFrom('effect')
      .select('payload')
      .where('kind', '=', 'listing-mail')
      .execute()
    const decisions = mails
      .filter(({ payload }) => payload.listingId === listingId)
      .map(({ payload }) => payload.decision)
    expect(decisions).toEqual(['approved', 'rejected', 'approved'])
  })

  it('is refused when nothing would change, except that an edited listing may be accepted again', async () => {
    const listingId = await approved()
    expect(await decide(listingId, 'approved')).toEqual({
      ok: false,
      reason: 'unchanged',
      message: 'This listing is already approved.',
    })
    const later = new Date(NOW.getTime() + 60_000)
    await fixture.services.db
      .updateTable('listing')
      .set({ editedAt: later })
      .where('id', '=', listingId)
      .execute()
    fixture.services.clock.set(new Date(NOW.getTime() + 120_000))
    accepted(await decide(listingId, 'approved'))
    expect(await decide(listingId, 'approved')).toMatchObject({ reason: 'unchanged' })
    fixture.services.clock.set(NOW)
  })

  it('is refused while it is rented out, and when it is deleted or not there', async () => {
    const listingId = await approved()
    const { rentalId } = await people.rent(fixture.services, fixture.cast.ramon, [listingId])
    expect(await decide(listingId, 'rejected')).toEqual({
      ok: false,
      reason: 'rented',
      message: 'This listing is rented out. It can be reviewed again once it is back.',
    })
    accepted(await take(rentalId, 'reject'))
    accepted(await remove(listingId))
    expect(await decide(listingId, 'rejected')).toMatchObject({ reason: 'deleted' })
    expect(await decide(randomUUID(), 'rejected')).toMatchObject({ reason: 'not-found' })
  })
})
