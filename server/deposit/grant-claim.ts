import type { MoneyAdmin } from '#domain/access.ts'
import type { Centavos } from '#domain/money.ts'
import { claimEntry } from '#domain/book/book.ts'
import { decideGrant } from '#domain/deposit/deposit.ts'
import { notFound, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { inTransaction, recordEffects, recordEvents } from '../record.ts'
import { lockDeposit } from './lock-deposit.ts'
import { sendDepositBack } from './give-back.ts'
import { depositMails } from './return-deposit.ts'
import { writeBook } from '../book/write-book.ts'

/**
 * An admin grants an owner all, a part or nothing of a claim, once. The granted amount is the owner's; the rest goes
 * back to the renter, in cash by the owner's own hand. Refusals: `not-found`, and those of `decideGrant`.
 */
export async function grantClaim(
  ctx: Context,
  admin: MoneyAdmin,
  { rentalId, grantedCentavos, decision }: { rentalId: string; grantedCentavos: Centavos; decision: string },
): Promise<Verdict> {
  return inTransaction(ctx, async (tx): Promise<Verdict> => {
    const deposit = await lockDeposit(tx, rentalId)
    if (!deposit?.claim) return notFound()
    const { centavos, decidedAt } = deposit.claim
    const verdict = decideGrant({ centavos, decided: decidedAt !== null }, grantedCentavos)
    if (!verdict.ok) return verdict
    await tx
      .updateTable('depositClaim')
      .set({ grantedCentavos, decision, decidedAt: ctx.clock.now(), decidedBy: admin.id })
      .where('rentalId', '=', rentalId)
      .execute()
    if (grantedCentavos > 0) await writeBook(tx, ctx, [claimEntry(deposit.rental, grantedCentavos)])
    if (!deposit.held.inCash) await sendDepositBack(tx, ctx, deposit, verdict.restCentavos, 'claim')
    await recordEvents(tx, ctx, [
      {
        subject: 'deposit-claim',
        subjectId: rentalId,
        action: 'decide',
        detail: { claimed: centavos, granted: grantedCentavos, decision },
      },
    ])
    await recordEffects(tx, ctx, depositMails(rentalId, 'decided'))
    return { ok: true }
  })
}
