import { sql } from 'kysely'
import { dayInManila } from '#domain/period.ts'
import type { Services } from '../context.ts'
import { sweepEach } from '../sweep-each.ts'
import { takeSystemAction } from './take-action.ts'

/**
 * Takes the system's actions that are due: `expire` for requests nobody answered in time, and `lapse`, from the day
 * after their last day, for approved rentals that were never handed over. The dates say what is due, so it also works
 * after downtime. Takes at most 500 at a time; the next call takes the others. Returns how many were taken.
 */
export async function sweepRentals(services: Services): Promise<number> {
  const now = services.clock.now()
  const today = dayInManila(now)
  const { rows } = await sql<{ id: string; status: string }>`
    with due as materialized (
      select id, order_id, status from rental where status = 'Pending' and answer_by <= ${now}
      union all
      select id, order_id, status from rental where status = 'Approved' and upper(period) <= ${today}::date)
    select r.id, r.status from due r join "order" o on o.id = r.order_id and o.status = 'confirmed'
    order by r.id limit 500`.execute(services.db)
  let taken = 0
  await sweepEach(services, rows, async ({ id, status }) => {
    const action = status === 'Pending' ? 'expire' : 'lapse'
    const verdict = await takeSystemAction(services, { rentalId: id, action })
    if (verdict.ok) taken++
  })
  return taken
}
