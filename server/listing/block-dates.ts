import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { decideDateBlock } from '#domain/listing/date-block.ts'
import { type Day, formatDaterange, type Period } from '#domain/period.ts'
import type { Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { takeOfActor } from '../limits.ts'
import { inTransaction, recordEvents } from '../record.ts'
import { dropLapsedHolds } from './hold-dates.ts'
import { listHeldDays, lockOwnListing } from './queries.ts'

/**
 * The owner blocks days of a listing, first and last included; blocks that share a day are merged, and `period` is the
 * result. The listing is locked, as a checkout locks it, so that a block and a rental never overlap. Refusals:
 * `limit`, `not-found`, `not-owner`, and those of `decideDateBlock`.
 */
export async function blockDates(
  ctx: Context,
  { listingId, ...request }: { listingId: string; firstDay: Day; lastDay: Day },
): Promise<Verdict<{ period: Period }>> {
  const refused = await takeOfActor(ctx, 'listingEdits')
  if (refused) return refused
  return inTransaction(ctx, async (tx) => {
    const own = await lockOwnListing(tx, ctx.actor, listingId, 'block days of')
    if (!own.ok) return own
    const now = ctx.clock.now()
    const { rentals, blocks, holds } = await listHeldDays(tx, own.owner, listingId, now)
    const rented = rentals.map((rental) => rental.period)
    const verdict = decideDateBlock({ rented, blocks, holds }, request, now)
    if (!verdict.ok) return verdict
    await dropLapsedHolds(tx, now, listingId)
    await sql`delete from blocked_period where id = any(${verdict.absorbed.map(({ id }) => id)}::uuid[])`.execute(
      tx,
    )
    const period = formatDaterange(verdict.period)
    await tx.insertInto('blockedPeriod').values({ id: uuid(), listingId, period, createdAt: now }).execute()
    await recordEvents(tx, ctx, [
      { subject: 'listing', subjectId: listingId, action: 'block-dates', detail: { ...request, period } },
    ])
    return { ok: true as const, period: verdict.period }
  })
}
