import { sql } from 'kysely'
import { dayInManila } from '#domain/period.ts'
import type { Services } from '../context.ts'
import { takeSystemStep } from './take-step.ts'

/**
 * Takes the system's steps that are due: requests nobody answered by the end of their start date, and approved rentals never
 * handed over by their last day. Caught up after downtime, as the dates say what is due. Returns how many were taken.
 */
export async function sweepRentals(services: Services): Promise<number> {
  const today = dayInManila(services.clock.now())
  const { rows } = await sql<{ id: string; status: string }>`
    select id, status from rental
    where (status = 'Pending' and lower(period) < ${today}::date) or (status = 'Approved' and upper(period) <= ${today}::date)
    order by id limit 500`.execute(services.db)
  let taken = 0
  for (const { id, status } of rows) {
    const verdict = await takeSystemStep(services, {
      rentalId: id,
      action: status === 'Pending' ? 'expire' : 'lapse',
    })
    if (verdict.ok) taken++
  }
  return taken
}
