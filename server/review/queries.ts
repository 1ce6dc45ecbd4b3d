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

/** What a person wrote about a listing, and what decides whether their review is published (`decideReview`). */
export type Reviewing = {
  own: OwnReview | null
  hasCompletedRental: boolean
  lastDecision: ReviewDecision | null
}

/** A review as JSON, from a row of `review` named `r`. */
const written = sql`jsonb_build_object('id', r.id, 'rating', r.rating, 'body', r.body, 'verified', r.verified,
  'edited', r.edited_at is not null, 'createdAt', ${exactly(sql`r.created_at`)})`

/**
 * Published reviews of a listing, the newest first, five at a time, without those of `reviewerId`, and how its
 * verified ratings are spread. `after` is the cursor of the page before. `reviewing` is about `reviewerId`; null
 * without one. One statement.
 */
export async function listReviews(
  db: Db,
  options: { listingId: string; reviewerId: string | null; after: string | null },
): Promise<ReviewPage & { reviewing: Reviewing | null }> {
  const { listingId, reviewerId } = options
  const after = readCursor(options.after, newestCursor)
  type Json<Review> = Omit<Review, 'createdAt'> & { createdAt: string }
  type Row = {
    spread: RatingSpread
    reviews: Json<ShownReview>[]
    reviewing: (Omit<Reviewing, 'own'> & { own: Json<OwnReview> | null }) | null
  }
  const { rows } = await sql<Row>`
    with page as (
      select * from review r
      where r.listing_id = ${listingId} and r.status = 'published'
        ${reviewerId ? sql`and r.author_id <> ${reviewerId}::uuid` : sql``}
        ${after ? sql`and (r.created_at, r.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``}
      order by r.created_at desc, r.id desc limit ${PAGE + 1})
    select (select jsonb_build_array(count(*) filter (where rating = 1), count(*) filter (where rating = 2),
        count(*) filter (where rating = 3), count(*) filter (where rating = 4), count(*) filter (where rating = 5))
      from review where listing_id = ${listingId} and status = 'published' and verified) as spread,
      coalesce((select jsonb_agg(${written} || jsonb_build_object('authorName', a.public_name,
        'authorPicture', case when a.deleted_at is null then a.image end) order by r.created_at desc, r.id desc)
      from page r join account a on a.id = r.author_id), '[]') as reviews,
      ${reviewerId ? reviewingOf(listingId, reviewerId) : sql`null`} as reviewing`.execute(db)
  const { spread, reviews, reviewing } = rows[0]!
  const { items, next } = pageOf(reviews, PAGE, (review) => [dated(review), [review.createdAt, review.id]])
  const own = reviewing?.own ?? null
  return { spread, reviews: items, next, reviewing: reviewing && { ...reviewing, own: own && dated(own) } }
}

const dated = <Review extends { createdAt: string }>(review: Review) => ({
  ...review,
  createdAt: new Date(review.createdAt),
})

const reviewingOf = (listingId: string, authorId: string) => sql`jsonb_build_object(
  'own', (select ${written} || jsonb_build_object('status', r.status) from review r
    where r.listing_id = ${listingId} and r.author_id = ${authorId}),
  'hasCompletedRental', ${completedRental(listingId, authorId)},
  'lastDecision', ${lastDecision(reviewIdOf(listingId, authorId))})`

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
  const { rows } = await sql<{
    completed: boolean
  }>`select ${completedRental(listingId, renterId)} as completed`.execute(db)
  return rows[0]!.completed
}

const completedRental = (listingId: string, renterId: string) => sql`exists (select from rental
  where listing_id = ${listingId} and renter_id = ${renterId} and status = 'Completed')`

/** The last decision of an admin about a review, also about one that was deleted since. */
export async function lastDecisionOn(db: Db, reviewId: string): Promise<ReviewDecision | null> {
  const { rows } = await sql<{
    action: ReviewDecision | null
  }>`select ${lastDecision(reviewId)} as action`.execute(db)
  return rows[0]!.action
}

const lastDecision = (reviewId: string) => sql`(select action from event where subject = 'review'
  and subject_id = ${reviewId} and action in ('publish', 'reject') order by id desc limit 1)`
