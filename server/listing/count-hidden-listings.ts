import { sql } from 'kysely'
import type { SupportAdmin } from '#domain/access.ts'
import { readTable } from '../admin-table.ts'
import type { Context } from '../context.ts'
import { listingTable } from './listing-table.ts'

const hiddenListings = { ...listingTable, where: sql`${listingTable.where} and not l.is_public` }

/**
 * How many listings that are not public `/admin/listings` finds by a search; `COUNTED_TO + 1` stands for more than can
 * be counted quickly. One statement.
 */
export async function countHiddenListings(
  ctx: Pick<Context, 'db'>,
  admin: SupportAdmin,
  search: string,
): Promise<number> {
  const { total } = await readTable(ctx, admin, hiddenListings, new URLSearchParams({ search }), { size: 1 })
  return total
}
