import { sql } from 'kysely'
import { dayInManila } from '#domain/period.ts'
import { NO_SHOW_ANSWER_HOURS } from '#domain/rental-limits.ts'
import { latestEndPastGrace, latestEndNotReturned } from '#domain/rental/late.ts'
import type { RentalAction } from '#domain/rental/lifecycle.ts'
import { SILENCE_HOURS } from '#domain/rental/possession.ts'
import { hoursAfter } from '#domain/time.ts'
import type { Services } from '../context.ts'
import { hasOpenDispute } from '../dispute/queries.ts'
import { isWithRenter } from '../listing/with-renter.ts'
import { sweepEach } from '../sweep-each.ts'
import { isGivenUp, nobodySaysSince, wasNeverHandedOver } from './queries.ts'
import { takeSystemAction } from './take-action.ts'

/**
 * Takes the system's actions that are due: `expire` for requests nobody answered in time; `lapse` for approved rentals
 * that were never handed over, at 12:00 of the day after their last day, or later if it can still be said that the
 * other did not come;
 * the no-shows to which the other side was silent for 24 hours; `complete-by-silence` for returns that the renter says
 * and to which the owner did not object for 48 hours; `end-not-returned` once the dispute about an item that was not
 * returned is over; and `end-never-got` once a dispute ended with it that the renter never got the item. While a
 * dispute is open about a rental, only `expire` and `end-never-got` are due. The dates say what is due, so it also
 * works after downtime. Takes at most 500 at a time; the next call takes the others. Returns how many were taken.
 */
export async function sweepRentals(
  services: Services,
  stopping: () => boolean = () => false,
): Promise<number> {
  const now = services.clock.now()
  const today = dayInManila(now)
  const { rows } = await sql<{ id: string; action: RentalAction }>`
    with due as materialized (
      select id, order_id, 'expire' as action from rental where status = 'Pending' and answer_by <= ${now}
      union all
      select id, order_id, 'lapse' from rental r
      where status = 'Approved' and upper(period) <= ${latestEndPastGrace(now)}::date
        and case (select count(*) from no_show n where n.rental_id = r.id)
          when 0 then ${nobodySaysSince(sql.ref('r'), now)} when 1 then false else true end
      union all
      select r.id, r.order_id, case n.said_by when 'owner' then 'renter-no-show' else 'owner-no-show' end
        from no_show n join rental r on r.id = n.rental_id and r.status = 'Approved'
        where n.agreed_at is null and not exists (select from no_show x
            where x.rental_id = n.rental_id and x.said_by <> n.said_by)
          and n.said_at <= ${hoursAfter(now, -NO_SHOW_ANSWER_HOURS)}
      union all
      select id, order_id, 'complete-by-silence' from rental where status = 'Active'
        and brought_back_objected_at is null and brought_back_at <= ${hoursAfter(now, -SILENCE_HOURS)}
      union all
      select r.id, r.order_id, 'end-not-returned' from rental r where r.status = 'Active'
        and upper(r.period) <= ${latestEndNotReturned(today)}::date and ${isGivenUp(sql.ref('r'))}
        and ${isWithRenter(sql.ref('r'))}
      union all
      select r.id, r.order_id, 'end-never-got' from rental r where r.status = 'Active'
        and ${wasNeverHandedOver(sql.ref('r'))})
    select r.id, r.action from due r join "order" o on o.id = r.order_id and o.status = 'confirmed'
    where r.action in ('expire', 'end-never-got') or not ${hasOpenDispute(sql`r.id`)}
    order by r.id limit 500`.execute(services.db)
  let taken = 0
  await sweepEach(services, stopping, rows, async ({ id, action }) => {
    const verdict = await takeSystemAction(services, { rentalId: id, action })
    if (verdict.ok) taken++
  })
  return taken
}
