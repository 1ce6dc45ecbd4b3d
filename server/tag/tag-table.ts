import { sql } from 'kysely'
import type { SupportAdmin } from '#domain/access.ts'
import { choices, type Table } from '../admin-table.ts'

export type AdminTag = { name: string; listingCount: number }
export type TagSort = 'name' | 'listings'

const listings = sql`coalesce(n.listing_count, 0)`

/** Every tag, with how many listings have it. */
export const tagTable: Table<AdminTag, TagSort, SupportAdmin> = {
  select: sql`t.name, ${listings} as listing_count`,
  from: sql`tag t left join tag_count n on n.tag = t.name`,
  id: { by: sql`t.name`, type: 'text' },
  sorts: { name: { by: sql`t.name`, type: 'text' }, listings: { by: listings, type: 'integer' } },
  startsBy: 'name',
  search: [sql`t.name`],
  filters: {
    use: choices('Use', {
      used: ['On a listing', sql`${listings} > 0`],
      unused: ['On none', sql`${listings} = 0`],
    }),
  },
  csv: [
    ['Tag', (row) => row.name],
    ['Listings', (row) => row.listingCount],
  ],
}
