import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { guest } from '#domain/actor.ts'
import { accepted } from '#seeds/act.ts'
import * as people from '#tests/support/people.ts'
import { by, NOW } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { browseCatalogue } from '../catalogue/browse-catalogue.ts'
import { popularListings } from '../catalogue/popular-listings.ts'
import { deleteListing } from '../listing/delete-listing.ts'
import { findListing } from '../listing/queries.ts'
import { takePartyAction } from '../rental/take-action.ts'
import { addFavorite } from './add-favorite.ts'
import { listFavorites } from './queries.ts'
import { removeFavorite } from './remove-favorite.ts'

const fixture = withServices(['ramon', 'katrina', 'benjie', 'olivia', 'diego', 'amihan'], {
  limits: { favorites: { points: 100, seconds: 60 } },
})
type Who = keyof typeof fixture.cast

let minute = 0
beforeEach(async () => {
  fixture.services.clock.set(new Date(NOW.getTime() + ++minute * 60_000))
  await fixture.services.db.deleteFrom('favorite').execute()
})

const publish = (changes = {}) =>
  people.listApproved(fixture.services, { owner: fixture.cast.olivia, admin: fixture.cast.amihan }, changes)
const add = (who: Who, listingId: string) =>
  addFavorite(by(fixture.services, fixture.cast[who]), { listingId })
const remove = (who: Who, listingId: string) =>
  removeFavorite(by(fixture.services, fixture.cast[who]), { listingId })
const listed = async (who: Who) =>
  (await listFavorites(fixture.services.db, people.renter(fixture.cast[who]), null)).favorites
const rows = () => fixture.services.db.selectFrom('favorite').selectAll().execute()
const countOf = async (id: string) =>
  (
    await fixture.services.db
      .selectFrom('listing')
      .select('favoriteCount')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).favoriteCount

describe('keeping a favourite', () => {
  // Spec: S3.9, S7.16
  it('adds it once, however often it is asked for, and takes it away once', async () => {
    const listingId = await publish()
    for (let i = 0; i < 3; i++) accepted(await add('ramon', listingId))
    accepted(await add('diego', listingId))
    expect(await rows()).toHaveLength(2)
    expect(await countOf(listingId)).toBe(2)
    for (let i = 0; i < 3; i++) accepted(await remove('ramon', listingId))
    expect(await rows()).toMatchObject([{ accountId: fixture.cast.diego.id, listingId }])
    expect(await countOf(listingId)).toBe(1)
  })

  it('counts right when many press at once', async () => {
    const listingId = await publish()
    const presses = (['ramon', 'katrina', 'diego'] as const).flatMap((who) => [
      add(who, listingId),
      add(who, listingId),
    ])
    for (const verdict of await Promise.all(presses)) accepted(verdict)
    expect(await countOf(listingId)).toBe(3)
  })

  // Spec: S6.10
  it('is for people who are logged in, and not for admins', async () => {
    const listingId = await publish()
    for (const change of [addFavorite, removeFavorite]) {
      expect(await change(by(fixture.services, guest), { listingId })).toEqual({
        ok: false,
        reason: 'login',
        message: 'Please log in to favorite items.',
      })
      expect(await change(by(fixture.services, fixture.cast.amihan), { listingId })).toMatchObject({
        reason: 'role',
      })
    }
    expect(await rows()).toEqual([])
  })

  it('is refused for one’s own listing, and for one that does not exist', async () => {
    const listingId = await publish()
    expect(await add('olivia', listingId)).toMatchObject({ reason: 'own' })
    expect(await add('ramon', randomUUID())).toEqual({
      ok: false,
      reason: 'not-found',
      message: 'Sorry, that listing could not be found.',
    })
  })

  it.each([
    ['waits for review', { status: 'available' }],
    ['was rejected', { status: 'rejected' }],
    ['is rented out', { status: 'unavailable' }],
    ['is paused', { pausedAt: NOW }],
    ['is deleted', { archivedAt: NOW }],
  ] as const)('is refused while the listing %s, though it can be taken away', async (_, state) => {
    const [before, meanwhile] = [await publish(), await publish()]
    accepted(await add('ramon', before))
    await fixture.services.db
      .updateTable('listing')
      .set(state)
      .where('id', 'in', [before, meanwhile])
      .execute()
    expect(await add('ramon', meanwhile)).toMatchObject({ reason: 'not-found' })
    accepted(await remove('ramon', before))
    expect(await rows()).toEqual([])
  })

  it('has a limit a minute, together with taking away', async () => {
    const listingId = await publish()
    for (let i = 0; i < 50; i++) {
      accepted(await add('benjie', listingId))
      accepted(await remove('benjie', listingId))
    }
    for (const change of [add, remove])
      expect(await change('benjie', listingId)).toMatchObject({ reason: 'limit' })
    accepted(await add('diego', listingId))
  })
})

describe('cards and pages', () => {
  it('show whose favourite a listing is, and have no favourite button for its owner and for admins', async () => {
    const listingId = await publish({ title: 'Zither' })
    accepted(await add('ramon', listingId))
    for (const [viewer, wanted] of [
      [fixture.cast.ramon, true],
      [fixture.cast.diego, false],
      [guest, false],
      [fixture.cast.olivia, null],
      [fixture.cast.amihan, null],
    ] as const) {
      const { db } = fixture.services
      const cards = [
        (await browseCatalogue(db, { viewer })).listings,
        (await browseCatalogue(db, { search: 'zither', viewer })).listings,
        (await browseCatalogue(db, { search: 'zihter', viewer })).listings,
        await popularListings(db, null, viewer),
        [(await findListing(db, listingId, '2026-11-21', viewer))!],
      ]
      for (const found of cards)
        expect(found.find(({ id }) => id === listingId)).toMatchObject({ isFavorite: wanted })
    }
  })
})

describe('the favourites of a person', () => {
  // Spec: S7.4
  it('come in pages of 24, those added last first, each once, and only theirs', async () => {
    const wanted: string[] = []
    for (let i = 0; i < 30; i++) {
      const listingId = await publish({ title: `Thing ${i}` })
      // Several have the same time: only the id orders them.
      if (i % 10 === 0) fixture.services.clock.set(new Date(NOW.getTime() + ++minute * 60_000))
      accepted(await add('diego', listingId))
      wanted.push(listingId)
    }
    accepted(await add('ramon', wanted[0]!))
    const seen: string[] = []
    let after: string | null = null
    do {
      const page = await listFavorites(fixture.services.db, people.renter(fixture.cast.diego), after)
      seen.push(...page.favorites.map(({ listing }) => listing.id))
      after = page.next
    } while (after && seen.length < 100)
    expect(seen.toSorted()).toEqual(wanted.toSorted())
    expect(seen.slice(0, 10).toSorted()).toEqual(wanted.slice(20).toSorted())
    expect(await listed('ramon')).toMatchObject([{ availability: 'public', listing: { isFavorite: true } }])
  })

  it('show a rented one as rented, and only the title of one that is no longer public', async () => {
    const [rented, rejected] = [await publish({ title: 'Rented' }), await publish({ title: 'Rejected' })]
    accepted(await add('katrina', rented))
    accepted(await add('katrina', rejected))
    await people.rent(fixture.services, fixture.cast.ramon, [rented])
    await people.review(fixture.services, fixture.cast.amihan, rejected, 'rejected')
    const favorites = await listed('katrina')
    expect(favorites).toHaveLength(2)
    expect(favorites).toContainEqual({
      availability: 'unlisted',
      listing: { id: rejected, title: 'Rejected' },
    })
    expect(favorites).toContainEqual(
      expect.objectContaining({
        availability: 'rented',
        listing: expect.objectContaining({ title: 'Rented' }),
      }),
    )
  })

  // Spec: S7.15, D12
  it('go with the listing, erased or archived', async () => {
    const [erased, archived] = [await publish(), await publish()]
    const { rentalId } = await people.rent(fixture.services, fixture.cast.ramon, [archived])
    accepted(await takePartyAction(by(fixture.services, fixture.cast.olivia), { rentalId, action: 'reject' }))
    for (const listingId of [erased, archived]) {
      accepted(await add('katrina', listingId))
      accepted(await deleteListing(by(fixture.services, fixture.cast.olivia), { listingId }))
    }
    expect(await rows()).toEqual([])
    expect(await countOf(archived)).toBe(0)
  })
})

describe('popular listings', () => {
  // Spec: D16
  it('are the most rented, then the most favourited, then the newest', async () => {
    const [older, loved, newer] = [
      await publish({ categoryId: 9, title: 'Older' }),
      await publish({ categoryId: 9, title: 'Loved' }),
      await publish({ categoryId: 9, title: 'Newer' }),
    ]
    const order = async () => (await popularListings(fixture.services.db, 9)).map(({ title }) => title)
    const spread = [older, loved, newer].map((id, i) =>
      fixture.services.db
        .updateTable('listing')
        .set({ createdAt: new Date(NOW.getTime() + i) } as never)
        .where('id', '=', id)
        .execute(),
    )
    await Promise.all(spread)
    expect(await order()).toEqual(['Newer', 'Loved', 'Older'])
    accepted(await add('ramon', loved))
    expect(await order()).toEqual(['Loved', 'Newer', 'Older'])
    accepted(await add('ramon', older))
    accepted(await add('diego', older))
    expect(await order()).toEqual(['Older', 'Loved', 'Newer'])
    await fixture.services.db.updateTable('listing').set({ rentalCount: 1 }).where('id', '=', newer).execute()
    expect(await order()).toEqual(['Newer', 'Older', 'Loved'])
    accepted(await remove('diego', older))
    accepted(await remove('ramon', older))
    expect(await order()).toEqual(['Newer', 'Loved', 'Older'])
  })
})
