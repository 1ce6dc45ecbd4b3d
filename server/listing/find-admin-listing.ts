import { sql } from 'kysely'
import type { SupportAdmin } from '#domain/access.ts'
import type { ApprovedText } from '#domain/listing/listing-fields.ts'
import type { PhotoRef } from '#domain/photo/photo-ref.ts'
import { notFound, type Verdict } from '#domain/verdict.ts'
import type { RowOf } from '#db/schema.ts'
import type { Context } from '../context.ts'
import { emailOf, fullName } from '../names.ts'
import { type OpenRentals, openRentalCounts } from './open-rentals.ts'
import { approvedTextOf, photoJson } from './queries.ts'

type Columns =
  | ('id' | 'title' | 'status' | 'ownerSuspended' | 'pausedAt' | 'archivedAt' | 'createdAt' | 'editedAt')
  | ('moderatedAt' | 'takenDownAt' | 'takeDownReason')
export type AdminListingPage = Pick<RowOf<'listing'>, Columns> &
  OpenRentals & {
    ownerName: string
    /** The key of the owner's page; null once the account is deleted. */
    ownerEmail: string | null
    takenDownByName: string | null
    /** The last approved texts; null when it was never approved. */
    approved: ApprovedText | null
    now: ApprovedText
    photos: PhotoRef[]
    /** The photos that were approved last and still exist. */
    approvedPhotos: PhotoRef[]
    /** The names of its current and its approved category, by id. */
    categories: Record<string, string>
  }

/**
 * One listing with the facts an admin needs for a decision, and its last approved texts. Refusal: `not-found`. One
 * statement.
 */
export async function findAdminListing(
  { db }: Pick<Context, 'db'>,
  _admin: SupportAdmin,
  listingId: string,
): Promise<Verdict<{ listing: AdminListingPage }>> {
  const { rows } = await sql<AdminListingPage>`
    select l.id, l.title, l.status, ${fullName('o')} as owner_name, ${emailOf('o')} as owner_email,
      l.owner_suspended, l.paused_at, l.archived_at, l.created_at, l.edited_at, l.moderated_at, l.taken_down_at,
      ${fullName('t')} as taken_down_by_name, l.take_down_reason,
      l.approved_text as approved, ${approvedTextOf('l')} as now,
      coalesce((select jsonb_agg(${photoJson('p')} order by p.position) from photo p
      where p.listing_id = l.id), '[]') as photos,
      coalesce((select jsonb_agg(${photoJson('p')} order by a.position)
        from jsonb_array_elements_text(l.approved_text -> 'photoIds') with ordinality a (id, position)
        join photo p on p.id = a.id::uuid and l.id in (p.listing_id, p.former_listing_id)), '[]') as approved_photos,
      coalesce((select jsonb_object_agg(c.id, c.name) from category c
        where c.id in (l.category_id, (l.approved_text ->> 'categoryId')::integer)), '{}') as categories,
      open.*
    from listing l join account o on o.id = l.owner_id left join account t on t.id = l.taken_down_by,
      lateral (select ${openRentalCounts} from rental r where r.listing_id = l.id) open
    where l.id = ${listingId}`.execute(db)
  const listing = rows[0]
  return listing ? { ok: true, listing } : notFound()
}
