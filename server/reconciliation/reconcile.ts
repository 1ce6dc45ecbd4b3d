import { sql } from 'kysely'
import { system } from '#domain/actor.ts'
import { feeEntry } from '#domain/book/book.ts'
import { compareSince, type Difference } from '#domain/reconciliation/reconciliation.ts'
import { type Refusal, refuse, type Verdict } from '#domain/verdict.ts'
import { latest } from '#domain/time.ts'
import type { Context, Services, Tx } from '../context.ts'
import { inTransaction, recordEvents } from '../record.ts'
import { noteFailure } from '../sweep-each.ts'
import { beginReconciliation, type Run } from './begin-reconciliation.ts'
import { comparePayments, compareOwnerSums, compareProviderBalance, compareRefunds } from './compare-books.ts'
import { compareOrders } from './compare-orders.ts'
import { readProviderBooks } from '../book/read-provider-books.ts'
import { writeBook } from '../book/write-book.ts'

export type Reconciled = { runId: string; differences: number; unexplained: number }
type Found = { differences: Difference[]; payments: number; refunds: number; since: Date }

/**
 * Compares our payments and refunds with the provider's, if there is one, and the book with every changed order, with
 * our sums of the provider's money and with the stored sums of owners. Stores every difference: once a night from two
 * o'clock in Manila, or later after downtime; only one of several processes does it. A failed run stores its reason,
 * and is repeated after half an hour.
 */
export async function reconcileNightly(
  services: Services,
  stopping: () => boolean = () => false,
): Promise<Verdict<Reconciled>> {
  const begun = await beginReconciliation(services, { askedBy: null })
  return begun.ok ? run({ ...services, actor: system }, begun.run, stopping) : begun
}

/** As `reconcileNightly`, at once, because an admin asks for it. Refusals: `running`, `provider`. */
export async function reconcileNow(ctx: Context): Promise<Verdict<Reconciled>> {
  const askedBy = ctx.actor.kind === 'user' ? ctx.actor.id : null
  const begun = await beginReconciliation(ctx, { askedBy })
  return begun.ok ? run(ctx, begun.run, () => false) : begun
}

type Ctx = Services & Pick<Context, 'actor'>

async function run(ctx: Ctx, { id, beganAt }: Run, stopping: () => boolean): Promise<Verdict<Reconciled>> {
  let found: Verdict<{ found: Found }>
  try {
    found = await compareAll(ctx, beganAt, stopping)
  } catch (error) {
    noteFailure(error)
    ctx.log.error({ err: error, reconciliation: id }, 'reconciliation failed')
    found = refuse('unexpected', 'An unexpected error occurred. It is in the log.')
  }
  return found.ok ? writeRun(ctx, id, found.found) : failRun(ctx, id, found)
}

async function compareAll(ctx: Ctx, now: Date, stopping: () => boolean): Promise<Verdict<{ found: Found }>> {
  const wanted = compareSince(await oldestOpen(ctx), now)
  const provider = await compareProvider(ctx, wanted, stopping)
  if (!provider.ok) return provider
  const differences = [
    ...provider.found.differences,
    ...(await compareOrders(ctx.db, wanted)),
    ...(await compareProviderBalance(ctx.db)),
    ...(await compareOwnerSums(ctx.db, wanted)),
  ]
  return { ok: true, found: { ...provider.found, differences } }
}

/** The differences between our payments and refunds and the provider's; none without a provider. */
async function compareProvider(
  ctx: Ctx,
  wanted: Date,
  stopping: () => boolean,
): Promise<Verdict<{ found: Found }>> {
  const gateway = ctx.payments
  if (!gateway) return { ok: true, found: { differences: [], payments: 0, refunds: 0, since: wanted } }
  const payments = await readProviderBooks(gateway.listPayments, (one) => one.paidAt, wanted, stopping)
  if (!payments.ok) return payments
  const refunds = await readProviderBooks(gateway.listRefunds, (one) => one.createdAt, wanted, stopping)
  if (!refunds.ok) return refunds
  const since = latest(payments.books.since, refunds.books.since)
  const ofPayments = await comparePayments(ctx, { ...payments.books, since }, stopping)
  if (!ofPayments.ok) return ofPayments
  const ofRefunds = await compareRefunds(ctx, { ...refunds.books, since }, stopping)
  if (!ofRefunds.ok) return ofRefunds
  return {
    ok: true,
    found: {
      differences: [...ofPayments.differences, ...ofRefunds.differences],
      payments: payments.books.items.size,
      refunds: refunds.books.items.size,
      since,
    },
  }
}

/** When the oldest unpaid order, or refund that is not made, began; null without one. */
async function oldestOpen({ db }: Services): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`select least(
    (select min(created_at) from "order" where status = 'awaiting_payment'),
    (select min(p.paid_at) from refund f join payment p on p.id = f.payment_id
      where f.status in ('due', 'sent', 'manual'))) as at`.execute(db)
  return rows[0]!.at
}

/** Stores a run. A difference that was explained before, and is unchanged, keeps its explanation. */
async function writeRun(ctx: Ctx, id: string, found: Found): Promise<Verdict<Reconciled>> {
  const { differences, payments, refunds, since } = found
  return inTransaction(ctx, async (tx) => {
    let unexplained = 0
    for (const one of differences) {
      if (one.kind === 'payment-fee') await bookFee(tx, ctx, id, one)
      const { rows } = await sql<{ explained: boolean }>`
        insert into reconciliation_difference (reconciliation_id, kind, provider_id, order_id, our_centavos,
          their_centavos, note,
          explained_at, explained_by, explanation)
        select ${id}, ${one.kind}, ${one.providerId}, ${one.orderId}::uuid, ${one.ourCentavos}::bigint,
          ${one.theirCentavos}::bigint,
          ${one.note}, b.explained_at, b.explained_by, b.explanation
        from (select) one left join lateral (select d.explained_at, d.explained_by, d.explanation
          from reconciliation_difference d
          where d.kind = ${one.kind} and d.provider_id is not distinct from ${one.providerId}::text
            and (d.provider_id is not null or d.order_id is not distinct from ${one.orderId}::uuid)
            and d.our_centavos is not distinct from ${one.ourCentavos}::bigint
            and d.their_centavos is not distinct from ${one.theirCentavos}::bigint
            and d.note is not distinct from ${one.note}::text and d.explained_at is not null
          order by d.id desc limit 1) b on true
        returning explained_at is not null as explained`.execute(tx)
      if (!rows[0]!.explained) unexplained++
    }
    await tx
      .updateTable('reconciliation')
      .set({ endedAt: ctx.clock.now(), failure: null, paymentsSeen: payments, refundsSeen: refunds, since })
      .where('id', '=', id)
      .execute()
    const detail = { payments, refunds, differences: differences.length, unexplained }
    await recordEvents(tx, ctx, [{ subject: 'reconciliation', subjectId: id, action: 'reconcile', detail }])
    if (unexplained > 0)
      ctx.log.warn({ event: 'reconciliation', ...detail }, 'a reconciliation found differences')
    return { ok: true as const, runId: id, differences: differences.length, unexplained }
  })
}

/** Books the provider's fee of a payment, which only the provider knows, unless it was booked meanwhile. */
async function bookFee(tx: Tx, ctx: Ctx, runId: string, one: Difference): Promise<void> {
  const { providerId, ourCentavos, theirCentavos } = one
  const corrected = await tx
    .updateTable('payment')
    .set({ feeCentavos: theirCentavos! })
    .where('id', '=', providerId)
    .where('feeCentavos', '=', ourCentavos)
    .returning('orderId')
    .executeTakeFirst()
  if (!corrected) return
  const payment = { orderId: corrected.orderId, feeCentavos: ourCentavos! }
  await writeBook(tx, ctx, [feeEntry(`${runId}:${providerId}`, payment, theirCentavos!)])
}

async function failRun(ctx: Ctx, id: string, refusal: Refusal): Promise<Refusal> {
  ctx.log.warn({ reconciliation: id, why: refusal.message }, 'reconciliation failed')
  await inTransaction(ctx, async (tx) => {
    await tx
      .updateTable('reconciliation')
      .set({ endedAt: ctx.clock.now(), failure: refusal.message })
      .where('id', '=', id)
      .execute()
    await recordEvents(tx, ctx, [
      { subject: 'reconciliation', subjectId: id, action: 'reconcile', detail: { failed: refusal.message } },
    ])
    return { ok: true as const }
  })
  return refusal
}
