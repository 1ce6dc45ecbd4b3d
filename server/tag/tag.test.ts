import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { accepted } from '#seeds/act.ts'
import { failingAfter } from '#tests/support/failing-after.ts'
import * as people from '#tests/support/people.ts'
import { plansOf } from '#tests/support/plans.ts'
import { by } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { findRow, readTable } from '../admin-table.ts'
import { tagTable } from './tag-table.ts'
import { browseCatalogue } from '../catalogue/browse-catalogue.ts'
import { listTags } from '../listing/queries.ts'
import { columnsOf } from '../listing/write-listing.ts'
import { addTag } from './add-tag.ts'
import { deleteTag } from './delete-tag.ts'
import { mergeTag } from './merge-tag.ts'
import { renameTag } from './rename-tag.ts'
import { retagListings } from './retag-listings.ts'

const fixture = withServices(['olivia', 'amihan'])
const ctx = () => by(fixture.services, fixture.cast.amihan)
const admin = () => people.admin(fixture.cast.amihan)
const add = (name: string) => addTag(ctx(), admin(), { name })
const rename = (tag: string, name: string) => renameTag(ctx(), admin(), { tag, name })
const merge = (tag: string, into: string) => mergeTag(ctx(), admin(), { tag, into })
const remove = (tag: string) => deleteTag(ctx(), admin(), { tag })
const list = (tags: string) =>
  people.listApproved(fixture.services, { owner: fixture.cast.olivia, admin: fixture.cast.amihan }, { tags })
const tagsOf = async (id: string) =>
  (
    await fixture.services.db
      .selectFrom('listing')
      .select(['tags', 'editedAt'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).tags
const found = async (search: string) =>
  (await browseCatalogue(fixture.services.db, { search })).listings.map(({ id }) => id)
const known = async (word: string) =>
  (
    await fixture.services.db
      .selectFrom('searchTerm')
      .select('listingCount')
      .where('word', '=', word)
      .executeTakeFirst()
  )?.listingCount
const happened = async (tag: string) =>
  (
    await fixture.services.db
      .selectFrom('event')
      .select(['action', 'detail'])
      .where('subject', '=', 'tag')
      .where('subjectId', '=', tag)
      .orderBy('id')
      .execute()
  ).map(({ action, detail }) => [action, detail])

describe('tags', () => {
  // Spec: S3.8
  it('renamed change on every listing that has them, and so do the words they are found by', async () => {
    accepted(await add('paddlig'))
    const [first, second] = [await list('paddlig, beach'), await list('paddlig')]
    expect(await found('paddlig')).toHaveLength(2)
    expect(await rename('paddlig', 'paddling')).toEqual({ ok: true, listings: 2 })
    expect(await tagsOf(first)).toEqual(['paddling', 'beach'])
    expect(await tagsOf(second)).toEqual(['paddling'])
    expect(new Set(await found('paddling'))).toEqual(new Set([first, second]))
    expect(await known('paddlig')).toBeUndefined()
    expect(await known('paddling')).toBe(2)
    expect(await happened('paddlig')).toEqual([
      ['add', {}],
      ['rename', { from: 'paddlig', to: 'paddling', listings: 2 }],
    ])
  })

  it('renamed, merged or deleted change also a listing that is saved at the same moment', async () => {
    for (const tag of ['olf', 'old', 'gone']) accepted(await add(tag))
    accepted(await add('new'))
    const id = await list('olf')
    const { db } = fixture.services
    const changes = [
      [() => rename('olf', 'elf'), 'olf', ['elf']],
      [() => merge('old', 'new'), 'old', ['new']],
      [() => remove('gone'), 'gone', []],
    ] as const
    for (const [change, tags, after] of changes) {
      let changing: Promise<unknown> | undefined
      await db.transaction().execute(async (tx) => {
        const written = await columnsOf(tx, people.aForm({ tags }))
        if (!written.ok) throw new Error(written.message)
        changing = change()
        // As long as it would take if it did not wait.
        await new Promise((done) => setTimeout(done, 100))
        await tx.updateTable('listing').set(written.columns).where('id', '=', id).execute()
      })
      await changing
      expect(await tagsOf(id)).toEqual(after)
    }
  })

  describe('on more listings than are changed at once', () => {
    const N = 250
    /** Copies of a listing, with this tag. */
    const copy = (id: string, tag: string) =>
      sql`insert into listing (id, owner_id, category_id, title, description, price_per_day_centavos, tags, status)
        select gen_random_uuid(), owner_id, category_id, title, description, price_per_day_centavos,
          array[${tag}], status
        from listing, generate_series(1, ${N}) where id = ${id}`.execute(fixture.services.db)
    const count = async (tag: string) =>
      Number((await findRow(ctx(), admin(), tagTable, tag))?.listingCount ?? -1)
    const failing = (transactions: number) => failingAfter(ctx(), transactions)

    it('leave each listing one of the two when a change is interrupted, and the same again ends it', async () => {
      for (const tag of ['gliders', 'kites', 'wings']) accepted(await add(tag))
      await copy(await list('beach'), 'gliders')
      await expect(mergeTag(failing(2), admin(), { tag: 'gliders', into: 'kites' })).rejects.toThrow(
        'connection lost',
      )
      expect([await count('gliders'), await count('kites')]).toEqual([N - 200, 200])
      expect(await merge('gliders', 'kites')).toEqual({ ok: true, listings: N - 200 })
      expect([await count('gliders'), await count('kites')]).toEqual([-1, N])
      await expect(deleteTag(failing(1), admin(), { tag: 'kites' })).rejects.toThrow('connection lost')
      expect(await count('kites')).toBe(N - 100)
      expect(await remove('kites')).toEqual({ ok: true, listings: N - 100 })
      expect([await count('kites'), await known('kites')]).toEqual([-1, undefined])
    })

    it('have both names when a renaming is interrupted, and merging them ends it', async () => {
      accepted(await add('zorb'))
      await copy(await list('beach'), 'zorb')
      await expect(renameTag(failing(2), admin(), { tag: 'zorb', name: 'zorbing' })).rejects.toThrow(
        'connection lost',
      )
      expect([await count('zorb'), await count('zorbing')]).toEqual([N - 100, 100])
      expect(await rename('zorb', 'zorbing')).toMatchObject({ reason: 'taken' })
      expect(await merge('zorb', 'zorbing')).toEqual({ ok: true, listings: N - 100 })
      expect(await known('zorbing')).toBe(N)
    })
  })

  it('that change leave the other words of a listing as they are, and find listings by an index', async () => {
    accepted(await add('anchor'))
    await list('anchor, beach')
    const version = async () =>
      (
        await sql`select word, xmin::text, listing_count from search_term where word = 'beach'`.execute(
          fixture.services.db,
        )
      ).rows
    const before = await version()
    accepted(await rename('anchor', 'moorings'))
    expect(await version()).toEqual(before)
    const plans = await plansOf(fixture.services.connection, () =>
      retagListings(ctx(), { tag: 'sand', into: null }),
    )
    expect(plans).toContain('listing_tags_idx')
    accepted(await remove('moorings'))
  })

  it('are counted as listings come, change, and go, without reading the listings for a page', async () => {
    const { db, connection } = fixture.services
    for (const tag of ['buoys', 'fenders']) accepted(await add(tag))
    const counts = async () =>
      [
        await findRow(ctx(), admin(), tagTable, 'buoys'),
        await findRow(ctx(), admin(), tagTable, 'fenders'),
      ].map((tag) => tag?.listingCount)
    const change = (id: string, to: object) =>
      db.updateTable('listing').set(to).where('id', '=', id).execute()
    const [one, other] = [await list('buoys, fenders'), await list('buoys')]
    expect(await counts()).toEqual([2, 1])
    await change(one, { tags: ['fenders', 'beach'] })
    expect(await counts()).toEqual([1, 1])
    await change(other, { archivedAt: new Date() })
    expect(await counts()).toEqual([0, 1])
    await change(other, { archivedAt: null, tags: ['fenders', 'buoys'] })
    expect(await counts()).toEqual([1, 2])
    await db.deleteFrom('listing').where('id', '=', other).execute()
    expect(await counts()).toEqual([0, 1])
    const { rows } = await sql`select c.tag from tag_count c where c.listing_count <>
      (select count(*) from listing l where l.tags @> array[c.tag] and l.archived_at is null)`.execute(db)
    expect(rows).toEqual([])
    const plans = await plansOf(connection, () =>
      readTable(ctx(), admin(), tagTable, new URLSearchParams('sort=-listings')),
    )
    expect(plans).not.toMatch(/ on listing\b/)
  })

  it('of which nothing is counted yet are counted once by two listings saved at the same moment', async () => {
    const { db } = fixture.services
    for (const tag of ['oakum', 'pitch']) accepted(await add(tag))
    const [one, other] = [await list('beach'), await list('beach')]
    const change = (tx: typeof db, id: string) =>
      tx
        .updateTable('listing')
        .set({ tags: ['pitch', 'oakum'] })
        .where('id', '=', id)
        .execute()
    let second: Promise<unknown> | undefined
    await db.transaction().execute(async (tx) => {
      await change(tx, one)
      second = change(db, other)
      // As long as it would take if it did not wait.
      await new Promise((done) => setTimeout(done, 100))
    })
    await second
    expect(await findRow(ctx(), admin(), tagTable, 'oakum')).toMatchObject({ listingCount: 2 })
    expect(await findRow(ctx(), admin(), tagTable, 'pitch')).toMatchObject({ listingCount: 2 })
  })

  it('that are renamed, merged or deleted leave no count', async () => {
    for (const tag of ['bilge', 'galley', 'helm']) accepted(await add(tag))
    await list('bilge, galley, helm')
    accepted(await rename('bilge', 'bilges'))
    accepted(await merge('galley', 'helm'))
    accepted(await remove('helm'))
    const { rows } = await sql<{ tag: string }>`select tag from tag_count c
      where tag = 'bilges' or not exists (select from tag t where t.name = c.tag)`.execute(
      fixture.services.db,
    )
    expect(rows).toEqual([{ tag: 'bilges' }])
  })

  it('merged leave one of the two, once on each listing', async () => {
    accepted(await add('rafting'))
    accepted(await add('rafts'))
    const [both, one] = [await list('rafting, beach, rafts'), await list('rafts')]
    expect(await merge('rafts', 'rafting')).toEqual({ ok: true, listings: 2 })
    expect(await tagsOf(both)).toEqual(['rafting', 'beach'])
    expect(await tagsOf(one)).toEqual(['rafting'])
    expect(await listTags(fixture.services.db)).not.toContain('rafts')
    expect(await known('rafts')).toBeUndefined()
    expect(await happened('rafts')).toEqual([
      ['add', {}],
      ['merge', { into: 'rafting', listings: 2 }],
    ])
  })

  it('are removed from the listings when deleted, and no longer find them', async () => {
    accepted(await add('oars'))
    const listingId = await list('oars, beach')
    expect(await findRow(ctx(), admin(), tagTable, 'oars')).toEqual({ name: 'oars', listingCount: 1 })
    expect(await remove('oars')).toEqual({ ok: true, listings: 1 })
    expect(await tagsOf(listingId)).toEqual(['beach'])
    expect(await known('oars')).toBeUndefined()
    expect(await happened('oars')).toEqual([
      ['add', {}],
      ['delete', { listings: 1 }],
    ])
  })

  it('are refused when taken, the same, or gone', async () => {
    accepted(await add('sails'))
    expect(await add('sails')).toMatchObject({ reason: 'taken' })
    expect(await rename('sails', 'beach')).toMatchObject({ reason: 'taken' })
    expect(await rename('sails', 'sails')).toMatchObject({ reason: 'unchanged' })
    expect(await merge('sails', 'sails')).toMatchObject({ reason: 'same' })
    accepted(await remove('sails'))
    for (const verdict of [
      rename('sails', 'new'),
      merge('sails', 'beach'),
      merge('beach', 'sails'),
      remove('sails'),
    ])
      expect(await verdict).toMatchObject({ reason: 'not-found' })
    const twice = await Promise.all([add('masts'), add('masts')])
    expect(twice.filter(({ ok }) => ok)).toHaveLength(1)
  })

  // Spec: S7.9
  it('are listed with how many listings have them, and those that none has', async () => {
    accepted(await add('anchors'))
    const read = (query: string) => readTable(ctx(), admin(), tagTable, new URLSearchParams(query))
    expect((await read('search=anchor')).rows).toEqual([{ name: 'anchors', listingCount: 0 }])
    expect((await read('sort=-listings')).rows[0]!.listingCount).toBeGreaterThan(1)
    expect((await read('use=used')).rows.map(({ name }) => name)).toContain('beach')
    expect((await read('use=unused&search=beach')).rows).toEqual([])
  })
})
