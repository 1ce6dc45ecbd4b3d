import { sql } from 'kysely'
import { parsePeriod } from '#domain/period.ts'
import { requestAnswerBy } from '#domain/rental/answer-by.ts'
import type { Context, Tx } from '../context.ts'
import { endOffersOfRented } from '../listing/hold-dates.ts'
import { recordRentalLiveEvents, type RentalOfTwo } from '../live-events.ts'
import { type NewEvent, recordEffects, recordEvents } from '../record.ts'

type Asking = Pick<Context, 'actor' | 'clock' | 'settings'>

/**
 * Notifies both sides of each rental that its owner has to answer, in the transaction of its order; `also` are further
 * events to record.
 */
export async function askOwners(
  tx: Tx,
  ctx: Asking,
  rentals: readonly RentalOfTwo[],
  also: readonly NewEvent[] = [],
): Promise<void> {
  const requests = rentals.map(({ id }) => ({
    subject: 'rental' as const,
    subjectId: id,
    action: 'request',
  }))
  await recordEvents(tx, ctx, [...also, ...requests])
  await recordEffects(
    tx,
    ctx,
    rentals.flatMap(({ id }) =>
      (['owner', 'renter'] as const).map((to) => ({
        kind: 'rental-mail' as const,
        payload: { rentalId: id, action: 'request', to },
      })),
    ),
  )
  recordRentalLiveEvents(tx, ...rentals)
}

/**
 * The consequences of an order's payment, in its transaction: each owner is asked and has until `answer_by`, the
 * renter is notified, what was offered to them of these days is taken, and the ordered lines leave the cart. A line
 * that has other days by now stays.
 */
export async function askOwnersOfPaid(tx: Tx, ctx: Asking, paid: readonly { id: string }[]): Promise<void> {
  const ids = paid.map(({ id }) => id)
  await sql`delete from cart_line k using rental r where r.id = any(${ids}::uuid[]) and k.renter_id = r.renter_id
    and k.listing_id = r.listing_id and k.start_date = lower(r.period) and k.duration_days = r.duration_days`.execute(
    tx,
  )
  const rentals = await tx
    .selectFrom('rental')
    .select(['id', 'renterId', 'ownerId', 'status', 'period'])
    .where('id', 'in', ids)
    .execute()
  for (const { id, period } of rentals) {
    const until = requestAnswerBy(ctx.clock.now(), parsePeriod(period), ctx.settings.replyHours)
    await tx.updateTable('rental').set({ answerBy: until }).where('id', '=', id).execute()
  }
  await endOffersOfRented(tx, ctx.clock.now(), ids)
  await askOwners(tx, ctx, rentals)
}
