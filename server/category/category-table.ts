import { sql } from 'kysely'
import type { SupportAdmin } from '#domain/access.ts'
import type { Table } from '../admin-table.ts'

export type AdminCategory = { id: number; name: string; listingCount: number }
export type CategorySort = 'name' | 'listings'

const listings = sql`coalesce(n.listings, 0)`

/** Every category, with how many listings are in it. */
export const categoryTable: Table<AdminCategory, CategorySort, SupportAdmin> = {
  select: sql`c.id, c.name, ${listings} as listing_count`,
  from: sql`category c left join (
    select category_id, count(*)::int as listings from listing where archived_at is null group by category_id
  ) n on n.category_id = c.id`,
  where: sql`true`,
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
