import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import * as people from '#tests/support/people.ts'
import { by, NOW } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { exportTable } from '../export-table.ts'
import { listingTable } from './listing-table.ts'
import { readTable } from '../admin-table.ts'

const fixture = withServices(['olivia', 'amihan'])
const ALL = 64
let ids: string[]

beforeAll(async () => {
  const { db } = fixture.services
  ids = Array.from({ length: ALL }, () => uuid())
  // Several rows share each value, and times differ by less than a millisecond.
  const rows = ids.map((id, i) => ({
    id,
    ownerId: fixture.cast.olivia.id,
    categoryId: (i % 3) + 1,
    title: `${['Émile', 'tent', 'TENT', 'drill 100%', 'a_b', 'axb', String.raw`back\slash`][i % 7]}`,
    description: 'A thing.',
    pricePerDayCentavos: 100 * (i % 5) + 100,
    rentalCount: i % 4,
    createdAt: new Date(NOW.getTime() - Math.floor(i / 6) * 1000),
  }))
  await db.insertInto('listing').values(rows).execute()
  const { pool } = fixture.services.connection
  await pool.query(
    `update listing set created_at = created_at + interval '1 microsecond' * (rental_count % 3)`,
  )
  await db
    .updateTable('listing')
    .set({ status: 'approved', moderatedAt: NOW, moderatedBy: fixture.cast.amihan.id })
    .where('id', 'in', ids.slice(0, 10))
    .execute()
  await db
    .updateTable('listing')
    .set({ editedAt: new Date(NOW.getTime() + 1) })
    .where('id', 'in', [ids[0]!, ids[40]!])
    .execute()
  await db.updateTable('listing').set({ pausedAt: NOW }).where('id', '=', ids[1]!).execute()
  await db.updateTable('listing').set({ archivedAt: NOW }).where('id', '=', ids[63]!).execute()
})

const read = (query: string) =>
  readTable(
    ...people.asAdmin(fixture.services, fixture.cast.amihan),
    listingTable,
    new URLSearchParams(query),
  )
const there = () => ids.slice(0, ALL - 1).sort()

const sorts = Object.keys(listingTable.sorts).flatMap((sort) => [sort, `-${sort}`])

describe('the pages of a table', () => {
  it.each(sorts)('in the order %s hold each row once, forwards and backwards', async (sort) => {
    const pages = [await read(`sort=${sort}`)]
    while (pages.at(-1)!.next) pages.push(await read(`sort=${sort}&after=${pages.at(-1)!.next}`))
    expect(pages.map(({ rows }) => rows.length)).toEqual([25, 25, 13])
    expect(pages.flatMap(({ rows }) => rows.map(({ id }) => id)).sort()).toEqual(there())
    expect(pages[0]!.previous).toBeNull()

    const back = [pages.at(-1)!]
    while (back[0]!.previous) back.unshift(await read(`sort=${sort}&before=${back[0]!.previous}`))
    expect(back.map(({ rows }) => rows.map(({ id }) => id))).toEqual(
      pages.map(({ rows }) => rows.map(({ id }) => id)),
    )
    expect(back[1]!.next).not.toBeNull()
  })

  it('are in the order that was asked for', async () => {
    const prices = async (query: string) => (await read(query)).rows.map((row) => row.pricePerDayCentavos)
    expect(await prices('sort=price')).toEqual((await prices('sort=price')).toSorted((a, b) => a - b))
    expect((await prices('sort=-price'))[0]).toBe(500)
    const newest = await read('')
    expect(newest).toMatchObject({ sort: 'created', descending: true, total: 63, search: '', filters: {} })
    expect(newest.rows[0]!.createdAt >= newest.rows[24]!.createdAt).toBe(true)
  })

  it('keep search and filters from page to page', async () => {
    const first = await read('category=1&sort=title')
    expect(first.total).toBe(21)
    expect(first.rows.every(({ categoryName }) => categoryName === 'Cameras')).toBe(true)
    const { total, rows } = await read('search=tent&category=1')
    expect(total).toBe(rows.length)
    expect(rows.every(({ title }) => title.toLowerCase() === 'tent')).toBe(true)
  })
})

describe('a search', () => {
  it.each([
    ['tent', 18],
    ['TENT', 18],
    ['  tent  ', 18],
    ['100%', 9],
    ['%', 9],
    ['_', 9],
    ['a_b', 9],
    [String.raw`k\s`, 9],
    ['émile', 9],
    ['owner@hiram.test', 63],
    ['Olivia Santos', 63],
    [`' or 1=1 --`, 0],
    ['tent\u0000', 18],
    ['   ', 63],
  ])('for %j finds %i', async (search, n) => {
    expect((await read(`search=${encodeURIComponent(search)}`)).total).toBe(n)
  })

  it('takes the first hundred characters', async () => {
    expect((await read(`search=${'x'.repeat(5000)}`)).search).toHaveLength(100)
  })
})

describe('a filter', () => {
  it.each([
    ['available', 53],
    ['approved', 10],
    ['rejected', 0],
    ['paused', 1],
  ])('by status %s finds %i', async (status, n) => {
    const { total, filters } = await read(`status=${status}`)
    expect(total).toBe(n)
    expect(filters).toEqual({ status })
  })

  // Spec: D11
  it('finds those edited since an admin looked; one nobody looked at is not among them', async () => {
    const { rows } = await read('status=edited')
    expect(rows.map(({ id, editedSinceReview }) => [id, editedSinceReview])).toEqual([[ids[0], true]])
  })
})

describe('unknown parts of a query string are ignored', () => {
  const cursor = (values: unknown) => Buffer.from(JSON.stringify(values)).toString('base64url')
  const some = '0199a000-0000-7000-8000-000000000000'
  it.each([
    'status=nonsense',
    'status=__proto__',
    'status=',
    'category=1e9',
    'category=-1',
    `category=${encodeURIComponent("1' or '1'='1")}`,
    'sort=password',
    'sort=constructor',
    'sort=--created',
    'sort=-',
    'after=%%%',
    'after=x&before=y',
    `after=${cursor([])}`,
    `after=${cursor(['2026-02-30T00:00:00.000000Z', some])}`,
    `after=${cursor(['0000-01-01T00:00:00.000000Z', some])}`,
    `after=${cursor(['2026-02-01T00:00:00.000000Z', 'x'])}`,
    `sort=price&after=${cursor(['1e400', some])}`,
    `sort=price&after=${cursor(['9'.repeat(30), some])}`,
    `sort=title&after=${cursor(['a\u0000b', some])}`,
    `sort=title&before=${cursor([{}, some])}`,
  ])('%s', async (query) => {
    expect(await read(query)).toMatchObject({ total: 63, filters: {}, previous: null })
  })
})

it('an endless cursor reads as the first page', async () => {
  expect(await read(`after=${'A'.repeat(9000)}`)).toMatchObject({ total: 63, previous: null })
})

it('a page behind the last one is empty', async () => {
  const beyond = Buffer.from(JSON.stringify(['1999-01-01T00:00:00.000000Z', ids[0]])).toString('base64url')
  expect(await read(`after=${beyond}`)).toMatchObject({ rows: [], next: null, previous: null })
})

describe('the CSV', () => {
  const file = async (query: string) => {
    const ctx = by(fixture.services, fixture.cast.amihan)
    const admin = people.admin(fixture.cast.amihan)
    const pieces = []
    for await (const piece of exportTable(ctx, admin, listingTable, new URLSearchParams(query)))
      pieces.push(piece)
    return pieces.join('')
  }

  // Spec: D34
  it('begins with a BOM and heads, and has every row that matches, whatever the page', async () => {
    const text = await file('search=tent&after=x')
    expect(text.startsWith('\ufeffId,Title,Category,Price per day (PHP),Status,')).toBe(true)
    expect(text.trimEnd().split('\r\n')).toHaveLength(19)
    expect((await file('')).trimEnd().split('\r\n')).toHaveLength(64)
  })

  it('writes money in pesos with two decimals, and times as they are in Manila', async () => {
    const text = await file('status=paused')
    expect(text).toContain(
      `${ids[1]},tent,Camping,2.00,Approved,no,yes,1,Olivia Santos,owner@hiram.test,2026-11-21 10:15:00`,
    )
  })

  it.each([
    [`=cmd|' /C calc'!A0`, `'=cmd|' /C calc'!A0`],
    ['+63 917', `'+63 917`],
    ['-1+1', `'-1+1`],
    ['@SUM(A1)', `'@SUM(A1)`],
    ['5" pipe, two\nlines', '"5"" pipe, two\nlines"'],
  ])('a title %j is %j, which no spreadsheet runs', async (title, written) => {
    const { db } = fixture.services
    await db.updateTable('listing').set({ title }).where('id', '=', ids[1]!).execute()
    expect(await file('status=paused')).toContain(`${ids[1]},${written},Camping`)
  })
})
