import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { accepted } from '#seeds/act.ts'
import { failingAfter } from '#tests/support/failing-after.ts'
import * as people from '#tests/support/people.ts'
import { plansOf } from '#tests/support/plans.ts'
import { by, NOW } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { categoryTable } from './category-table.ts'
import { findRow, readTable } from '../admin-table.ts'
import { findListing, listCategories, listShelves } from '../listing/queries.ts'
import { browseCatalogue } from '../catalogue/browse-catalogue.ts'
import { popularListings } from '../catalogue/popular-listings.ts'
import { columnsOf } from '../listing/write-listing.ts'
import { addCategory } from './add-category.ts'
import { deleteCategory } from './delete-category.ts'
import { renameCategory } from './rename-category.ts'

const fixture = withServices(['olivia', 'amihan'])
const ctx = () => by(fixture.services, fixture.cast.amihan)
const admin = () => people.admin(fixture.cast.amihan)
const add = (name: string) => addCategory(ctx(), admin(), { name })
const rename = (categoryId: number, name: string) => renameCategory(ctx(), admin(), { categoryId, name })
const remove = (categoryId: number) => deleteCategory(ctx(), admin(), { categoryId })
const names = async () => (await listCategories(fixture.services.db)).map(({ name }) => name)
const happened = async (categoryId: number) =>
  (
    await fixture.services.db
      .selectFrom('event')
      .select(['action', 'actorRole', 'detail'])
      .where('subject', '=', 'category')
      .where('subjectId', '=', String(categoryId))
      .orderBy('id')
      .execute()
  ).map(({ action, actorRole, detail }) => [action, actorRole, detail])
const list = (categoryId: number) =>
  people.listApproved(
    fixture.services,
    { owner: fixture.cast.olivia, admin: fixture.cast.amihan },
    { categoryId, title: 'Bangka' },
  )

describe('categories', () => {
  // Spec: S3.7
  it('are added, renamed and deleted, each written down', async () => {
    const { categoryId } = accepted(await add('Boats'))
    accepted(await rename(categoryId, 'Boats & Rafts'))
    accepted(await rename(categoryId, 'boats & rafts'))
    expect(await names()).toContain('boats & rafts')
    expect(await remove(categoryId)).toEqual({ ok: true, listings: 0 })
    expect(await names()).not.toContain('boats & rafts')
    expect(await happened(categoryId)).toEqual([
      ['add', 'admin', { name: 'Boats' }],
      ['rename', 'admin', { from: 'Boats', to: 'Boats & Rafts' }],
      ['rename', 'admin', { from: 'Boats & Rafts', to: 'boats & rafts' }],
      ['delete', 'admin', { name: 'boats & rafts', listings: 0 }],
    ])
  })

  it('never share a name, in whatever case, also in the same moment', async () => {
    const { categoryId } = accepted(await add('Pets'))
    const taken = { reason: 'taken', message: 'There is a category “Pets” already.' }
    expect(await add('pETS')).toMatchObject(taken)
    expect(await rename(2, 'PETS')).toMatchObject(taken)
    expect(await rename(categoryId, 'Pets')).toMatchObject({ reason: 'unchanged' })
    const both = await Promise.all([add('Toys'), add('TOYS'), add('toys')])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  })

  it('return not-found once they are deleted', async () => {
    const { categoryId } = accepted(await add('Gone'))
    accepted(await remove(categoryId))
    expect(await remove(categoryId)).toMatchObject({ reason: 'not-found' })
    expect(await rename(categoryId, 'Back')).toMatchObject({ reason: 'not-found' })
    expect(await findRow(ctx(), admin(), categoryTable, `${categoryId}`)).toBeNull()
  })

  it('that go leave their listings Uncategorized, public and found', async () => {
    const { categoryId } = accepted(await add('Paddling'))
    const listingId = await list(categoryId)
    expect(await findRow(ctx(), admin(), categoryTable, `${categoryId}`)).toMatchObject({ listingCount: 1 })
    expect(await remove(categoryId)).toEqual({ ok: true, listings: 1 })
    const listing = await findListing(fixture.services.db, listingId, '2026-11-21')
    expect(listing).toMatchObject({ categoryId: null, categoryName: 'Uncategorized', status: 'approved' })
    const found = await browseCatalogue(fixture.services.db, { search: 'bangka' })
    expect(found.listings).toMatchObject([{ id: listingId, categoryName: 'Uncategorized' }])
    for (const search of ['', 'bangka']) {
      const page = await browseCatalogue(fixture.services.db, { search, categoryId: 'none' })
      expect(page.listings.map(({ id }) => id)).toEqual([listingId])
    }
    expect((await popularListings(fixture.services.db, 'none')).map(({ id }) => id)).toEqual([listingId])
  })

  it('of more listings than are changed at once keep some when deleting is interrupted, and again ends it', async () => {
    const { db, connection } = fixture.services
    const { categoryId } = accepted(await add('Gliders'))
    const id = await list(categoryId)
    await sql`insert into listing (id, owner_id, category_id, title, description, price_per_day_centavos, status)
      select gen_random_uuid(), owner_id, category_id, title, description, price_per_day_centavos, status
      from listing, generate_series(1, 249) where id = ${id}`.execute(db)
    const interrupted = deleteCategory(failingAfter(ctx(), 2), admin(), { categoryId })
    await expect(interrupted).rejects.toThrow('connection lost')
    const plans = await plansOf(connection, async () => {
      expect(await findRow(ctx(), admin(), categoryTable, `${categoryId}`)).toMatchObject({
        listingCount: 50,
      })
      await readTable(ctx(), admin(), categoryTable, new URLSearchParams())
    })
    const reads = plans.split('\n').filter((line) => / on listing\b/.test(line))
    expect(reads.length).toBeGreaterThan(1)
    for (const read of reads) expect(read).toContain('Index Only Scan using listing_category_idx')
    expect(await remove(categoryId)).toEqual({ ok: true, listings: 50 })
  })

  it('that go take a listing with them that is put into them at the same moment', async () => {
    const { db } = fixture.services
    const { categoryId } = accepted(await add('Kites'))
    const id = await list(1)
    let removing: Promise<unknown> | undefined
    await db.transaction().execute(async (tx) => {
      const written = await columnsOf(tx, people.aForm({ categoryId }))
      if (!written.ok) throw new Error(written.message)
      removing = remove(categoryId)
      // As long as it would take if it did not wait.
      await new Promise((done) => setTimeout(done, 100))
      await tx.updateTable('listing').set(written.columns).where('id', '=', id).execute()
    })
    expect(await removing).toEqual({ ok: true, listings: 1 })
  })

  it('are filters of the catalogue; Uncategorized is the last, if a listing has no category', async () => {
    const { db } = fixture.services
    expect((await listShelves(db)).at(-1)).toEqual({ id: 'none', name: 'Uncategorized' })
    await db.updateTable('listing').set({ pausedAt: NOW }).where('categoryId', 'is', null).execute()
    const shelves = await listShelves(db)
    expect(shelves).toEqual(await listCategories(db))
    expect(shelves.map(({ name }) => name)).not.toContain('Uncategorized')
  })

  // Spec: S2.21
  it('are sorted as a person expects: without regard to case and accents', async () => {
    const added = ['Zebra', 'éclairs', 'eBikes', 'Earrings', 'Shelf 10', 'Shelf 9']
    for (const name of added) accepted(await add(name))
    const sorted = ['Earrings', 'eBikes', 'éclairs', 'Shelf 9', 'Shelf 10', 'Zebra']
    const ours = (all: { name: string }[]) =>
      all.map(({ name }) => name).filter((name) => added.includes(name))
    expect(ours(await listCategories(fixture.services.db))).toEqual(sorted)
    expect(ours(await listShelves(fixture.services.db))).toEqual(sorted)
  })

  // Spec: S7.9
  it('are listed with how many listings they have, by name or by that', async () => {
    const { categoryId } = accepted(await add('Kayaks'))
    await list(categoryId)
    await list(categoryId)
    const read = (query: string) => readTable(ctx(), admin(), categoryTable, new URLSearchParams(query))
    expect((await read('search=kay')).rows).toEqual([{ id: categoryId, name: 'Kayaks', listingCount: 2 }])
    expect((await read('sort=-listings')).rows[0]).toMatchObject({ name: 'Kayaks' })
  })
})
