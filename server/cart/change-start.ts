import type { Renter } from '#domain/access.ts'
import { decideRental } from '#domain/order/order.ts'
import { type Day, dayInManila } from '#domain/period.ts'
import { notFound, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { listCartRows } from './queries.ts'

/**
 * Changes the start day of a line in the renter's cart and nothing else. Refusals: `not-found` (no such line) and
 * those of `decideRental`.
 */
export async function changeStart(
  ctx: Context,
  renter: Renter,
  { listingId, startDate }: { listingId: string; startDate: Day },
): Promise<Verdict> {
  const now = ctx.clock.now()
  const rows = await listCartRows(ctx.db, renter.id, dayInManila(now), now)
  const line = rows.find((row) => row.listingId === listingId)
  if (!line) return notFound()
  const verdict = decideRental(line, { startDate, durationDays: line.durationDays }, renter.id, now)
  if (!verdict.ok) return verdict
  const moved = await ctx.db
    .updateTable('cartLine')
    .set({ startDate })
    .where('renterId', '=', renter.id)
    .where('listingId', '=', listingId)
    .returning('listingId')
    .executeTakeFirst()
  return moved ? { ok: true } : notFound()
}
