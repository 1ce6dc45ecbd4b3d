import { sql } from 'kysely'
import { z } from 'zod'
import type { Admin } from '#domain/access.ts'
import type { ListingStatus } from '#domain/listing/listing.ts'
import { readCursor, writeCursor } from '../catalogue/cursor.ts'
import type { Context } from '../context.ts'
import { cardColumns, cardJoins, type ListingCard } from '../listing/queries.ts'

export type AdminListing = ListingCard & {
  status: ListingStatus
  createdAt: Date
  editedSinceReview: boolean
  ownerEmail: string
}
export type ListingFilter = ListingStatus | 'edited' | 'all'

const PAGE = 25

/** A page of all listings for admins, the newest first, filtered by status or by having been edited since review. */
export async function listAllListings(
  ctx: Context,
  _admin: Admin,
  { filter, after }: { filter: ListingFilter; after: string | null },
): Promise<{ listings: AdminListing[]; next: string | null }> {
  const cursor = readCursor(after, z.tuple([z.iso.datetime({ offset: true }), z.uuid()]))
  const wanted =
    filter === 'all'
      ? sql`true`
      : filter === 'edited'
        ? sql`l.edited_at > l.moderated_at`
        : sql`l.status = ${filter}`
  const { rows } = await sql<AdminListing & { createdAtText: string }>`
    select ${cardColumns}, l.status, l.created_at, o.email as owner_email,
      coalesce(l.edited_at > l.moderated_at, false) as edited_since_review,
      to_char(l.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as created_at_text
    from listing l ${cardJoins}
    where l.archived_at is null and ${wanted}
      ${cursor ? sql`and (l.created_at, l.id) < (${cursor[0]}::timestamptz, ${cursor[1]}::uuid)` : sql``}
    order by l.created_at desc, l.id desc limit ${PAGE + 1}`.execute(ctx.db)
  const last = rows.length > PAGE ? rows[PAGE - 1]! : null
  const listings = rows.slice(0, PAGE).map(({ createdAtText: _key, ...listing }) => listing)
  return { listings, next: last && writeCursor([last.createdAtText, last.id]) }
}

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
