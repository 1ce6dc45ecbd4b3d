import { asRentalParty } from '#domain/access.ts'
import { decideAnswer } from '#domain/deposit/deposit.ts'
import { notFound, refuse, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { inTransaction, recordEffects, recordEvents } from '../record.ts'
import { lockDeposit } from './lock-deposit.ts'
import { depositMails } from './return-deposit.ts'

/**
 * The renter answers a claim on their deposit, once, while it is open. Refusals: `not-found` (for anyone but the
 * rental's two people, or there is no claim), `side` (the owner), `decided`, `answered`.
 */
export async function answerClaim(
  ctx: Context,
  { rentalId, answer }: { rentalId: string; answer: string },
): Promise<Verdict> {
  return inTransaction(ctx, async (tx): Promise<Verdict> => {
    const deposit = await lockDeposit(tx, rentalId)
    if (!deposit) return notFound()
    const gate = asRentalParty(ctx.actor, deposit.rental)
    if (!gate.ok || !deposit.claim) return notFound()
    if (gate.party.side !== 'renter') return refuse('side', 'Only the renter can do this.')
    const { decidedAt, answeredAt } = deposit.claim
    const verdict = decideAnswer({ decided: decidedAt !== null, answered: answeredAt !== null })
    if (!verdict.ok) return verdict
    await tx
      .updateTable('depositClaim')
      .set({ answer, answeredAt: ctx.clock.now() })
      .where('rentalId', '=', rentalId)
      .execute()
    await recordEvents(tx, ctx, [{ subject: 'deposit-claim', subjectId: rentalId, action: 'answer' }])
    await recordEffects(tx, ctx, depositMails(rentalId, 'answered', ['owner']))
    return { ok: true }
  })
}
