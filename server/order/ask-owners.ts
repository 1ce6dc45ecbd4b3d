import { parsePeriod } from '#domain/period.ts'
import { answerBy } from '#domain/rental/lifecycle.ts'
import type { Context, Tx } from '../context.ts'
import { recordNews } from '../news.ts'
import { recordEffects, recordEvents } from '../record.ts'

/**
 * What an order's confirmation starts, in its transaction: each owner is asked and has until `answer_by`, the renter is told, and what was ordered leaves
 * the cart.
 */
export async function askOwners(
  tx: Tx,
  ctx: Pick<Context, 'actor' | 'clock' | 'settings'>,
  order: { renterId: string; rentals: readonly { id: string; listingId: string }[] },
): Promise<void> {
  await tx
    .deleteFrom('cartLine')
    .where('renterId', '=', order.renterId)
    .where(
      'listingId',
      'in',
      order.rentals.map(({ listingId }) => listingId),
    )
    .execute()
  await recordEvents(
    tx,
    ctx,
    order.rentals.map(({ id }) => ({ subject: 'rental', subjectId: id, action: 'request' })),
  )
  await recordEffects(
    tx,
    ctx,
    order.rentals.flatMap(({ id }) =>
      (['owner', 'renter'] as const).map((to) => ({
        kind: 'rental-mail' as const,
        payload: { rentalId: id, action: 'request', to },
      })),
    ),
  )
  const rentals = await tx
    .selectFrom('rental')
    .select(['id', 'renterId', 'ownerId', 'status', 'period'])
    .where(
      'id',
      'in',
      order.rentals.map(({ id }) => id),
    )
    .execute()
  for (const { id, period } of rentals) {
    const until = answerBy(ctx.clock.now(), parsePeriod(period), ctx.settings.replyHours)
    await tx.updateTable('rental').set({ answerBy: until }).where('id', '=', id).execute()
  }
  recordNews(
    tx,
    rentals.flatMap(({ id, renterId, ownerId, status }) =>
      [renterId, ownerId].map((to) => ({ to, kind: 'rental' as const, detail: { rentalId: id, status } })),
    ),
  )
}
