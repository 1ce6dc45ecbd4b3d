import { type RawBuilder, sql } from 'kysely'
import type { LifecycleFacts } from '#domain/rental/lifecycle-facts.ts'
import { dateOf } from '../json-dates.ts'
import { isHandoverInDoubt, isWithRenter, saidBack } from '../listing/with-renter.ts'

/** `LifecycleFacts` in the JSON of a statement. */
export type StoredLifecycleFacts = Omit<LifecycleFacts, 'itemBackAt' | 'movedAt' | 'noShow'> & {
  itemBackAt: string | null
  movedAt: string | null
  noShow: { owner?: string; renter?: string }
}

/** SQL: the `LifecycleFacts` of a rental as JSON for `readLifecycleFacts`; `rental` names its row. */
export const lifecycleFactsJson = (
  rental: RawBuilder<unknown>,
) => sql<StoredLifecycleFacts>`jsonb_build_object(
  'outEnd', ${outEnd(rental)}, 'isOutToRenter', ${isOutToRenter(rental)}, 'awaitedEnd', ${awaitedEnd(rental)},
  'isOtherHandoverContested', ${isOtherHandoverContested(rental)}, 'isItemLost', ${isItemLost(rental)},
  'renterHasOrLostIt', ${renterHasOrLostIt(rental)}, 'itemBackAt', ${itemBackAt(rental)},
  'movedAt', ${movedAt(rental)}, 'noShow', ${saidNoShow(rental)}, 'isHandoverInDoubt', ${isHandoverInDoubt(rental)})`

/** Reads the `LifecycleFacts` of a rental from that JSON. */
export function readLifecycleFacts({
  itemBackAt,
  movedAt,
  noShow,
  ...facts
}: StoredLifecycleFacts): LifecycleFacts {
  const { owner = null, renter = null } = noShow
  return {
    ...facts,
    itemBackAt: dateOf(itemBackAt),
    movedAt: dateOf(movedAt),
    noShow: { owner: dateOf(owner), renter: dateOf(renter) },
  }
}

const outEnd = (rental: RawBuilder<unknown>) => sql`(select max(upper(x.period))::text
  from rental x where x.listing_id = ${rental}.listing_id and x.status = 'Active' and x.id <> ${rental}.id)`

const isOutToRenter = (rental: RawBuilder<unknown>) => sql`(select
  coalesce(bool_and(x.renter_id = ${rental}.renter_id), false)
  from rental x where x.listing_id = ${rental}.listing_id and x.status = 'Active' and x.id <> ${rental}.id)`

const awaitedEnd = (rental: RawBuilder<unknown>) => sql`(select max(upper(x.period))::text
  from rental x where x.listing_id = ${rental}.listing_id and x.status = 'Active'
    and x.renter_id <> ${rental}.renter_id and not ${saidBack(sql.ref('x'))})`

const isOtherHandoverContested = (rental: RawBuilder<unknown>) => sql`exists (select from rental x
  where x.listing_id = ${rental}.listing_id and x.status = 'Active' and x.id <> ${rental}.id
    and ${isHandoverInDoubt(sql.ref('x'))})`

/** The rental `x` ended without a return, and its owner has not resumed the listing `y`, which that paused, since. */
const endedLost = sql`(x.status = 'Completed' and x.handed_over_at is not null and x.returned_at is null
  and y.paused_at <= x.status_changed_at + interval '1 minute')`

const isItemLost = (rental: RawBuilder<unknown>) => sql`exists (select from rental x
  join listing y on y.id = x.listing_id
  where x.listing_id = ${rental}.listing_id and x.renter_id <> ${rental}.renter_id and ${endedLost})`

const renterHasOrLostIt = (rental: RawBuilder<unknown>) => sql`exists (select from rental x
  join listing y on y.id = x.listing_id
  where x.listing_id = ${rental}.listing_id and x.renter_id = ${rental}.renter_id and x.id <> ${rental}.id
    and (x.status = 'Active' and ${isWithRenter(sql.ref('x'))} or ${endedLost}))`

/** SQL: `itemBackAt` of a rental. */
export const itemBackAt = (rental: RawBuilder<unknown>) => sql<Date | null>`(select max(x.returned_at)
  from rental x where x.listing_id = ${rental}.listing_id and lower(x.period) < lower(${rental}.period))`

/** SQL: `movedAt` of a rental. */
export const movedAt = (rental: RawBuilder<unknown>) => sql<Date | null>`(select max(c.ended_at)
  from rental_change c where c.rental_id = ${rental}.id and c.state = 'done'
    and lower(c.from_period) <> lower(c.to_period))`

const saidNoShow = (rental: RawBuilder<unknown>) => sql`coalesce((
  select jsonb_object_agg(n.said_by, n.said_at) from no_show n where n.rental_id = ${rental}.id), '{}')`
