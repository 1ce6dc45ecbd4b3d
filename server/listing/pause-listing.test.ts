import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { maySeeListing } from '#domain/access.ts'
import { guest } from '#domain/actor.ts'
import { accepted } from '#seeds/act.ts'
import { doEffects } from '#tests/support/do-effects.ts'
import * as people from '#tests/support/people.ts'
import { by, NOW, TODAY } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { addToCart } from '../cart/add-to-cart.ts'
import { readCart } from '../cart/read-cart.ts'
import { browseCatalogue } from '../catalogue/browse-catalogue.ts'
import { popularListings } from '../catalogue/popular-listings.ts'
import { listNotices } from '../notification/queries.ts'
import { takePartyAction } from '../rental/take-action.ts'
import { pauseListing } from './pause-listing.ts'
import { findListing, listOwnListings } from './queries.ts'
import { resumeListing } from './resume-listing.ts'

const fixture = withServices(['ramon', 'katrina', 'olivia', 'diego', 'amihan'])
const thing = (changes = {}) =>
  people.listApproved(fixture.services, { owner: fixture.cast.olivia, admin: fixture.cast.amihan }, changes)
const pause = (listingId: string, who: people.Person = fixture.cast.olivia) =>
  pauseListing(by(fixture.services, who), { listingId })
const resume = (listingId: string, who: people.Person = fixture.cast.olivia) =>
  resumeListing(by(fixture.services, who), { listingId })

describe('a paused listing', () => {
  it.each([
    ['paused', 'Your Zither is accepted'],
    ['taken down', null],
    ['of a suspended owner', null],
  ] as const)('that was accepted while %s is not said to be found', async (how, subject) => {
    const { services, cast } = fixture
    const listingId = await people.listThing(services, cast.olivia, { title: 'Zither' })
    if (how === 'paused') accepted(await pause(listingId))
    await people.review(services, cast.amihan, listingId)
    const hidden =
      how === 'taken down'
        ? { takenDownAt: NOW, takenDownBy: cast.amihan.id, takeDownReason: 'A weapon' }
        : { ownerSuspended: true }
    if (how !== 'paused')
      await services.db.updateTable('listing').set(hidden).where('id', '=', listingId).execute()
    await doEffects(services)
    services.clock.set(NOW)
    const { notices } = await listNotices(services.db, cast.olivia.id)
    const ofZither = notices.filter(({ title }) => title.includes('Zither'))
    expect(ofZither.map(({ title }) => title)).toEqual(subject ? [subject] : [])
    if (subject) expect(ofZither[0]!.text).toContain('Resume it')
    await services.db.deleteFrom('notice').execute()
    await services.db.deleteFrom('listing').where('id', '=', listingId).execute()
  })

  it('is public nowhere until it is resumed; its owner and admins still see it', async () => {
    const { services, cast } = fixture
    const listingId = await thing({ title: 'Harmonica' })
    const shown = async () =>
      [
        ...(await browseCatalogue(services.db, {})).listings,
        ...(await browseCatalogue(services.db, { search: 'harmonica' })).listings,
        ...(await popularListings(services.db, null)),
      ].filter(({ id }) => id === listingId).length
    const seenBy = async () => {
      const listing = (await findListing(services.db, listingId, TODAY))!
      return [guest, cast.ramon, cast.diego, cast.olivia, cast.amihan].map((who) =>
        maySeeListing(who, listing),
      )
    }
    expect(await shown()).toBe(3)
    accepted(await pause(listingId))
    expect(await shown()).toBe(0)
    expect(await seenBy()).toEqual([false, false, false, true, true])
    expect((await listOwnListings(services.db, people.owner(cast.olivia))).items[0]).toMatchObject({
      id: listingId,
      status: 'approved',
      pausedAt: NOW,
    })
    accepted(await resume(listingId))
    expect(await shown()).toBe(3)
    expect(await seenBy()).toEqual([true, true, true, true, true])
  })

  it('can’t be rented, and a cart that holds it says so', async () => {
    const { services, cast } = fixture
    const listingId = await thing()
    await people.fillCart(services, cast.ramon, [listingId])
    accepted(await pause(listingId))
    const refusal = { ok: false, reason: 'paused', message: 'Its owner has paused this item for now.' }
    expect(await addToCart(by(services, cast.katrina), people.rentalRequest(listingId))).toEqual(refusal)
    const cart = () => readCart(by(services, cast.ramon), people.renter(cast.ramon))
    expect(await cart()).toMatchObject({ ready: false, lines: [{ problem: refusal }] })
    accepted(await resume(listingId))
    expect(await cart()).toMatchObject({ ready: true })
    await services.db.deleteFrom('cartLine').execute()
  })

  it('lets its running rental go on, and is still paused after it', async () => {
    const { services, cast } = fixture
    const listingId = await thing()
    const { rentalId } = await people.rent(services, cast.ramon, [listingId], { startDate: TODAY })
    accepted(await pause(listingId))
    for (const action of ['approve', 'activate', 'complete'] as const)
      accepted(await takePartyAction(by(services, cast.olivia), { rentalId, action }))
    expect(await findListing(services.db, listingId, TODAY)).toMatchObject({
      status: 'approved',
      pausedAt: NOW,
    })
  })

  it('is not paused twice, nor resumed twice, nor by anyone but its owner', async () => {
    const listingId = await thing()
    for (const who of [fixture.cast.diego, fixture.cast.ramon, fixture.cast.amihan])
      expect(await pause(listingId, who)).toEqual({
        ok: false,
        reason: 'not-owner',
        message: "You don't have permission to pause this item.",
      })
    expect(await resume(listingId)).toMatchObject({ reason: 'unchanged' })
    accepted(await pause(listingId))
    expect(await pause(listingId)).toMatchObject({ reason: 'unchanged' })
    expect(await resume(listingId, fixture.cast.diego)).toMatchObject({ reason: 'not-owner' })
    expect(await pause(randomUUID())).toMatchObject({ reason: 'not-found' })
    expect(await resume(randomUUID())).toMatchObject({ reason: 'not-found' })
  })
})
