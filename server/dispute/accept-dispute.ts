import { noAward, type Award } from '#domain/dispute/dispute.ts'
import { type DisputedMoney, endsAsNeverGot, neverGotAward } from '#domain/dispute/award.ts'
import { type Acceptance, decideAccepting, demandOf } from '#domain/dispute/stage.ts'
import { otherSide, type Side } from '#domain/side.ts'
import { notFound, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { inTransaction, recordEffects, recordEvents } from '../record.ts'
import { disputeMails } from './dispute-mails.ts'
import { lockOwnDispute } from './lock-dispute.ts'
import { recordInTimeline } from './record-in-timeline.ts'
import { settleDispute } from './settle-dispute.ts'

/**
 * One of the two people accepts what the other asks for, which ends the dispute, or the decision, which ends it once
 * both have. Refusals: `not-found` (for anyone but the two, or there is no dispute), `stale` (it is no longer what
 * they saw), and those of `decideAccepting`.
 */
export async function acceptDispute(
  ctx: Context,
  { rentalId, accepts }: { rentalId: string; accepts: Acceptance },
): Promise<Verdict<{ ended: boolean }>> {
  return inTransaction(ctx, async (tx): Promise<Verdict<{ ended: boolean }>> => {
    const locked = await lockOwnDispute(tx, ctx.actor, rentalId)
    if (!locked.ok || !locked.dispute || !locked.facts) return notFound()
    const { dispute, facts } = locked
    const { side } = locked.party
    const isDemand = accepts.what === 'demand'
    const neverGot = isDemand && side === 'owner' && endsAsNeverGot(locked.rental, locked.money, facts.said)
    const verdict = decideAccepting(facts, side, accepts, ctx.clock.now(), neverGot)
    if (!verdict.ok) return verdict
    await recordEvents(tx, ctx, [
      {
        subject: 'deposit-claim',
        subjectId: rentalId,
        action: 'accept',
        detail: { accepts: accepts.what, by: side },
      },
    ])
    await recordInTimeline(tx, ctx, { rentalId, event: 'accept', by: side, facts: { accepts: accepts.what } })
    await tx
      .updateTable('dispute')
      .set(side === 'owner' ? { ownerAcceptedAt: ctx.clock.now() } : { renterAcceptedAt: ctx.clock.now() })
      .where('id', '=', dispute.id)
      .execute()
    if (!verdict.ends) {
      await recordEffects(tx, ctx, disputeMails(rentalId, dispute.id, { event: 'accepted', by: side }))
      return { ok: true, ended: false }
    }
    const first = locked.decisions[0]
    const end =
      !isDemand && first
        ? { award: first, neverGot: first.neverGot, outcome: 'decided' as const }
        : { award: demandedAward(locked.money, side, neverGot), neverGot, outcome: 'agreed' as const }
    await settleDispute(tx, ctx, { ...locked, dispute }, end)
    return { ok: true, ended: true }
  })
}

/** What the other side of `side` asks for, as an award. */
function demandedAward(money: DisputedMoney, side: Side, neverGot: boolean): Award {
  if (neverGot) return neverGotAward(money)
  const asked = demandOf(money, otherSide(side)) ?? 0
  return side === 'renter' ? { ...noAward, ownerCentavos: asked } : { ...noAward, rentCentavos: asked }
}
