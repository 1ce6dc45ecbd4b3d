import { sql } from 'kysely'
import { dayInManila } from '#domain/period.ts'
import type { Services } from '../context.ts'
import { sweepEach } from '../sweep-each.ts'
import { takeSystemStep } from './take-step.ts'

/**
 * Takes the system's steps that are due: requests nobody answered in time, and approved rentals never
 * handed over by their last day. Caught up after downtime, as the dates say what is due. Returns how many were taken.
 */
export async function sweepRentals(services: Services): Promise<number> {
  const now = services.clock.now()
  const today = dayInManila(now)
  const { rows } = await sql<{ id: string; status: string }>`
    select r.id, r.status from rental r join "order" o on o.id = r.order_id
    where o.status = 'confirmed' and ((r.status = 'Pending' and r.answer_by <= ${now})
      or (r.status = 'Approved' and upper(r.period) <= ${today}::date))
    order by r.id limit 500`.execute(services.db)
  let taken = 0
  await sweepEach(services, rows, async ({ id, status }) => {
    const action = status === 'Pending' ? 'expire' : 'lapse'
    const verdict = await takeSystemStep(services, { rentalId: id, action })
    if (verdict.ok) taken++
  })
  return taken
}
