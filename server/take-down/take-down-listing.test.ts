import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { accepted } from '#seeds/act.ts'
import { doEffects } from '#tests/support/do-effects.ts'
import * as people from '#tests/support/people.ts'
import { paying } from '#tests/support/paying.ts'
import { by, TODAY } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { addToCart } from '../cart/add-to-cart.ts'
import { readCart } from '../cart/read-cart.ts'
import { listFavorites } from '../favorite/queries.ts'
import { listNotices } from '../notification/queries.ts'
import { releaseOrder } from '../order/release-order.ts'
import { openPrivatePhoto } from '../photo/open-photo.ts'
import { takePartyAction } from '../rental/take-action.ts'
import { trackRentals } from '../rental/track-rentals.ts'
import { moderateListing } from '../listing/moderate-listing.ts'
import { pauseListing } from '../listing/pause-listing.ts'
import { putBackListing } from './put-back-listing.ts'
import { resumeListing } from '../listing/resume-listing.ts'
import { takeDownListing } from './take-down-listing.ts'

const fixture = withServices(['ramon', 'katrina', 'olivia', 'amihan'])
const { order } = paying(fixture)
const thing = (changes = {}) =>
  people.listApproved(fixture.services, { owner: fixture.cast.olivia, admin: fixture.cast.amihan }, changes)
const admin = () => people.asAdmin(fixture.services, fixture.cast.amihan)
const takeDown = (listingId: string) =>
  takeDownListing(...admin(), { listingId, reason: 'The photos are somebody else’s.' })
const putBack = (listingId: string) => putBackListing(...admin(), { listingId })
const take = (rentalId: string, action: 'approve' | 'reject' | 'activate' | 'complete') =>
  takePartyAction(by(fixture.services, fixture.cast.olivia), { rentalId, action })
const rowOf = (id: string) =>
  fixture.services.db.selectFrom('listing').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const statusOf = async (id: string) =>
  (await fixture.services.db.selectFrom('rental').select('status').where('id', '=', id).executeTakeFirst())
    ?.status

describe('a listing that was taken down', () => {
  // Spec: D43
  it.each(['Pending', 'Approved', 'Active'] as const)(
    'while a rental of it is %s goes at once, and no step of a rental brings it back',
    async (status) => {
      const listingId = await thing()
      const { rentalId } = await people.rent(fixture.services, fixture.cast.ramon, [listingId], {
        startDate: TODAY,
      })
      if (status !== 'Pending') accepted(await take(rentalId, 'approve'))
      if (status === 'Active') accepted(await take(rentalId, 'activate'))
      accepted(await takeDown(listingId))
      expect(await rowOf(listingId)).toMatchObject({ isPublic: false })
      if (status === 'Active') accepted(await take(rentalId, 'complete'))
      expect(await statusOf(rentalId)).toBe(
        { Pending: 'Rejected', Approved: 'Cancelled', Active: 'Completed' }[status],
      )
      expect(await rowOf(listingId)).toMatchObject({ status: 'approved', isPublic: false })
      accepted(await putBack(listingId))
      expect(await rowOf(listingId)).toMatchObject({ isPublic: true, takeDownReason: null })
    },
  )

  it('shows its photos to its renters, and no longer to those who gave their order up unpaid', async () => {
    const { services, cast } = fixture
    const listingId = await thing()
    const { id: orderId } = await order(cast.katrina, [listingId])
    accepted(await releaseOrder(services, { orderId, to: 'cancelled' }))
    await people.rent(services, cast.ramon, [listingId])
    const tracked = async (who: people.Person) =>
      (await trackRentals(services.db, people.seenBy(who), 'renter')).sections.rejected.items[0]!.photo
    const photo = (await tracked(cast.katrina))!
    const opens = async (who: people.Person) =>
      (await openPrivatePhoto(by(services, who), photo.id, photo.widths[0]!)) !== null
    expect(await opens(cast.katrina)).toBe(true)
    accepted(await takeDown(listingId))
    expect([await opens(cast.katrina), await opens(cast.ramon)]).toEqual([false, true])
    expect([await tracked(cast.katrina), await tracked(cast.ramon)]).toEqual([null, photo])
  })

  it('is not brought back by its owner’s pausing and resuming, nor accepted by an admin before it is put back', async () => {
    const listingId = await thing()
    accepted(await takeDown(listingId))
    const asOlivia = by(fixture.services, fixture.cast.olivia)
    accepted(await pauseListing(asOlivia, { listingId }))
    accepted(await resumeListing(asOlivia, { listingId }))
    expect(await rowOf(listingId)).toMatchObject({ isPublic: false })
    expect(await moderateListing(...admin(), { listingId, decision: 'approved' })).toMatchObject({
      reason: 'taken-down',
    })
  })

  it('can’t be put in a cart; a cart or favourites that hold it say that it is not listed', async () => {
    const { services, cast } = fixture
    const listingId = await thing({ title: 'Ukulele' })
    const ramon = people.renter(cast.ramon)
    await people.fillCart(services, cast.ramon, [listingId])
    await services.db.insertInto('favorite').values({ accountId: ramon.id, listingId }).execute()
    accepted(await takeDown(listingId))
    expect(await addToCart(by(services, cast.katrina), people.rentalRequest(listingId))).toMatchObject({
      reason: 'gone',
    })
    const cart = await readCart(by(services, cast.ramon), ramon)
    expect(cart.lines.map(({ problem }) => problem?.reason)).toEqual(['gone'])
    expect((await listFavorites(services.db, ramon, null)).favorites).toEqual([
      { availability: 'unlisted', listing: { id: listingId, title: 'Ukulele' } },
    ])
    await services.db.deleteFrom('cartLine').execute()
  })

  it('frees the dates of a rental that waits for its payment, and its renter is told', async () => {
    const listingId = await thing()
    const { rentalId, orderId } = await people.rent(fixture.services, fixture.cast.ramon, [listingId])
    await fixture.services.db
      .updateTable('order')
      .set({ status: 'awaiting_payment', holdsUntil: new Date(Date.now() + 1e9), paymentMethod: 'online' })
      .where('id', '=', orderId)
      .execute()
    accepted(await takeDown(listingId))
    expect(await statusOf(rentalId)).toBe('Cancelled')
    const mails = await fixture.services.db
      .selectFrom('effect')
      .select('payload')
      .where('kind', '=', 'rental-mail')
      .where(sql`payload ->> 'rentalId'`, '=', rentalId)
      .where(sql`payload ->> 'action'`, '=', 'cancel-by-admin')
      .execute()
    expect(mails).toEqual([{ payload: { rentalId, action: 'cancel-by-admin', to: 'renter' } }])
  })

  it('is taken down and put back once, by admins, and not when it is deleted or not there', async () => {
    const listingId = await thing()
    expect(await putBack(listingId)).toMatchObject({ reason: 'unchanged' })
    const both = await Promise.all([takeDown(listingId), takeDown(listingId)])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(both.find(({ ok }) => !ok)).toMatchObject({ reason: 'unchanged' })
    await fixture.services.db
      .updateTable('listing')
      .set({ archivedAt: new Date() })
      .where('id', '=', listingId)
      .execute()
    expect(await putBack(listingId)).toMatchObject({ reason: 'deleted' })
    expect(await takeDown(listingId)).toMatchObject({ reason: 'deleted' })
    expect(await takeDown(randomUUID())).toMatchObject({ reason: 'not-found' })
  })

  it('is explained to its owner with the reason, by mail and on the site, also when they switched everything off', async () => {
    const { services, cast } = fixture
    const listingId = await thing({ title: 'Kayak' })
    await services.db.deleteFrom('effect').execute()
    await services.db
      .insertInto('notificationChoice')
      .values({ accountId: cast.olivia.id, kind: 'listing-reviewed', channel: 'email' })
      .execute()
    accepted(await takeDown(listingId))
    accepted(await putBack(listingId))
    await doEffects(services)
    const mails = (await services.mail.list(50)).filter(({ subject }) => subject.includes('Kayak'))
    expect(mails.map(({ to, subject }) => [to, subject]).sort()).toEqual([
      [cast.olivia.email, 'We have taken down your Kayak'],
      [cast.olivia.email, 'Your Kayak is back'],
    ])
    expect(mails.find(({ subject }) => subject.startsWith('We have'))!.text).toContain(
      'The photos are somebody else’s.',
    )
    const { notices } = await listNotices(services.db, cast.olivia.id)
    expect(notices.map(({ title }) => title)).toEqual(
      expect.arrayContaining(['We have taken down your Kayak', 'Your Kayak is back']),
    )
  })
})
