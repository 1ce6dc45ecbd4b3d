import { appealDecidedBy } from '#domain/dispute/dispute.ts'
import { decideAppealing } from '#domain/dispute/stage.ts'
import { notFound, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { inTransaction, recordEffects, recordEvents } from '../record.ts'
import { disputeMails } from './dispute-mails.ts'
import { lockOwnDispute } from './lock-dispute.ts'
import { recordInTimeline } from './record-in-timeline.ts'
import { writeStatement } from './write-statement.ts'

/**
 * One of the two people appeals against the decision, within 7 days and with something new; the first one to do so has
 * the only appeal. Refusals: `not-found` (for anyone but the two, or there is no dispute), `photos`, and those of
 * `decideAppealing`.
 */
export async function appealDispute(
  ctx: Context,
  { rentalId, text, photoIds = [] }: { rentalId: string; text: string; photoIds?: readonly string[] },
): Promise<Verdict> {
  return inTransaction(ctx, async (tx): Promise<Verdict> => {
    const locked = await lockOwnDispute(tx, ctx.actor, rentalId)
    if (!locked.ok || !locked.dispute || !locked.facts) return notFound()
    const { dispute, facts } = locked
    const { side } = locked.party
    const now = ctx.clock.now()
    const verdict = decideAppealing(facts, side, now)
    if (!verdict.ok) return verdict
    const said = { disputeId: dispute.id, by: side, part: 'appeal' as const, text, photoIds }
    const written = await writeStatement(tx, ctx, rentalId, said)
    if (!written.ok) return written
    await tx
      .updateTable('dispute')
      .set({ appealedBy: side, appealedAt: now, dueAt: appealDecidedBy(now) })
      .where('id', '=', dispute.id)
      .execute()
    await recordEvents(tx, ctx, [{ subject: 'deposit-claim', subjectId: rentalId, action: 'appeal' }])
    await recordInTimeline(tx, ctx, { rentalId, event: 'appeal', by: side, text, photoIds })
    await recordEffects(
      tx,
      ctx,
      disputeMails(rentalId, dispute.id, { event: 'appealed', by: side, statementId: written.statementId }),
    )
    return { ok: true }
  })
}
