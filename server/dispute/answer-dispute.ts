import { decideClaim, hasOpenClaim } from '#domain/deposit/deposit.ts'
import { decideAsked } from '#domain/dispute/open.ts'
import { decideAnswering } from '#domain/dispute/stage.ts'
import { notFound, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { inTransaction, recordEffects, recordEvents } from '../record.ts'
import { disputeMails } from './dispute-mails.ts'
import { lockOwnDispute } from './lock-dispute.ts'
import { writeDepositClaim } from './open-dispute.ts'
import { recordInTimeline } from './record-in-timeline.ts'
import { writeStatement } from './write-statement.ts'

export type Answer = {
  rentalId: string
  text: string
  /** What they ask for themselves, in centavos. */
  askedCentavos?: number | null
  photoIds?: readonly string[]
}

/**
 * The side that did not open the dispute answers, once, until it is decided; both may answer one that the system
 * opened. In an appeal, a side that has not spoken in it may answer once. Before an appeal they may also ask for
 * money: where an owner's amount would take more than what is claimed already from a deposit that can no longer be
 * claimed, the answer is refused; in an appeal an amount is ignored. Refusals: `not-found` (for anyone but the two, or
 * there is no dispute), those of `decideAnswering`, `amount`, `photos`, and those of `decideClaim`.
 */
export async function answerDispute(ctx: Context, answer: Answer): Promise<Verdict> {
  const { rentalId, text, askedCentavos = null, photoIds = [] } = answer
  return inTransaction(ctx, async (tx): Promise<Verdict> => {
    const locked = await lockOwnDispute(tx, ctx.actor, rentalId)
    if (!locked.ok || !locked.dispute || !locked.facts) return notFound()
    const { side } = locked.party
    const now = ctx.clock.now()
    const verdict = decideAnswering(locked.facts, side, now)
    if (!verdict.ok) return verdict
    const { dispute } = locked
    const inAppeal = dispute.appealedAt !== null
    const claimIsOpen = hasOpenClaim(locked.claim)
    if (askedCentavos !== null && !inAppeal) {
      const allowed = decideAsked(askedCentavos, side)
      if (!allowed.ok) return allowed
      const { completedAt, leftCentavos, openClaimCentavos = 0 } = locked.currentDeposit
      const ofDeposit = Math.min(askedCentavos, leftCentavos)
      if (side === 'owner' && completedAt && ofDeposit > openClaimCentavos) {
        const unclaimed = claimIsOpen ? { ...locked.currentDeposit, claimed: false } : locked.currentDeposit
        const claim = decideClaim(unclaimed, ofDeposit, now)
        if (!claim.ok) return claim
      }
    }
    const asked = inAppeal ? null : askedCentavos
    const part = inAppeal ? ('appeal' as const) : ('answer' as const)
    const said = { disputeId: dispute.id, by: side, part, text, asked, photoIds }
    const written = await writeStatement(tx, ctx, rentalId, said)
    if (!written.ok) return written
    await tx
      .updateTable('dispute')
      .set({
        ...(asked === null ? {} : side === 'owner' ? { ownerAsked: asked } : { renterAsked: asked }),
        answeredAt: dispute.answeredAt ?? now,
      })
      .where('id', '=', dispute.id)
      .execute()
    if (asked !== null && side === 'owner')
      await writeDepositClaim(tx, ctx, locked, { askedCentavos: asked, reason: text })
    if (claimIsOpen && side === 'renter' && !inAppeal)
      await tx
        .updateTable('depositClaim')
        .set({ answer: text, answeredAt: now })
        .where('rentalId', '=', rentalId)
        .where('answer', 'is', null)
        .execute()
    await recordEvents(tx, ctx, [{ subject: 'deposit-claim', subjectId: rentalId, action: 'answer' }])
    await recordInTimeline(tx, ctx, { rentalId, event: 'answer', by: side, facts: { asked }, text, photoIds })
    await recordEffects(
      tx,
      ctx,
      disputeMails(rentalId, dispute.id, {
        event: 'answered',
        by: side,
        isClaim: claimIsOpen && !inAppeal && locked.claim?.answer === null,
        statementId: written.statementId,
      }),
    )
    return { ok: true }
  })
}
