import { sql } from 'kysely'
import { dayInManila } from '#domain/period.ts'
import { CONTRADICTION_DAYS, NO_SHOW_ANSWER_HOURS } from '#domain/rental/no-show.ts'
import { SILENCE_HOURS } from '#domain/rental/possession.ts'
import type { Services } from '../context.ts'
import { hasOpenDispute } from '../dispute/queries.ts'
import { sweepEach } from '../sweep-each.ts'
import { takeSystemAction } from './take-action.ts'

const actions = {
  Pending: 'expire',
  Approved: 'lapse',
  Active: 'complete-by-silence',
  'renter-no-show': 'renter-no-show',
  'owner-no-show': 'owner-no-show',
} as const

/**
 * Takes the system's actions that are due: `expire` for requests nobody answered in time; `lapse`, from the day after
 * their last day, for approved rentals that were never handed over; the no-shows to which the other side was silent
 * for 24 hours; and `complete-by-silence` for returns that the renter says and to which the owner did not object for
 * 48 hours; unless a dispute about the rental is open. The dates say what is due, so it also works after downtime.
 * Takes at most 500 at a time; the next call takes the others. Returns how many were taken.
 */
export async function sweepRentals(services: Services): Promise<number> {
  const now = services.clock.now()
  const today = dayInManila(now)
  const { rows } = await sql<{ id: string; status: keyof typeof actions }>`
    with due as materialized (
      select id, order_id, status from rental where status = 'Pending' and answer_by <= ${now}
      union all
      select id, order_id, status from rental r where status = 'Approved' and upper(period) <= ${today}::date
        and not exists (select from no_show n where n.rental_id = r.id
          and n.said_at > ${new Date(now.getTime() - CONTRADICTION_DAYS * 86_400_000)})
      union all
      select r.id, r.order_id, case n.said_by when 'owner' then 'renter-no-show' else 'owner-no-show' end
        from no_show n join rental r on r.id = n.rental_id and r.status = 'Approved'
        where n.agreed_at is null and not exists (select from no_show x
            where x.rental_id = n.rental_id and x.said_by <> n.said_by)
          and n.said_at <= ${new Date(now.getTime() - NO_SHOW_ANSWER_HOURS * 3_600_000)}
      union all
      select id, order_id, status from rental where status = 'Active' and brought_back_objected_at is null
        and brought_back_at <= ${new Date(now.getTime() - SILENCE_HOURS * 3_600_000)})
    select r.id, r.status from due r join "order" o on o.id = r.order_id and o.status = 'confirmed'
    where r.status = 'Pending' or not ${hasOpenDispute}
    order by r.id limit 500`.execute(services.db)
  let taken = 0
  await sweepEach(services, rows, async ({ id, status }) => {
    const action = actions[status as keyof typeof actions]
    const verdict = await takeSystemAction(services, { rentalId: id, action })
    if (verdict.ok) taken++
  })
  return taken
}
