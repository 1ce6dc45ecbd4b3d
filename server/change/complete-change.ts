import { sql } from 'kysely'
import { decideDoing } from '#domain/change/decide-change.ts'
import { changeLines, type ChangePrice, changeRefund, priceOf } from '#domain/change/price-change.ts'
import { coveredLines } from '#domain/refund/split-refund.ts'
import { formatDaterange } from '#domain/period.ts'
import { addedDays, daysIn } from '#domain/change/change.ts'
import type { ReminderKind } from '#domain/notification/reminders.ts'
import { notFound, type Verdict } from '#domain/verdict.ts'
import { bookCashChange } from '../book/book-cash.ts'
import { listMoneyLines } from '../book/queries.ts'
import type { Context, Tx } from '../context.ts'
import { endOffersOfRented, freeHold } from '../listing/hold-dates.ts'
import { recordStaleListings } from '../record.ts'
import { createRefund, waiveLines } from '../refund/create-refund.ts'
import { listRentalPayments } from '../refund/queries.ts'
import { endChange } from '../rental/end-change.ts'
import { findChange, type StoredChange } from '../rental/queries.ts'
import { type Changeable, lockChangeable } from './queries.ts'
import { recordChange } from '../rental/record-change.ts'

/**
 * Does a change that was agreed, and paid if it costs more online: the rental has its new days, the days that were
 * held are its own, its money lines get the difference, and what is less goes back. A change that ended unpaid is
 * done when its payment came late and the days are still free. A part of the caller's transaction, which locks the
 * order of the change first. Refusals: `not-found`, those of `decideDoing`.
 */
export async function completeChange(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'actor'>,
  changeId: string,
): Promise<Verdict> {
  const now = ctx.clock.now()
  const known = await findChange(tx, changeId)
  const rental = known && (await lockChangeable(tx, known.rentalId, now))
  const change = rental && (await findChange(tx, changeId))
  if (!rental || !change || change.state === 'done') return notFound()
  const verdict = decideDoing(rental, change)
  if (!verdict.ok) return verdict
  await freeHold(tx, change.id)
  await endOthers(tx, ctx, change)
  await tx
    .updateTable('rentalChange')
    .set({ state: 'done', endedAt: now, ...(change.state === 'asked' ? { answeredAt: now } : {}) })
    .where('id', '=', change.id)
    .execute()
  await tx
    .updateTable('rental')
    .set({
      period: formatDaterange(change.to),
      durationDays: daysIn(change.to),
      earliestStart: sql`case when ${change.to.start}::date <> lower(period)
        then least(earliest_start, lower(period), ${change.to.start}::date) else earliest_start end`,
    })
    .where('id', '=', rental.id)
    .execute()
  const added = addedDays(change.from, change.to)
  if (added) await endOffersOfRented(tx, now, [rental.id], added)
  await forgetReminders(tx, change)
  if (change.to.end > change.from.end) await forgetWaiver(tx, rental.id)
  const moved = await moveMoney(tx, ctx, rental, change)
  recordStaleListings(tx, [rental.listingId], { listPages: false })
  await recordChange(tx, ctx, rental, { ...change, ...moved }, 'do', ['renter', 'owner'])
  return verdict
}

/** Reminders of a day that changed are sent again for the new one. */
async function forgetReminders(tx: Tx, { rentalId, from, to }: StoredChange) {
  const stale: (ReminderKind | 'not-back')[] = [
    ...(from.start === to.start ? [] : (['starts-tomorrow', 'not-back'] as const)),
    ...(from.end === to.end ? [] : (['due-today', 'overdue'] as const)),
  ]
  await tx.deleteFrom('reminder').where('rentalId', '=', rentalId).where('kind', 'in', stale).execute()
}

/** What the owner waived was the late fee for the old last day: the days after the new one cost what they cost. */
const forgetWaiver = (tx: Tx, rentalId: string) =>
  tx
    .updateTable('lateFee')
    .set({ waivedAll: false, waivedCentavos: 0 })
    .where('rentalId', '=', rentalId)
    .where('fixedAt', 'is', null)
    .execute()

/** Another change of the rental that was asked meanwhile starts from days that it has no longer. */
async function endOthers(tx: Tx, ctx: Pick<Context, 'clock' | 'actor'>, { rentalId, id }: StoredChange) {
  const other = await tx
    .selectFrom('rentalChange')
    .select('id')
    .where('rentalId', '=', rentalId)
    .where('state', 'in', ['asked', 'paying'])
    .where('id', '<>', id)
    .executeTakeFirst()
  if (other) await endChange(tx, ctx, { id: other.id }, 'expired')
}

/**
 * Charges what a change costs more, or gives back what it costs less; in cash by lines that the two settle. Returns
 * the price of the change, which is smaller when less could go back.
 */
async function moveMoney(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'actor'>,
  rental: Changeable,
  change: StoredChange,
): Promise<ChangePrice> {
  const inCash = rental.paymentMethod === 'cash_on_delivery'
  const charged = changeLines(change)
  if (charged.length > 0)
    await tx
      .insertInto('moneyLine')
      .values(
        charged.map(({ kind, centavos }) => ({
          kind,
          centavos,
          rentalId: rental.id,
          changeId: change.id,
          createdAt: ctx.clock.now(),
          orderId: change.orderId ?? rental.orderId,
        })),
      )
      .execute()
  const lines = await listMoneyLines(tx, rental.id)
  const payments = inCash ? [] : await listRentalPayments(tx, rental.id)
  const wanted = changeRefund(change, lines)
  const back = inCash ? wanted : coveredLines(wanted, payments)
  if (inCash) await waiveLines(tx, ctx, rental, back, change.id)
  else if (back.length > 0) await createRefund(tx, ctx, rental, payments, back, 'change', change.id)
  // Before the hand-over it is a part of what is collected then.
  if (inCash && rental.status === 'Active') await bookCashChange(tx, ctx, rental, change.id)
  const backOf = (charge: 'rent' | 'service_fee') =>
    back.find(({ returns }) => returns === charge)?.centavos ?? 0
  const moved = {
    rentCentavos: Math.max(change.rentCentavos, -backOf('rent')),
    feeCentavos: Math.max(change.feeCentavos, -backOf('service_fee')),
  }
  if (priceOf(moved) !== priceOf(change))
    await tx.updateTable('rentalChange').set(moved).where('id', '=', change.id).execute()
  return moved
}
