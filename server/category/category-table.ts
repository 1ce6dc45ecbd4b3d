import { sql } from 'kysely'
import type { SupportAdmin } from '#domain/access.ts'
import type { Table } from '../admin-table.ts'

export type AdminCategory = { id: number; name: string; listingCount: number }
export type CategorySort = 'name' | 'listings'

const listings = sql`(select count(*)::int from listing l where l.category_id = c.id and l.archived_at is null)`

/** Every category, with how many listings are in it: an index alone counts them. */
export const categoryTable: Table<AdminCategory, CategorySort, SupportAdmin> = {
  select: sql`c.id, c.name, ${listings} as listing_count`,
  from: sql`category c`,
  id: { by: sql`c.id`, type: 'integer' },
  sorts: { name: { by: sql`lower(c.name)`, type: 'text' }, listings: { by: listings, type: 'integer' } },
  startsBy: 'name',
  search: [sql`c.name`],
  filters: {},
  csv: [
    ['Id', (row) => row.id],
    ['Name', (row) => row.name],
    ['Listings', (row) => row.listingCount],
  ],
}
