import { type RawBuilder, sql } from 'kysely'
import { asListingOwner, type ListingOwner, type Owner } from '#domain/access.ts'
import { guest, type Actor } from '#domain/actor.ts'
import { noPersonBlocks, type PersonBlocks } from '#domain/person-block/person-block.ts'
import { type ApprovedText, listingColumns, type ListingText } from '#domain/listing/listing-fields.ts'
import type { DateBlock, HeldPeriod } from '#domain/listing/date-block.ts'
import { UNCATEGORIZED } from '#domain/catalogue/category.ts'
import type { ListingStatus } from '#domain/listing/listing.ts'
import { type Day, dayInManila, parsePeriod, type Period } from '#domain/period.ts'
import type { RentableListing } from '#domain/order/order.ts'
import type { PhotoRef } from '#domain/photo/photo-ref.ts'
import { holdingStatuses, statusesBeforeHandover } from '#domain/rental/lifecycle.ts'
import type { RentalStatus } from '#domain/status.ts'
import { compareNames } from '#domain/text.ts'
import { notFound } from '#domain/verdict.ts'
import type { RowOf } from '#db/schema.ts'
import { nameFor } from '../names.ts'
import type { Db, Tx } from '../context.ts'
import { exactly, newestCursor, pageOf, readCursor } from '../cursor.ts'

type ListingRow = RowOf<'listing'>

/** The data of a listing's card; `ratingAverage` is 0 without ratings. */
export type ListingCard = Pick<
  ListingRow,
  'id' | 'title' | 'pricePerDayCentavos' | 'location' | 'ratingAverage' | 'ratingCount'
> & {
  categoryName: string
  ownerName: string
  /** Whether it is among the viewer's favourites; null for admins and its own owner, who can't add it. */
  isFavorite: boolean | null
  photo: PhotoRef | null
}

/**
 * One photo as JSON for a page, from the `photo` row named `alias`; of its thumbhash only the first three bytes, which
 * hold the average colour.
 */
export const photoJson = (alias: string): RawBuilder<PhotoRef> => {
  const p = sql.ref(alias)
  return sql`jsonb_build_object('id', ${p}.id, 'width', ${p}.width, 'height', ${p}.height, 'widths',
    ${p}.widths, 'thumbhash', left(${p}.thumbhash, 4))`
}

/** The first photo of the listing `l` of the statement. */
export const mainPhoto = sql<PhotoRef | null>`(select ${photoJson('p')} from photo p
  where p.listing_id = l.id order by p.position limit 1)`

/** The category's name, for a statement that left joins it as `c`. */
export const categoryName = sql<string>`coalesce(c.name, ${sql.lit(UNCATEGORIZED)})`

/** Whether the listing `l` of the statement is a favourite of the viewer, as `ListingCard.isFavorite` says. */
function isFavorite(viewer: Actor): RawBuilder<boolean | null> {
  if (viewer.kind !== 'user') return sql`false`
  if (viewer.role === 'admin') return sql`null::boolean`
  return sql`case when l.owner_id <> ${viewer.id} then
    exists (select 1 from favorite f where f.account_id = ${viewer.id} and f.listing_id = l.id) end`
}

/**
 * The columns of a `ListingCard` as `viewer` sees it, for a statement over `listing l left join category c join
 * account o`.
 */
export const cardColumnsFor = (
  viewer: Actor = guest,
) => sql`l.id, l.title, l.price_per_day_centavos, l.location, ${categoryName} as category_name,
  l.rating_average, l.rating_count, o.public_name as owner_name, ${mainPhoto} as photo,
  ${isFavorite(viewer)} as is_favorite`

export const cardJoins = sql`left join category c on c.id = l.category_id join account o on o.id = l.owner_id`

const literals = (statuses: readonly RentalStatus[]) => sql.join(statuses.map((status) => sql.lit(status)))
/** The statuses that hold dates, for `in (…)`. */
export const holding = literals(holdingStatuses)
/** The statuses before the hand-over, for `in (…)`. */
export const beforeHandover = literals(statusesBeforeHandover)

/** The days that the rental `r` of the statement holds: also today while the item is out, early or overdue. */
export const heldDays = (today: Day) => sql`case when r.status = 'Active'
  then range_merge(r.period, daterange(${today}::date, ${today}::date + 1)) else r.period end`

/**
 * For whom the taken days are asked. A hold counts until its `held_until` is over at `now`; without `now` it always
 * counts. Not counted are offers to `renterId`, and the rental `rentalId` with its open change.
 */
export type Taking = { now?: Date; renterId?: string | RawBuilder<string>; rentalId?: string }

/** SQL: the days of the row `b` of `blocked_period` count as taken. */
function isBlocked({ now, renterId, rentalId }: Taking): RawBuilder<unknown> {
  return sql`(b.reason is null or (${now ? sql`b.held_until > ${now}` : sql`true`}
    ${renterId ? sql`and (b.reason <> 'offer' or b.held_for <> ${renterId}::uuid)` : sql``}
    ${
      rentalId
        ? sql`and not exists (select from rental_change c where c.id = b.id
      and c.rental_id = ${rentalId}::uuid)`
        : sql``
    }))`
}

/**
 * The days on which a listing is not free, as a table `(period)`: those that rentals hold, those its owner blocked,
 * and those held for a change or an offer. Every query about free days uses this.
 */
export const takenDays = (
  listingId: RawBuilder<unknown>,
  today: Day,
  taking: Taking = {},
): RawBuilder<unknown> =>
  sql`(select ${heldDays(today)} as period from rental r where r.listing_id = ${listingId} and r.status in (${holding})
      ${taking.rentalId ? sql`and r.id <> ${taking.rentalId}::uuid` : sql``}
    union all select b.period from blocked_period b where b.listing_id = ${listingId} and ${isBlocked(taking)})`

/**
 * The taken periods of the listing `l` of the statement that end after `today`, first to last: `takenDays` as an
 * array.
 */
export const takenPeriodsFrom = (today: Day, taking: Taking = {}): RawBuilder<string[]> =>
  sql`array(select t.period::text from ${takenDays(sql`l.id`, today, taking)} t
    where upper(t.period) > ${today}::date order by t.period)`

/** The columns that the listing form fills, for a select list; `of` names the row. */
const listingTextOf = (of: string): RawBuilder<ListingText> =>
  sql.join(listingColumns.map((column) => sql.ref(`${of}.${column}`)))

/** The parts of a listing that an admin approves, as they are now, as one JSON object; `of` names the row. */
export function approvedTextOf(of: string): RawBuilder<ApprovedText> {
  const pairs = listingColumns.map((column) => sql`${sql.lit(column)}, ${sql.ref(`${of}.${column}`)}`)
  return sql`jsonb_build_object(${sql.join(pairs)}, 'photoIds', coalesce((select jsonb_agg(p.id order by p.position)
    from photo p where p.listing_id = ${sql.ref(`${of}.id`)}), '[]'))`
}

export type ListingPage = ListingText &
  Pick<ListingRow, 'id' | 'ownerId' | 'status' | 'isPublic' | 'pausedAt' | 'takenDownAt' | 'ownerSuspended'> &
  Pick<ListingRow, 'ratingAverage' | 'ratingCount'> & {
    ownerName: string
    ownerPicture: string | null
    ownerSince: Date
    ownerVerified: boolean
    /** The number of the owner's public listings. */
    ownerListingCount: number
    /** Over all the owner's listings; 0 without ratings. */
    ownerRatingAverage: number
    ownerRatingCount: number
    categoryName: string
    /** As on a `ListingCard`. */
    isFavorite: boolean | null
    photos: PhotoRef[]
    takenPeriods: Period[]
  }

/** A listing with further data that only the server needs; `personBlocks` is about the viewer and the owner. */
export type FoundListing = ListingPage & { archivedAt: Date | null; personBlocks: PersonBlocks }

/**
 * One listing with everything its page shows to `viewer`, or null. `takenPeriods` are those that end after `today`,
 * with days that are held at `now`. One statement.
 */
export async function findListing(
  db: Db,
  listingId: string,
  today: Day,
  viewer: Actor = guest,
  now?: Date,
): Promise<FoundListing | null> {
  const renterId = viewer.kind === 'user' ? viewer.id : undefined
  const personBlocks = renterId
    ? personBlocksOf(sql`${renterId}::uuid`)
    : sql`${JSON.stringify(noPersonBlocks)}::jsonb`
  const { rows } = await sql<Omit<FoundListing, 'takenPeriods'> & { takenPeriods: string[] }>`
    select l.id, l.owner_id, o.public_name as owner_name, o.image as owner_picture,
      o.created_at as owner_since, o.verification_status = 'verified' as owner_verified,
      owned.listing_count as owner_listing_count, owned.rating_count as owner_rating_count,
      coalesce(owned.rating_sum::real / nullif(owned.rating_count, 0), 0) as owner_rating_average,
      ${listingTextOf('l')}, ${categoryName} as category_name, l.rating_average, l.rating_count, l.status,
      l.is_public, l.archived_at, l.paused_at, l.taken_down_at, l.owner_suspended,
      ${isFavorite(viewer)} as is_favorite,
      coalesce((select jsonb_agg(${photoJson('p')} order by p.position) from photo p
      where p.listing_id = l.id), '[]') as photos,
      ${takenPeriodsFrom(today, { now, renterId })} as taken_periods,
      ${personBlocks} as person_blocks
    from listing l ${cardJoins}, lateral (select count(*) filter (where x.is_public)::int as listing_count,
      coalesce(sum(x.rating_count), 0)::int as rating_count, sum(x.rating_sum)::int as rating_sum
      from listing x where x.owner_id = l.owner_id and x.archived_at is null) owned
    where l.id = ${listingId}`.execute(db)
  const row = rows[0]
  return row ? { ...row, takenPeriods: row.takenPeriods.map(parsePeriod) } : null
}

/** Whether the renter and the owner of the listing `l` of the statement have blocked each other. */
export const personBlocksOf = (renterId: RawBuilder<unknown>): RawBuilder<PersonBlocks> =>
  sql`jsonb_build_object('byMe', exists (select from person_block b where b.blocker_id = ${renterId}
    and b.blocked_id = l.owner_id),
    'byThem', exists (select from person_block b where b.blocker_id = l.owner_id and b.blocked_id = ${renterId}))`

/** A listing with the facts that `decideRental` needs for one renter, or null. One statement. */
export async function findRentable(
  db: Db,
  { listingId, renterId, today, now }: { listingId: string; renterId: string; today: Day; now?: Date },
): Promise<RentableListing | null> {
  const { rows } = await sql<Omit<RentableListing, 'takenPeriods'> & { takenPeriods: string[] }>`
    select l.owner_id, o.public_name as owner_name, l.title, l.status, l.archived_at, l.paused_at, l.taken_down_at,
      l.owner_suspended, l.price_per_day_centavos,
      ${takenPeriodsFrom(today, { now, renterId })} as taken_periods,
      ${personBlocksOf(sql`${renterId}::uuid`)} as person_blocks
    from listing l join account o on o.id = l.owner_id where l.id = ${listingId}`.execute(db)
  const row = rows[0]
  return row ? { ...row, takenPeriods: row.takenPeriods.map(parsePeriod) } : null
}

/** A listing as its owner sees it; `takeDownReason` is the reason that the admin gave when they took it down. */
export type OwnListing = ListingCard &
  Pick<
    ListingRow,
    'status' | 'pausedAt' | 'takenDownAt' | 'takeDownReason' | 'description' | 'tags' | 'createdAt'
  >

const OWN_LISTINGS = 24

/** A page of an owner's listings, the newest first. `after` is the cursor of the page before. One statement. */
export async function listOwnListings(
  db: Db,
  owner: Owner,
  after: string | null = null,
): Promise<{ items: OwnListing[]; next: string | null }> {
  const cursor = readCursor(after, newestCursor)
  const { rows } = await sql<OwnListing & { createdAtText: string }>`
    select ${cardColumnsFor(owner)}, l.status, l.paused_at, l.taken_down_at, l.take_down_reason,
      l.description, l.tags, l.created_at, ${exactly(sql`l.created_at`)} as created_at_text
    from listing l ${cardJoins}
    where l.owner_id = ${owner.id} and l.archived_at is null
      ${cursor ? sql`and (l.created_at, l.id) < (${cursor[0]}::timestamptz, ${cursor[1]}::uuid)` : sql``}
    order by l.created_at desc, l.id desc limit ${OWN_LISTINGS + 1}`.execute(db)
  return pageOf(rows, OWN_LISTINGS, ({ createdAtText, ...listing }) => [listing, [createdAtText, listing.id]])
}

/** All categories by name, for filters and forms. */
export async function listCategories(db: Db): Promise<{ id: number; name: string }[]> {
  const rows = await db.selectFrom('category').select(['id', 'name']).execute()
  return rows.toSorted(byName)
}

/** An id for listings of a category, or for those without one. */
export type ShelfId = number | 'none'

/**
 * The categories by name, and Uncategorized last if a public listing has no category: the choices of the catalogue's
 * filter.
 */
export async function listShelves(db: Db): Promise<{ id: ShelfId; name: string }[]> {
  const { rows } = await sql<{ id: number | null; name: string }>`
    select id, name from category
      union all select null, ${UNCATEGORIZED} where exists (select from listing where is_public
      and category_id is null)`.execute(db)
  return rows
    .toSorted((a, b) => Number(a.id === null) - Number(b.id === null) || byName(a, b))
    .map(({ id, name }) => ({ id: id ?? 'none', name }))
}

/** The known tags, sorted. */
export async function listTags(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('tag').select('name').execute()
  return rows.map((row) => row.name).toSorted(compareNames)
}

const byName = (a: { name: string }, b: { name: string }) => compareNames(a.name, b.name)

/** One listing's own row, locked until the transaction ends, or undefined. */
export function lockListing(tx: Tx, listingId: string) {
  return tx.selectFrom('listing').selectAll().where('id', '=', listingId).forNoKeyUpdate().executeTakeFirst()
}

/**
 * As `lockListing`, for its owner only. Refusals: `not-found` (also when it is deleted), and that of `asListingOwner`.
 */
export async function lockOwnListing(
  tx: Tx,
  actor: Actor,
  listingId: string,
  intent: Parameters<typeof asListingOwner>[2],
) {
  const listing = await lockListing(tx, listingId)
  if (!listing || listing.archivedAt) return notFound()
  const gate = asListingOwner(actor, listing, intent)
  return gate.ok ? { ok: true as const, listing, owner: gate.owner } : gate
}

/** Locks listings until the transaction ends, always in the same order, to avoid deadlocks; returns their status. */
export async function lockListings(
  tx: Tx,
  listingIds: readonly string[],
): Promise<{ id: string; status: ListingStatus }[]> {
  const { rows } = await sql<{ id: string; status: ListingStatus }>`select id, status from listing
    where id = any(${[...listingIds]}::uuid[]) order by id for no key update`.execute(tx)
  return rows
}

/**
 * What holds the days of a listing from `today` on, for its owner: rentals with the renter's name, the owner's own
 * blocks, and days held for someone until an instant. `renterName` is null for a rental that waits for its payment.
 */
export type HeldDays = {
  rentals: { id: string; renterName: string | null; status: RentalStatus; period: Period }[]
  blocks: DateBlock[]
  holds: HeldPeriod[]
}

/**
 * What holds days of a listing that have not ended at `now`, in the order of the days. Days that were offered to
 * someone who has ordered them since are a rental, and no hold beside it. Not in pages, as there are few:
 * a rental begins within `BOOKING_HORIZON_DAYS`, two at the same days are not possible, and an owner has at most
 * `MAX_DATE_BLOCKS` blocks. One statement.
 */
export async function listHeldDays(
  db: Db,
  owner: ListingOwner,
  listingId: string,
  now: Date,
): Promise<HeldDays> {
  const today = dayInManila(now)
  const { rows } = await sql<{
    id: string
    period: string
    status: RentalStatus | null
    renterName: string | null
    heldUntil: Date | null
  }>`
    select r.id, (${heldDays(today)})::text as period, r.status, null::timestamptz as held_until,
      case when o.status = 'confirmed' then ${nameFor('a', { id: owner.id, now })} end as renter_name
    from rental r join "order" o on o.id = r.order_id join account a on a.id = r.renter_id
    where r.listing_id = ${listingId} and r.status in (${holding}) and upper(${heldDays(today)}) > ${today}::date
    union all select b.id, b.period::text, null, b.held_until, null from blocked_period b
    where b.listing_id = ${listingId} and upper(b.period) > ${today}::date and ${isBlocked({ now })}
      and not (b.reason is not distinct from 'offer' and exists (select from rental r where r.listing_id = b.listing_id
        and r.renter_id = b.held_for and r.status in (${holding}) and r.period @> b.period))
    order by 2`.execute(db)
  const held = rows.map((row) => ({ ...row, period: parsePeriod(row.period) }))
  return {
    rentals: held.flatMap(({ status, ...row }) => (status ? [{ ...row, status }] : [])),
    blocks: held.flatMap(({ id, period, ...row }) => (row.status || row.heldUntil ? [] : [{ id, period }])),
    holds: held.flatMap(({ id, period, heldUntil }) => (heldUntil ? [{ id, period, heldUntil }] : [])),
  }
}
