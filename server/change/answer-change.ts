import { asPartyOf } from '#domain/access.ts'
import { decideChangeAnswer, decideDays } from '#domain/change/decide-change.ts'
import { addedDays } from '#domain/change/change.ts'
import { priceOf } from '#domain/change/price-change.ts'
import { notFound, type Verdict } from '#domain/verdict.ts'
import type { Context, Tx } from '../context.ts'
import { holdDates } from '../listing/hold-dates.ts'
import { writePartOrder } from '../order/write-part-order.ts'
import { inTransaction } from '../record.ts'
import { endChange } from '../rental/end-change.ts'
import { completeChange } from './complete-change.ts'
import { payableOnline } from './payable-online.ts'
import { findChange, type StoredChange } from '../rental/queries.ts'
import { type Changeable, lockChangeable } from './queries.ts'
import { recordChange } from '../rental/record-change.ts'

/**
 * The owner says yes or no to a change. Yes: it is done at once, or, if it costs more and is paid online, once its own
 * order is paid; the days stay held 30 minutes for that, and `waits` is true. Refusals: `not-found`, `side` (the
 * renter), `answered`, `over` (too late), those of `decideDays`, and those of `onlineOffer`.
 */
export async function answerChange(
  ctx: Context,
  { changeId, yes }: { changeId: string; yes: boolean },
): Promise<Verdict<{ waits: boolean }>> {
  const known = await findChange(ctx.db, changeId)
  if (!known) return notFound()
  return inTransaction(ctx, async (tx): Promise<Verdict<{ waits: boolean }>> => {
    const now = ctx.clock.now()
    const own = asPartyOf(ctx.actor, await lockChangeable(tx, known.rentalId, now), 'owner')
    if (!own.ok) return own
    const { rental } = own
    const change = (await findChange(tx, changeId))!
    const open = decideChangeAnswer(change, now)
    if (!open.ok) return open
    if (!yes) {
      await endChange(tx, ctx, { id: changeId }, 'declined', ['renter'])
      return { ok: true, waits: false }
    }
    const possible = decideDays(rental, change.to, now)
    if (!possible.ok) return possible
    if (rental.paymentMethod === 'online' && priceOf(change) > 0)
      return awaitPayment(tx, ctx, rental, change, now)
    const done = await completeChange(tx, ctx, changeId)
    return done.ok ? { ok: true, waits: false } : done
  })
}

/** Makes the order that pays for a change, and holds its days until that has to be paid. */
async function awaitPayment(
  tx: Tx,
  ctx: Context,
  rental: Changeable,
  change: StoredChange,
  now: Date,
): Promise<Verdict<{ waits: boolean }>> {
  const payable = payableOnline(ctx, rental, change.to, priceOf(change), now)
  if (!payable.ok) return payable
  const { orderId, until } = await writePartOrder(tx, ctx, rental)
  await tx
    .updateTable('rentalChange')
    .set({ state: 'paying', answeredAt: now, orderId })
    .where('id', '=', change.id)
    .execute()
  const added = addedDays(change.from, change.to)
  if (added)
    await holdDates(tx, now, {
      id: change.id,
      listingId: rental.listingId,
      period: added,
      reason: 'change',
      heldFor: rental.renterId,
      heldUntil: until,
    })
  await recordChange(tx, ctx, rental, change, 'agree', ['renter'])
  return { ok: true, waits: true }
}
