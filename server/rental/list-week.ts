import { sql } from 'kysely'
import { type Day, formatDaterange, parsePeriod, type Period } from '#domain/period.ts'
import { weekFrom } from '#domain/rental/week.ts'
import type { Db } from '../context.ts'
import { isOnAgenda } from '../listing/with-renter.ts'

/** A rental in an owner's week. */
export type WeekRow = { id: string; title: string; status: 'Approved' | 'Active'; period: Period }

/** The most rentals in a week at a glance. */
const ROWS = 60

/**
 * An owner's rentals that are handed over, out, due back or late in the week from `today`, by their first day. Those
 * whose renter has said that they brought the item back or never got it are left out while that counts. One statement.
 */
export async function listWeek(db: Db, owner: { id: string }, today: Day): Promise<WeekRow[]> {
  const { rows } = await sql<Omit<WeekRow, 'period'> & { period: string }>`
    select r.id, r.title, r.status, r.period::text as period
    from rental r join "order" o on o.id = r.order_id
    where r.owner_id = ${owner.id} and o.status = 'confirmed' and ${isOnAgenda(sql.ref('r'))} and (
      r.period && ${formatDaterange(weekFrom(today))}::daterange
      or r.status = 'Active' and upper(r.period) <= ${today}::date)
    order by lower(r.period), r.id limit ${ROWS}`.execute(db)
  return rows.map((row) => ({ ...row, period: parsePeriod(row.period) }))
}
