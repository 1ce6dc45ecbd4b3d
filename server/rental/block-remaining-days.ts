import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { dayInManila, formatDaterange, type Period } from '#domain/period.ts'
import type { Context, Tx } from '../context.ts'
import { dropLapsedHolds } from '../listing/hold-dates.ts'

/**
 * Blocks the days of a rental from today on, after its owner withdrew or did not come, in its transaction: nobody
 * else gets them unless the owner frees them.
 */
export async function blockRemainingDays(
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  { listingId, period }: { listingId: string; period: Period },
): Promise<void> {
  const now = clock.now()
  const today = dayInManila(now)
  const start = period.start < today ? today : period.start
  if (start >= period.end) return
  await dropLapsedHolds(tx, now, listingId)
  await sql`insert into blocked_period (id, listing_id, period, created_at)
    values (${uuid()}, ${listingId}, ${formatDaterange({ ...period, start })}::daterange, ${now})
    on conflict do nothing`.execute(tx)
}
