import type { MoneyAdmin } from '#domain/access.ts'
import { notFound, type Verdict } from '#domain/verdict.ts'
import { listOrderPlaces, type OrderPlaces } from '../address/queries.ts'
import type { Context } from '../context.ts'
import { inTransaction, recordEvents } from '../record.ts'

/**
 * The pick-up places, delivery addresses and phones of an order’s rentals. Each reading is an event of its own.
 * Refusal: `not-found`.
 */
export async function openOrderPlaces(
  ctx: Context,
  _admin: MoneyAdmin,
  number: string,
): Promise<Verdict<{ places: OrderPlaces[] }>> {
  return inTransaction(ctx, async (tx): Promise<Verdict<{ places: OrderPlaces[] }>> => {
    const order = await tx.selectFrom('order').select('id').where('number', '=', number).executeTakeFirst()
    if (!order) return notFound()
    const places = await listOrderPlaces(tx, order.id)
    await recordEvents(tx, ctx, [
      { subject: 'order', subjectId: order.id, action: 'read-places', detail: { number } },
    ])
    return { ok: true, places }
  })
}
