import { sql } from 'kysely'
import { system } from '#domain/actor.ts'
import type { Services } from '../context.ts'
import { dropLapsedHolds } from '../listing/hold-dates.ts'
import { inTransaction } from '../record.ts'
import { endChange } from '../rental/end-change.ts'
import { findChange, lockRental } from '../rental/queries.ts'
import { sweepEach } from '../sweep-each.ts'

/** The most of each kind that one sweep handles; the next sweep continues. */
const MOST_PER_SWEEP = 200

/**
 * Ends the changes that their owner did not answer in time, and deletes holds whose time is over. The dates say what
 * is due, so it also works after downtime. Returns how many changes ended.
 */
export async function sweepChanges(
  services: Services,
  stopping: () => boolean = () => false,
): Promise<number> {
  const now = services.clock.now()
  const ctx = { ...services, actor: system }
  const due = await sql<{ id: string; rentalId: string }>`select id, rental_id from rental_change
    where state = 'asked' and answer_by <= ${now} order by answer_by limit ${MOST_PER_SWEEP}`.execute(
    services.db,
  )
  const ended = await sweepEach(services, stopping, due.rows, ({ id, rentalId }) =>
    inTransaction(services, async (tx) => {
      const rental = await lockRental(tx, rentalId)
      const change = await findChange(tx, id)
      if (!rental || change?.state !== 'asked') return { ok: true }
      await endChange(tx, ctx, { id }, 'expired', ['renter', 'owner'])
      return { ok: true }
    }),
  )
  await inTransaction(services, async (tx) => {
    await dropLapsedHolds(tx, now)
    return { ok: true }
  })
  return ended
}
