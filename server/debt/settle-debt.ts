import type { DebtSettled } from '#domain/debt/debt.ts'
import { entrySideOf } from '#domain/timeline/entry.ts'
import { notFound, refuse, type Verdict } from '#domain/verdict.ts'
import type { Context, Tx } from '../context.ts'
import { recordRentalLiveEvents } from '../live-events.ts'
import { recordEffects, recordEvents } from '../record.ts'
import { appendEntry } from '../timeline/append-entry.ts'
import { type LockedDebt, lockDebt } from './queries.ts'

type Ctx = Pick<Context, 'clock' | 'actor'>

/**
 * Settles a debt that the renter has paid online, in the transaction that records the payment and has locked its
 * order. Refusals: `not-found`, `paid` (it is settled already; the caller then refunds the payment).
 */
export async function settleDebtPaidOnline(tx: Tx, ctx: Ctx, debtId: string): Promise<Verdict> {
  const debt = await lockDebt(tx, debtId)
  if (!debt) return notFound()
  if (debt.settledAt) return refuse('paid', 'This debt is settled already.')
  await settleDebt(tx, ctx, debt, 'online')
  return { ok: true }
}

/**
 * Marks an open debt, which the transaction has locked, as settled. It records the event, adds an entry to the
 * rental's timeline, sends one of the two people an email, and updates their open pages.
 */
export async function settleDebt(tx: Tx, ctx: Ctx, debt: LockedDebt, settledHow: DebtSettled): Promise<void> {
  const { id, rentalId, cause, centavos, owedBy } = debt
  await tx.updateTable('debt').set({ settledAt: ctx.clock.now(), settledHow }).where('id', '=', id).execute()
  const action = settledHow === 'online' ? 'pay-debt' : 'receive-debt'
  await recordEvents(tx, ctx, [
    { subject: 'rental', subjectId: rentalId, action, detail: { cause, centavos } },
  ])
  await appendEntry(tx, ctx, rentalId, {
    kind: action,
    side: entrySideOf(ctx.actor, debt),
    facts: { centavos, owedBy },
  })
  // Only renters pay online, and the email about their payment tells them already.
  const to = settledHow === 'online' ? 'owner' : owedBy
  await recordEffects(tx, ctx, [{ kind: 'debt-mail', payload: { debtId: id, news: settledHow, to } }])
  recordRentalLiveEvents(tx, { ...debt, id: rentalId })
}
