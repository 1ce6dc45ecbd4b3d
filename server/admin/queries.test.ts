import { beforeAll, describe, expect, it } from 'vitest'
import * as people from '#tests/support/people.ts'
import { by, NOW } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { adminTotals, listAllListings, type ListingFilter } from './queries.ts'

const town = withServices(['ramon', 'olivia', 'amihan'])
let ids: string[]

beforeAll(async () => {
  ids = []
  for (let i = 0; i < 30; i++) {
    town.services.clock.set(new Date(NOW.getTime() + i * 1000))
    ids.push(await people.listThing(town.services, town.cast.olivia, { title: `Thing ${i}` }))
  }
  const { db } = town.services
  const moderated = { moderatedAt: NOW, moderatedBy: town.cast.amihan.id }
  await db
    .updateTable('listing')
    .set({ status: 'approved', ...moderated })
    .where('id', 'in', ids.slice(0, 10))
    .execute()
  await db
    .updateTable('listing')
    .set({ status: 'rejected', ...moderated })
    .where('id', 'in', ids.slice(10, 13))
    .execute()
  await db
    .updateTable('listing')
    .set({ status: 'unavailable', ...moderated })
    .where('id', '=', ids[13]!)
    .execute()
  await db
    .updateTable('listing')
    .set({ editedAt: new Date(NOW.getTime() + 1) })
    .where('id', 'in', [ids[0]!, ids[11]!, ids[29]!])
    .execute()
  await db.updateTable('listing').set({ archivedAt: NOW }).where('id', '=', ids[28]!).execute()
})

const page = (filter: ListingFilter, after: string | null = null) =>
  listAllListings(by(town.services, town.cast.amihan), people.admin(town.cast.amihan), { filter, after })

describe('the list of all listings', () => {
  it('shows every state but the deleted, the newest first, page by page, each once', async () => {
    const first = await page('all')
    expect(first.listings).toHaveLength(25)
    const second = await page('all', first.next)
    expect(second.next).toBeNull()
    const seen = [...first.listings, ...second.listings].map(({ id }) => id)
    expect(seen).toEqual(ids.filter((id) => id !== ids[28]).reverse())
  })

  it.each([
    ['available', 15],
    ['approved', 10],
    ['rejected', 3],
    ['unavailable', 1],
  ] as const)('filters those that are %s', async (filter, n) => {
    const { listings } = await page(filter)
    expect(listings).toHaveLength(n)
    expect(new Set(listings.map(({ status }) => status))).toEqual(new Set([filter]))
  })

  it('filters those edited since an admin looked; one nobody looked at is not among them', async () => {
    const { listings } = await page('edited')
    expect(listings.map(({ id }) => id)).toEqual([ids[11], ids[0]])
    expect(listings.every((listing) => listing.editedSinceReview)).toBe(true)
  })

  it('takes a cursor it didn’t write for the first page', async () => {
    expect((await page('all', '%%%')).listings).toHaveLength(25)
  })
})

it('the totals count people and listings that are there, and what waits for review', async () => {
  const totals = () => adminTotals(by(town.services, town.cast.amihan), people.admin(town.cast.amihan))
  expect(await totals()).toEqual({ totalUsers: 3, totalListings: 29, waiting: 15 })
  await town.services.db
    .updateTable('account')
    .set({ deletedAt: NOW })
    .where('id', '=', town.cast.ramon.id)
    .execute()
  expect(await totals()).toMatchObject({ totalUsers: 2 })
})
