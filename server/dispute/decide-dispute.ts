import { asRecent, type MoneyAdmin } from '#domain/access.ts'
import { decideAward, decideNeverGot, moneyOfNeverGot } from '#domain/dispute/award.ts'
import { appealBy, type Award } from '#domain/dispute/dispute.ts'
import { whyNoGoodwill } from '#domain/dispute/goodwill.ts'
import { decideDeciding, type DisputeFacts } from '#domain/dispute/stage.ts'
import { notFound, refuse, type Verdict } from '#domain/verdict.ts'
import type { Context, Tx } from '../context.ts'
import { listMoneyAdmins } from '../list-money-admins.ts'
import { inTransaction, recordEffects, recordEvents } from '../record.ts'
import { disputeMails } from './dispute-mails.ts'
import { lockDispute, type LockedDispute } from './lock-dispute.ts'
import { recordInTimeline } from './record-in-timeline.ts'
import { settleDispute } from './settle-dispute.ts'

export type Decision = {
  rentalId: string
  award: Award
  reason: string
  /** The renter never got the item: the rental ends as Cancelled once the decision takes effect. */
  neverGot?: boolean
}

/**
 * An admin decides on the open dispute about a rental, or on the appeal, with a reason that renter and owner read. The
 * money of a first decision moves once both accept it or the time for an appeal is over; that of a decision on the
 * appeal moves at once. Goodwill needs a recent proof of who the admin is, as it does outside a dispute. Refusals:
 * `proof`, `not-found`, `own` (a party to the rental; on an appeal also who made the first decision, while another
 * admin can decide), `decided`, `early` (a side may still answer), `over` (goodwill, and `whyNoGoodwill` says why
 * not), and those of `decideAward` and `decideNeverGot`.
 */
export async function decideDispute(
  ctx: Context,
  admin: MoneyAdmin,
  { rentalId, award, reason, neverGot = false }: Decision,
): Promise<Verdict> {
  const proof = award.goodwillCentavos > 0 ? asRecent(ctx.actor, ctx.clock.now()) : { ok: true as const }
  if (!proof.ok) return proof
  return inTransaction(ctx, async (tx): Promise<Verdict> => {
    const locked = await lockDispute(tx, rentalId)
    if (!locked) return notFound()
    const { dispute, facts } = locked
    if (!dispute || !facts) return refuseWithoutDispute(tx, rentalId)
    const now = ctx.clock.now()
    const verdict = await mayDecide(tx, ctx, admin, { ...locked, facts }, { award, neverGot, now })
    if (!verdict.ok) return verdict
    const { round } = verdict
    const decision = {
      disputeId: dispute.id,
      round,
      ...award,
      neverGot,
      reason,
      decidedBy: admin.id,
      decidedAt: now,
    }
    await tx.insertInto('disputeDecision').values(decision).execute()
    await recordEvents(tx, ctx, [
      {
        subject: 'deposit-claim',
        subjectId: rentalId,
        action: 'decide',
        detail: {
          claimed: dispute.ownerAsked ?? 0,
          granted: award.ownerCentavos,
          rent: award.rentCentavos,
          goodwill: award.goodwillCentavos,
          reason,
          ...(neverGot ? { neverGot } : {}),
          ...(round === 2 ? { appeal: true } : {}),
        },
      },
    ])
    await recordInTimeline(tx, ctx, {
      rentalId,
      event: 'decide',
      by: 'admin',
      facts: { round, ...award, ...(neverGot ? { neverGot } : {}) },
      text: reason,
    })
    if (round === 1) {
      await tx
        .updateTable('dispute')
        .set({ dueAt: appealBy(now) })
        .where('id', '=', dispute.id)
        .execute()
      await recordEffects(tx, ctx, disputeMails(rentalId, dispute.id, { event: 'decided', by: 'admin' }))
    } else {
      const ended = { ...locked, dispute, decisions: [...locked.decisions, decision] }
      await settleDispute(tx, ctx, ended, { award, neverGot, outcome: 'appealed' })
    }
    return { ok: true }
  })
}

/** Whether this admin may decide so now, and the round: 1, or 2 on the appeal. */
async function mayDecide(
  tx: Tx,
  ctx: Context,
  admin: MoneyAdmin,
  { facts, rental, money, decisions }: LockedDispute & { facts: DisputeFacts },
  { award, neverGot, now }: { award: Award; neverGot: boolean; now: Date },
) {
  if ([rental.renterId, rental.ownerId].includes(admin.id))
    return refuse('own', 'You are a party to this rental. Another admin has to decide.')
  const madeFirstDecision = decisions[0]?.decidedBy === admin.id
  const involved = [admin.id, rental.renterId, rental.ownerId]
  const admins = madeFirstDecision ? await listMoneyAdmins(tx, ctx) : []
  const anotherCanDecide = admins.some((id) => !involved.includes(id))
  const who = { madeFirstDecision, anotherCanDecide }
  // First without amounts: that it is decided already, or by the same admin, comes before a wrong amount.
  const stage = decideDeciding(facts, { ownerCentavos: 0, rentCentavos: 0 }, who, now)
  if (!stage.ok) return stage
  const noGoodwill = whyNoGoodwill(rental.status, { byTwo: ctx.settings.adminFourEyes })
  if (award.goodwillCentavos > 0 && noGoodwill) return refuse('over', noGoodwill)
  const allowed = decideAward(neverGot ? moneyOfNeverGot(money) : money, award)
  if (!allowed.ok) return allowed
  const mayEnd = neverGot ? decideNeverGot(rental, money, award) : allowed
  if (!mayEnd.ok) return mayEnd
  return decideDeciding(facts, award, who, now)
}

/** The refusal where no dispute is open: `decided` when there was one. */
async function refuseWithoutDispute(tx: Tx, rentalId: string): Promise<Verdict> {
  const before = await tx
    .selectFrom('dispute')
    .select('id')
    .where('rentalId', '=', rentalId)
    .executeTakeFirst()
  return before ? refuse('decided', 'This claim is decided already. Nothing was changed.') : notFound()
}
