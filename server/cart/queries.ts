import { sql } from 'kysely'
import type { RowOf } from '#db/schema.ts'
import type { PersonBlocks } from '#domain/person-block/person-block.ts'
import type { ListingTerms, SeenTerms } from '#domain/order/order.ts'
import { type Day, parsePeriod, type Period } from '#domain/period.ts'
import type { PhotoRef } from '#domain/photo/photo-ref.ts'
import type { DeliveryOption, DurationDays } from '#domain/pricing/pricing.ts'
import type { Db } from '../context.ts'
import { showsPhotosTo } from '../photo/queries.ts'
import { personBlocksOf, mainPhoto, takenPeriodsFrom } from '../listing/queries.ts'

/** A cart line with the current data of its listing. */
export type CartRow = Pick<RowOf<'listing'>, ListingColumn> &
  ListingTerms &
  SeenTerms & {
    listingId: string
    startDate: Day
    durationDays: DurationDays
    deliveryOption: DeliveryOption
    ownerName: string
    photo: PhotoRef | null
    takenPeriods: Period[]
    /** The number of the renter's own order that holds the listing, or these days, and waits for their payment. */
    unpaidOrder: string | null
    personBlocks: PersonBlocks
  }
type ListingColumn =
  | ('ownerId' | 'title' | 'ownerTerms' | 'status' | 'archivedAt' | 'pausedAt' | 'takenDownAt')
  | ('ownerSuspended' | 'bookableWhileRented')

/** A renter's cart lines, in the order they were added. One statement. */
export async function listCartRows(db: Db, renterId: string, today: Day, now?: Date): Promise<CartRow[]> {
  const { rows } = await sql<Omit<CartRow, 'takenPeriods'> & { takenPeriods: string[] }>`
    select k.listing_id, k.start_date, k.duration_days, k.delivery_option, k.seen_price_per_day_centavos,
      k.seen_deposit_centavos, k.seen_policy, l.owner_id, o.public_name as owner_name, l.title, l.owner_terms,
      l.status, l.archived_at, l.paused_at, l.taken_down_at, l.owner_suspended,
      l.price_per_day_centavos, l.deposit_centavos, l.cancellation_policy, l.bookable_while_rented,
      case when ${showsPhotosTo(renterId)} then ${mainPhoto} end as photo,
      ${takenPeriodsFrom(today, { now, renterId })} as taken_periods,
      (select x.number from rental r join "order" x on x.id = r.order_id where r.listing_id = l.id
        and r.renter_id = k.renter_id and r.status = 'Pending' and x.status = 'awaiting_payment'
        and (not l.bookable_while_rented or r.period && daterange(k.start_date, k.start_date + k.duration_days))
          limit 1) as unpaid_order,
      ${personBlocksOf(sql`k.renter_id`)} as person_blocks
    from cart_line k join listing l on l.id = k.listing_id join account o on o.id = l.owner_id
    where k.renter_id = ${renterId} order by k.added_at, k.listing_id`.execute(db)
  return rows.map((row) => ({ ...row, takenPeriods: row.takenPeriods.map(parsePeriod) }))
}
