import { sql } from 'kysely'
import { asRentalParty, asRenter } from '#domain/access.ts'
import { decidePayingDebt } from '#domain/payment/pay-debt.ts'
import { notFound, type Verdict } from '#domain/verdict.ts'
import type { Context, Db } from '../context.ts'
import { lockDebt } from '../debt/queries.ts'
import { releaseOrder } from '../order/release-order.ts'
import { writePartOrder } from '../order/write-part-order.ts'
import { inTransaction } from '../record.ts'
import { openPayment } from './open-payment.ts'

type Ordered = Verdict<{ orderNumber: string }>

/**
 * The address of the provider's page where a renter pays what they owe. It is an order of its own, with 30 minutes;
 * the same one again until it is paid or over. Refusals: `not-found` (for anyone but the two people of the rental),
 * `limit`, those of `decidePayingDebt` and of `openPayment`.
 */
export async function payDebt(
  ctx: Context,
  { debtId }: { debtId: string },
): Promise<Verdict<{ url: string }>> {
  const gate = asRenter(ctx.actor)
  if (!gate.ok) return gate
  const refused = await ctx.limits.take('checkouts', gate.renter.id)
  if (refused) return refused
  const before = await findWaitingOrder(ctx.db, debtId)
  if (before && before.holdsUntil <= ctx.clock.now())
    await releaseOrder(ctx, { orderId: before.id, to: 'expired' })
  const ordered = await inTransaction(ctx, async (tx): Promise<Ordered> => {
    const debt = await lockDebt(tx, debtId)
    if (!debt) return notFound()
    const party = asRentalParty(ctx.actor, debt)
    if (!party.ok) return party
    const provider = ctx.payments && ctx.settings.payments
    const verdict = decidePayingDebt(debt, party.party.side, provider, ctx.clock.now())
    if (!verdict.ok) return verdict
    const waiting = await findWaitingOrder(tx, debtId)
    return {
      ok: true,
      orderNumber: waiting?.number ?? (await writePartOrder(tx, ctx, debt, debtId)).orderNumber,
    }
  })
  return ordered.ok ? openPayment(ctx, gate.renter, ordered.orderNumber) : ordered
}

async function findWaitingOrder(db: Db, debtId: string) {
  const { rows } = await sql<{ id: string; number: string; holdsUntil: Date }>`select id, number, holds_until
    from "order" where debt_id = ${debtId} and status = 'awaiting_payment'`.execute(db)
  return rows[0]
}
