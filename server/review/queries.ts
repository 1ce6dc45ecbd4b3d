import { sql } from 'kysely'
import { v5 as uuidOf } from 'uuid'
import type { RowOf } from '#db/schema.ts'
import { maySeeListing, type SeenListing } from '#domain/access.ts'
import type { Actor } from '#domain/actor.ts'
import type { ReviewDecision } from '#domain/review/review.ts'
import { exactly, newestCursor, pageOf, readCursor } from '../cursor.ts'
import type { Db } from '../context.ts'

const namespace = '2d3f1c64-5f0e-4c0a-9d55-7b1d0a6cf0e2'
const PAGE = 5

/**
 * The id of one person's review of one listing. It is derived from both ids, so that earlier decisions of admins about
 * it (its events) still apply when the review is deleted and written again.
 */
export function reviewIdOf(listingId: string, authorId: string): string {
  return uuidOf(`${listingId} ${authorId}`, namespace)
}

type Written = Pick<RowOf<'review'>, 'id' | 'rating' | 'body' | 'verified' | 'createdAt'> & {
  edited: boolean
}
export type OwnReview = Written & Pick<RowOf<'review'>, 'status'>
export type ShownReview = Written & {
  /** The public name, or `Deleted user`. */
  authorName: string
  authorPicture: string | null
}

/** How many verified reviews gave 1, 2, 3, 4 and 5 stars. */
export type RatingSpread = readonly [number, number, number, number, number]

export type ReviewPage = { reviews: ShownReview[]; next: string | null; spread: RatingSpread }

/**
 * Published reviews of a listing, the newest first, five at a time, without those of `exceptAuthorId`, and how its
 * verified ratings are spread. `after` is the cursor of the page before. One statement.
 */
export async function listReviews(
  db: Db,
  options: { listingId: string; exceptAuthorId: string | null; after: string | null },
): Promise<ReviewPage> {
  const after = readCursor(options.after, newestCursor)
  type Row = { spread: RatingSpread; reviews: (ShownReview & { createdAt: string })[] }
  const { rows } = await sql<Row>`
    with page as (
      select r.id, r.rating, r.body, r.verified, r.created_at, r.edited_at is not null as edited, r.author_id
      from review r
      where r.listing_id = ${options.listingId} and r.status = 'published'
        ${options.exceptAuthorId ? sql`and r.author_id <> ${options.exceptAuthorId}::uuid` : sql``}
        ${after ? sql`and (r.created_at, r.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``}
      order by r.created_at desc, r.id desc limit ${PAGE + 1})
    select (select jsonb_build_array(count(*) filter (where rating = 1), count(*) filter (where rating = 2),
        count(*) filter (where rating = 3), count(*) filter (where rating = 4), count(*) filter (where rating = 5))
      from review where listing_id = ${options.listingId} and status = 'published' and verified) as spread,
      coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'rating', p.rating, 'body', p.body,
        'verified', p.verified, 'edited', p.edited,
        'createdAt', ${exactly(sql`p.created_at`)},
        'authorName', a.public_name,
        'authorPicture', case when a.deleted_at is null then a.image end) order by p.created_at desc, p.id desc)
      from page p join account a on a.id = p.author_id), '[]') as reviews`.execute(db)
  const { spread, reviews } = rows[0]!
  const { items, next } = pageOf(reviews, PAGE, ({ createdAt, ...review }) => [
    { ...review, createdAt: new Date(createdAt) },
    [createdAt, review.id],
  ])
  return { spread, reviews: items, next }
}

/** One person's review of a listing, in any status, or null. */
export async function findOwnReview(db: Db, listingId: string, authorId: string): Promise<OwnReview | null> {
  const row = await db
    .selectFrom('review')
    .select(['id', 'rating', 'body', 'verified', 'status', 'createdAt', 'editedAt'])
    .where('listingId', '=', listingId)
    .where('authorId', '=', authorId)
    .executeTakeFirst()
  if (!row) return null
  const { editedAt, ...review } = row
  return { ...review, edited: editedAt !== null }
}

/**
 * Whether the actor may see a listing (`maySeeListing`). Whether they completed a rental of it is looked up only when
 * that decides.
 */
export async function seesListing(
  { db, actor }: { db: Db; actor: Actor },
  listing: SeenListing & { id: string },
): Promise<boolean> {
  if (maySeeListing(actor, listing)) return true
  if (actor.kind !== 'user' || !maySeeListing(actor, listing, { hasCompletedRental: true })) return false
  return hasCompletedRental(db, listing.id, actor.id)
}

/** Whether somebody ever completed a rental of a listing. */
export async function hasCompletedRental(db: Db, listingId: string, renterId: string): Promise<boolean> {
  const { rows } = await sql<{ completed: boolean }>`select exists (select from rental
    where listing_id = ${listingId} and renter_id = ${renterId} and status = 'Completed') as completed`.execute(
    db,
  )
  return rows[0]!.completed
}

/** The last decision of an admin about a review, also about one that was deleted since. */
export async function lastDecisionOn(db: Db, reviewId: string): Promise<ReviewDecision | null> {
  const { rows } = await sql<{ action: ReviewDecision }>`select action from event where subject = 'review'
    and subject_id = ${reviewId} and action in ('publish', 'reject') order by id desc limit 1`.execute(db)
  return rows[0]?.action ?? null
}
