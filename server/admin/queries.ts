import { sql } from 'kysely'
import type { Admin } from '#domain/access.ts'
import type { Context } from '../context.ts'

/** The totals of the overview, and how many listings wait for review. */
export async function adminTotals(ctx: Context, _admin: Admin) {
  const { rows } = await sql<{ totalUsers: number; totalListings: number; waiting: number }>`
    select (select count(*)::int from account where deleted_at is null) as total_users,
      (select count(*)::int from listing where archived_at is null) as total_listings,
      (select count(*)::int from listing where archived_at is null and status = 'available') as waiting`.execute(
    ctx.db,
  )
  return rows[0]!
}
