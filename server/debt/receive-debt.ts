import { asRentalParty } from '#domain/access.ts'
import { decideReceiving } from '#domain/debt/debt.ts'
import { notFound, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { inTransaction } from '../record.ts'
import { lockDebt } from './queries.ts'
import { settleDebt } from './settle-debt.ts'

/**
 * The one who is owed says that they have received it, by hand or otherwise. An order that waits for its payment is
 * left to the sweep (docs/architecture.md has the order of locks). Refusals: `not-found` (for anyone but the two
 * people of the rental), and those of `decideReceiving`.
 */
export async function receiveDebt(ctx: Context, { debtId }: { debtId: string }): Promise<Verdict> {
  return inTransaction(ctx, async (tx): Promise<Verdict> => {
    const debt = await lockDebt(tx, debtId)
    if (!debt) return notFound()
    const gate = asRentalParty(ctx.actor, debt)
    if (!gate.ok) return gate
    const verdict = decideReceiving(debt, gate.party.side)
    if (verdict.ok) await settleDebt(tx, ctx, debt, 'received')
    return verdict
  })
}
