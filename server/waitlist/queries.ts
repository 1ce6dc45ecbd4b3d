import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { maySeeListing, type Renter, type SeenListing } from '#domain/access.ts'
import { type Day, parsePeriod, type Period } from '#domain/period.ts'
import { daysAfter } from '#domain/time.ts'
import { UNUSED_OFFERS, type WaitState } from '#domain/waitlist/waitlist.ts'
import type { Db } from '../context.ts'
import { cursorTime, exactly, pageOf, readCursor } from '../cursor.ts'
import { heldDays, holding } from '../listing/queries.ts'

/** An entry of someone's list, with its listing as it is now. */
export type Waiting = {
  id: string
  listingId: string
  title: string
  pricePerDayCentavos: number
  period: Period
  state: WaitState
  askedAt: Date
  offeredUntil: Date | null
  /** They ordered the days, and the order waits for its payment. */
  isOrdered: boolean
  /** Whether they can open the page of the listing. */
  canOpen: boolean
}

/** SQL: somebody else than the person of the entry `w` has rented its days, or has the item on them. */
export const areDaysRented = (today: Day) => sql<boolean>`exists (select from rental r
  where r.listing_id = w.listing_id and r.renter_id <> w.account_id and r.status in (${holding})
    and ${heldDays(today)} && w.period)`

/**
 * SQL: which rental keeps the person of the entry `w` from its days. `days`: another person's, on these days. Where
 * the listing `l` takes one booking at a time also one on other days: `them`, their own; `other`, another person's.
 * Null when none does.
 */
export const rentedBy = (today: Day) => sql<
  'days' | 'them' | 'other' | null
>`case when ${areDaysRented(today)} then 'days' when l.status = 'unavailable' then
  case when exists (select from rental r where r.listing_id = l.id and r.renter_id = w.account_id
    and r.status in (${holding})) then 'them' else 'other' end end`

/** How many entries of a person's list a page shows. */
const SHOWN = 30

/** Whether an entry is open, when it was asked for, and its id. */
const entryCursor = z.tuple([z.boolean(), cursorTime, z.uuid()])

/**
 * A page of a person's entries, open ones first and then the newest. An offer whose time is over counts as lapsed.
 * `after` is the cursor of the page before. One statement.
 */
export async function listWaiting(
  db: Db,
  renter: Renter,
  now: Date,
  after: string | null = null,
): Promise<{ items: Waiting[]; next: string | null }> {
  const cursor = readCursor(after, entryCursor)
  const { rows } = await sql<EntryRow>`
    select w.id, w.listing_id, l.title, l.price_per_day_centavos, w.period::text as period, w.asked_at,
      w.offered_until, w.ended_at is null and exists (select from rental r
        join "order" o on o.id = r.order_id and o.status = 'awaiting_payment'
        where r.listing_id = w.listing_id and r.renter_id = w.account_id and r.status = 'Pending'
          and r.period && w.period) as is_ordered,
      jsonb_build_object('ownerId', l.owner_id, 'isPublic', l.is_public, 'status', l.status,
        'takenDownAt', l.taken_down_at, 'ownerSuspended', l.owner_suspended, 'archivedAt', l.archived_at) as listing,
      not l.is_public and (select x.id from rental x where x.listing_id = l.id and x.renter_id = w.account_id
        and x.status = 'Completed' limit 1) is not null as has_completed_rental,
      w.ended_at is null as is_open, ${exactly(sql`w.asked_at`)} as asked_at_text,
      case when w.state = 'offered' and w.offered_until <= ${now} then 'lapsed' else w.state end as state
    from waitlist_entry w join listing l on l.id = w.listing_id where w.account_id = ${renter.id}
      ${
        cursor
          ? sql`and ((w.ended_at is null), w.asked_at, w.id) < (${cursor[0]}::boolean, ${cursor[1]}::timestamptz,
              ${cursor[2]}::uuid)`
          : sql``
      }
    order by (w.ended_at is null) desc, w.asked_at desc, w.id desc limit ${SHOWN + 1}`.execute(db)
  return pageOf(rows, SHOWN, ({ isOpen, askedAtText, listing, hasCompletedRental, ...row }) => [
    {
      ...row,
      period: parsePeriod(row.period),
      canOpen: maySeeListing(renter, listing, { hasCompletedRental }),
    },
    [isOpen, askedAtText, row.id],
  ])
}

type EntryRow = Omit<Waiting, 'period' | 'canOpen'> & {
  period: string
  isOpen: boolean
  askedAtText: string
  listing: SeenListing
  hasCompletedRental: boolean
}

/**
 * SQL: how many offers of a listing, for dates that overlap those of `entry`, a person left unused in the last
 * `UNUSED_OFFERS.days` days: the offer's time passed, or they declined it or left the list. An offer that ended early,
 * because the person asked for its dates in a change of a rental, does not count.
 */
export const unusedOffers = (
  now: Date,
  entry: Record<'accountId' | 'listingId' | 'period', RawBuilder<unknown>>,
) => sql<number>`(select count(*)::int from waitlist_entry u where u.account_id = ${entry.accountId}
  and u.listing_id = ${entry.listingId} and u.period && ${entry.period}
  and (u.state = 'lapsed' and u.ended_at >= u.offered_until
    or u.state in ('declined', 'left') and u.offered_until is not null)
  and u.ended_at > ${daysAfter(now, -UNUSED_OFFERS.days)}::timestamptz)`

/**
 * The numbers that decide whether a person may wait: how many entries they have open for all listings, whether one is
 * for exactly these days of this listing, and `unusedOffers` of it. One statement.
 */
export async function countWaits(
  db: Db,
  renterId: string,
  { listingId, period, now }: { listingId: string; period: string; now: Date },
): Promise<{ open: number; isWaiting: boolean; unused: number }> {
  const entry = {
    accountId: sql`${renterId}`,
    listingId: sql`${listingId}`,
    period: sql`${period}::daterange`,
  }
  const { rows } = await sql<{
    open: number
    isWaiting: boolean
    unused: number
  }>`select count(*)::int as open,
      coalesce(bool_or(listing_id = ${listingId} and period = ${entry.period}), false) as is_waiting,
      ${unusedOffers(now, entry)} as unused
    from waitlist_entry where account_id = ${renterId} and state in ('waiting', 'offered')`.execute(db)
  return rows[0]!
}
