import { randomUUID } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import type { ListingForm } from '#domain/listing/listing-form.ts'
import { accepted } from '#seeds/act.ts'
import * as people from '#tests/support/people.ts'
import { by, NOW, testServices } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { addListing } from './add-listing.ts'
import { editListing } from './edit-listing.ts'
import { findListing, listOwnListings } from './queries.ts'

const fixture = withServices(['ramon', 'olivia', 'diego', 'amihan'])

const add = (form: ListingForm, who = fixture.cast.olivia) =>
  addListing(by(fixture.services, who), people.owner(who), form)
const edit = (listingId: string, form: ListingForm, who: people.Person = fixture.cast.olivia) =>
  editListing(by(fixture.services, who), { listingId, form })
const photo = (who = fixture.cast.olivia) => people.uploadTiny(fixture.services, who)
const rowOf = (id: string) =>
  fixture.services.db.selectFrom('listing').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const photosOf = async (id: string) =>
  (
    await fixture.services.db
      .selectFrom('photo')
      .select('id')
      .where('listingId', '=', id)
      .orderBy('position')
      .execute()
  ).map((row) => row.id)
const listings = async () => (await fixture.services.db.selectFrom('listing').select('id').execute()).length

describe('adding a listing', () => {
  // Spec: S1.1, S3.4, S4.1, S4.6, S5.16, S6.2, S7.15
  it('stores it waiting for review, with its photos in the order of the form', async () => {
    const photoIds = [await photo(), await photo(), await photo()].reverse()
    const form = people.aForm({
      photoIds,
      tags: 'Camping, never-heard-of, TENT, camping',
      bookableWhileRented: true,
    })
    const { listingId } = accepted(await add(form))
    expect(await rowOf(listingId)).toMatchObject({
      ownerId: fixture.cast.olivia.id,
      title: '4-person tent',
      pricePerDayCentavos: 45_000,
      status: 'available',
      bookableWhileRented: true,
      createdAt: NOW,
      editedAt: null,
      moderatedAt: null,
      archivedAt: null,
      rentalCount: 0,
    })
    expect((await rowOf(listingId)).tags).toContain('camping')
    expect((await rowOf(listingId)).tags).not.toContain('never-heard-of')
    expect(await photosOf(listingId)).toEqual(photoIds)
    const events = await fixture.services.db
      .selectFrom('event')
      .select(['action', 'actorId'])
      .where('subjectId', '=', listingId)
      .execute()
    expect(events).toEqual([{ action: 'add', actorId: fixture.cast.olivia.id }])
  })

  const imageRequired = 'Please select an image to upload.'
  it('lists one thing when its form is sent again, as the answer was lost, and says so of another with its photos', async () => {
    const form = people.aForm({ photoIds: [await photo(), await photo()] })
    const first = accepted(await add(form))
    const before = await listings()
    expect(await add(form)).toEqual({ ok: true, listingId: first.listingId })
    expect(await add({ ...form, title: 'Another tent' })).toMatchObject({ reason: 'photos' })
    expect(await add({ ...form, photoIds: form.photoIds.toReversed() })).toMatchObject({ reason: 'photos' })
    expect(await add(form, fixture.cast.diego)).toMatchObject({ reason: 'photos' })
    expect(await listings()).toBe(before)
  })

  it('lists one thing when a form is sent twice at once, each with its own upload of the photo', async () => {
    const key = uuid()
    const send = async (changes: Partial<ListingForm> = {}, who = fixture.cast.olivia) => {
      const form = people.aForm({ ...changes, photoIds: [await photo(who)] })
      return accepted(await addListing(by(fixture.services, who), people.owner(who), form, key)).listingId
    }
    const before = await listings()
    const ids = await Promise.all([send(), send(), send()])
    expect(new Set(ids).size).toBe(1)
    expect(await photosOf(ids[0]!)).toHaveLength(1)
    expect(await listings()).toBe(before + 1)
    // Who goes back and types something else lists something else, and so does somebody else.
    const others = [await send({ title: 'Another tent' }), await send({}, fixture.cast.diego)]
    expect(new Set([ids[0]!, ...others]).size).toBe(3)
    for (const id of [ids[0]!, ...others]) expect(id.slice(0, 13)).toBe(key.slice(0, 13))
  })

  const lost = 'One of these photos could not be found. Please upload it again.'
  // Spec: S5.12
  it.each<[string, () => Promise<Partial<ListingForm>>, object]>([
    ['without a photo', async () => ({ photoIds: [] }), { reason: 'photos', message: imageRequired }],
    [
      'with a photo that is not there',
      async () => ({ photoIds: [randomUUID()] }),
      { reason: 'photos', message: lost },
    ],
    [
      'with someone else’s upload',
      async () => ({ photoIds: [await photo(), await photo(fixture.cast.diego)] }),
      { reason: 'photos', message: lost },
    ],
    [
      'with a photo of another listing of one’s own',
      async () => ({
        title: 'Another tent',
        photoIds: await photosOf(await people.listThing(fixture.services, fixture.cast.olivia)),
      }),
      { reason: 'photos', message: lost },
    ],
    [
      'with a category that is not there',
      async () => ({ photoIds: [await photo()], categoryId: 999 }),
      { reason: 'category', message: 'Please choose a category from the list.' },
    ],
  ])('is refused %s, and stores nothing', async (_, changes, refusal) => {
    const form = people.aForm(await changes())
    const before = await listings()
    expect(await add(form)).toMatchObject({ ok: false, ...refusal })
    expect(await listings()).toBe(before)
  })

  it('is limited a day; an attempt that is refused counts, too', async () => {
    const strict = await testServices(fixture.services.connection, {
      limits: { newListings: { points: 2, seconds: 86_400 } },
    })
    const ctx = by(strict, fixture.cast.diego)
    const adding = (form: ListingForm) => addListing(ctx, people.owner(fixture.cast.diego), form)
    expect(await adding(people.aForm())).toMatchObject({ reason: 'photos' })
    accepted(await adding(people.aForm({ photoIds: [await photo(fixture.cast.diego)] })))
    expect(await adding(people.aForm({ photoIds: [await photo(fixture.cast.diego)] }))).toMatchObject({
      reason: 'limit',
    })
    await strict.close()
  })
})

describe('editing a listing', () => {
  // Spec: S5.17, S7.15, D11
  it.each(['available', 'approved', 'rejected'] as const)('that is %s keeps its status', async (status) => {
    const listingId = await people.listThing(fixture.services, fixture.cast.olivia)
    await fixture.services.db.updateTable('listing').set({ status }).where('id', '=', listingId).execute()
    const form = people.aForm({
      title: 'Tent, repaired',
      pricePerDay: 1,
      photoIds: await photosOf(listingId),
    })
    accepted(await edit(listingId, form))
    expect(await rowOf(listingId)).toMatchObject({
      status,
      title: 'Tent, repaired',
      pricePerDayCentavos: 1,
      editedAt: NOW,
    })
  })

  it('that is rented out stays rented out', async () => {
    const both = { owner: fixture.cast.olivia, admin: fixture.cast.amihan }
    const listingId = await people.listApproved(fixture.services, both)
    await people.rent(fixture.services, fixture.cast.ramon, [listingId])
    accepted(await edit(listingId, people.aForm({ photoIds: await photosOf(listingId) })))
    expect(await rowOf(listingId)).toMatchObject({ status: 'unavailable' })
  })

  it('reorders, adds and removes photos; the files of a removed one go by the outbox', async () => {
    const [a, b, c] = [await photo(), await photo(), await photo()]
    const { listingId } = accepted(await add(people.aForm({ photoIds: [a, b] })))
    accepted(await edit(listingId, people.aForm({ photoIds: [c, a] })))
    expect(await photosOf(listingId)).toEqual([c, a])
    const effects = await fixture.services.db
      .selectFrom('effect')
      .select('payload')
      .where('kind', '=', 'remove-photo')
      .execute()
    expect(effects.map(({ payload }) => payload.photoId)).toContain(b)
    expect(effects.map(({ payload }) => payload.photoId)).not.toContain(a)
  })

  const forbidden = {
    ok: false,
    reason: 'not-owner',
    message: "You don't have permission to edit this item.",
  }
  // Spec: S6.3
  it.each([
    ['another owner', 'diego', forbidden],
    ['a renter', 'ramon', forbidden],
    ['an admin', 'amihan', forbidden],
  ] as const)('by %s is refused and changes nothing', async (_, who, refusal) => {
    const listingId = await people.listThing(fixture.services, fixture.cast.olivia)
    const before = await rowOf(listingId)
    const form = people.aForm({ title: 'Taken over', photoIds: await photosOf(listingId) })
    expect(await edit(listingId, form, fixture.cast[who])).toEqual(refusal)
    expect(await rowOf(listingId)).toEqual(before)
  })

  it('is refused without a photo, with a stranger’s photo, with an unknown category, and changes nothing', async () => {
    const listingId = await people.listThing(fixture.services, fixture.cast.olivia)
    const [before, photoIds] = [await rowOf(listingId), await photosOf(listingId)]
    const theirs = await photo(fixture.cast.diego)
    expect(await edit(listingId, people.aForm({ title: 'X' }))).toMatchObject({ reason: 'photos' })
    expect(await edit(listingId, people.aForm({ title: 'X', photoIds: [theirs] }))).toMatchObject({
      reason: 'photos',
    })
    expect(await edit(listingId, people.aForm({ title: 'X', photoIds, categoryId: 999 }))).toMatchObject({
      reason: 'category',
    })
    expect(await rowOf(listingId)).toEqual(before)
    expect(await photosOf(listingId)).toEqual(photoIds)
  })

  it('returns not-found when the listing is deleted or does not exist', async () => {
    const listingId = await people.listThing(fixture.services, fixture.cast.olivia)
    await fixture.services.db
      .updateTable('listing')
      .set({ archivedAt: NOW })
      .where('id', '=', listingId)
      .execute()
    const form = people.aForm({ photoIds: [await photo()] })
    expect(await edit(listingId, form)).toMatchObject({ reason: 'not-found' })
    expect(await edit(randomUUID(), form)).toMatchObject({ reason: 'not-found' })
  })
})

// Spec: S7.6
it('an owner sees their own listings in every state, the newest first, and nobody else’s', async () => {
  const { items: mine } = await listOwnListings(fixture.services.db, people.owner(fixture.cast.diego))
  const listingId = await people.listThing(fixture.services, fixture.cast.diego, { title: 'Drone' })
  fixture.services.clock.set('2026-11-22T00:00:00Z')
  const newer = await people.listThing(fixture.services, fixture.cast.diego, { title: 'Newer drone' })
  fixture.services.clock.set(NOW)
  const ids = (await listOwnListings(fixture.services.db, people.owner(fixture.cast.diego))).items.map(
    ({ id }) => id,
  )
  expect(ids).toHaveLength(mine.length + 2)
  expect(ids[0]).toBe(newer)
  expect(ids).toContain(listingId)
  const rows = await fixture.services.db
    .selectFrom('listing')
    .select('ownerId')
    .where('id', 'in', ids)
    .execute()
  expect(new Set(rows.map((row) => row.ownerId))).toEqual(new Set([fixture.cast.diego.id]))
})

// Spec: S3.5
it('a listing is read with the names of its category, tags and owner, and the owner’s terms', async () => {
  const listingId = await people.listThing(fixture.services, fixture.cast.olivia, {
    tags: 'tent, camping',
    ownerTerms: 'Dry it first.',
  })
  const read = () => findListing(fixture.services.db, listingId, '2026-11-21')
  const names = { ownerName: 'Olivia S.', ownerTerms: 'Dry it first.', tags: ['tent', 'camping'] }
  expect(await read()).toMatchObject({ ...names, categoryName: 'Camping' })
  await fixture.services.db
    .updateTable('listing')
    .set({ categoryId: null })
    .where('id', '=', listingId)
    .execute()
  expect(await read()).toMatchObject({ ...names, categoryName: 'Uncategorized' })
})
