import { v7 as uuid } from 'uuid'
import { grantedOf } from '#domain/deposit/deposit.ts'
import { disputeAnswerBy, type DisputeKind, type Speaker, undecidedAt } from '#domain/dispute/dispute.ts'
import { depositLeft } from '#domain/dispute/award.ts'
import { decideAsked, decideOpening } from '#domain/dispute/open.ts'
import { decideAdding } from '#domain/dispute/stage.ts'
import type { Centavos } from '#domain/money.ts'
import { notFound, type Verdict } from '#domain/verdict.ts'
import type { Context, Tx } from '../context.ts'
import { cancelDepositReturn } from '../deposit/lock-deposit.ts'
import { sendDepositBack } from '../deposit/give-back.ts'
import { resumeLateFee } from '../deposit/resume-late-fee.ts'
import { recordEffects, recordEvents } from '../record.ts'
import { disputeMails } from './dispute-mails.ts'
import { lockDispute, type LockedDispute } from './lock-dispute.ts'
import { recordInTimeline } from './record-in-timeline.ts'
import { writeStatement } from './write-statement.ts'

export type Opening = {
  rentalId: string
  kind: DisputeKind
  by: Speaker
  text: string
  /** What `by` asks for, in centavos: an owner of the deposit and beyond it, a renter of what they paid. */
  askedCentavos?: number | null
  photoIds?: readonly string[]
  /** False when another message of the same transaction tells its two people. */
  notifiesPeople?: boolean
  /** It objects to what counts without an objection: the caller has judged its time, and no limit stops it. */
  isObjection?: boolean
}

/**
 * Opens a dispute about a rental, in the caller's transaction, which may hold the rental's lock. If the rental has an
 * open dispute that is not decided, the statement is added to that one: a rental has one dispute at a time. What an
 * owner asks for is held of the deposit, as `writeDepositClaim` says. Refusals: `not-found`, `side`, `status`,
 * `early`, `late`, `amount`, `photos`, `decided` (the open one is decided; it can be appealed), `limit`.
 */
export async function openDispute(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'actor'>,
  {
    rentalId,
    kind,
    by,
    text,
    askedCentavos = null,
    photoIds = [],
    notifiesPeople = true,
    isObjection = false,
  }: Opening,
): Promise<Verdict<{ disputeId: string; isNew: boolean }>> {
  const locked = await lockDispute(tx, rentalId)
  if (!locked) return notFound()
  const now = ctx.clock.now()
  const verdict = decideOpening(locked.disputed, kind, by, isObjection ? null : now)
  if (!verdict.ok) return verdict
  const asked = decideAsked(askedCentavos, by)
  if (!asked.ok) return asked
  const { facts, dispute } = locked
  if (facts) {
    const adding = decideAdding(facts, by, now, isObjection)
    if (!adding.ok) return adding
  }
  if (dispute && (await saidAlready(tx, dispute.id, { by, kind, text, asked: askedCentavos })))
    return { ok: true, disputeId: dispute.id, isNew: false }
  const disputeId = dispute?.id ?? uuid()
  if (!dispute)
    await tx
      .insertInto('dispute')
      .values({
        id: disputeId,
        rentalId,
        kind,
        openedBy: by,
        openedAt: now,
        answerBy: disputeAnswerBy(now),
        dueAt: undecidedAt(now),
      })
      .execute()
  const said = { disputeId, by, part: 'open' as const, kind, text, asked: askedCentavos, photoIds }
  const written = await writeStatement(tx, ctx, rentalId, said)
  if (!written.ok) return written
  const rest =
    askedCentavos === null ? 0 : await applyAsked(tx, ctx, locked, { disputeId, by, askedCentavos, text })
  const isClaim = by === 'owner' && askedCentavos !== null && depositLeft(locked.money) > 0 && !locked.claim
  await recordEvents(tx, ctx, [
    {
      subject: 'deposit-claim',
      subjectId: rentalId,
      action: isClaim && !dispute ? 'claim' : 'open-dispute',
      detail: { kind, by, ...(askedCentavos === null ? {} : { centavos: askedCentavos }) },
    },
  ])
  await recordInTimeline(tx, ctx, {
    rentalId,
    event: 'open',
    by,
    facts: { kind, asked: askedCentavos },
    text,
    photoIds,
  })
  const mails = { event: 'opened', by, isClaim, statementId: written.statementId, rest } as const
  if (notifiesPeople) await recordEffects(tx, ctx, disputeMails(rentalId, disputeId, mails))
  return { ok: true, disputeId, isNew: !dispute }
}

/** Whether the last thing that someone said is the same: they sent it twice. */
async function saidAlready(
  tx: Tx,
  disputeId: string,
  { by, kind, text, asked }: { by: Speaker; kind: DisputeKind; text: string; asked: number | null },
): Promise<boolean> {
  const last = await tx
    .selectFrom('disputeStatement')
    .select(['kind', 'text', 'asked'])
    .where('disputeId', '=', disputeId)
    .where('by', '=', by)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return last?.kind === kind && last.text === text && last.asked === asked
}

/**
 * Stores the amount that a side asks for; it replaces an earlier amount. Of an owner or the system it is also claimed
 * of the deposit. Returns how much of the deposit goes back now, in centavos.
 */
async function applyAsked(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'actor'>,
  locked: LockedDispute,
  {
    disputeId,
    by,
    askedCentavos,
    text,
  }: { disputeId: string; by: Speaker; askedCentavos: number; text: string },
): Promise<Centavos> {
  const column = by === 'renter' ? 'renterAsked' : 'ownerAsked'
  await tx
    .updateTable('dispute')
    .set({ [column]: askedCentavos })
    .where('id', '=', disputeId)
    .execute()
  if (by === 'renter') return 0
  return writeDepositClaim(tx, ctx, locked, { askedCentavos, reason: text, keepsRest: by === 'system' })
}

/**
 * Holds what is claimed of the deposit. If the item is back, the rest of the deposit goes back now, less what a late
 * fee still takes of it; with `keepsRest` it goes back on `depositDueAt`, and the owner can claim more until then.
 * Returns how much goes back now, in centavos.
 */
export async function writeDepositClaim(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'actor'>,
  locked: LockedDispute,
  {
    askedCentavos,
    reason,
    keepsRest = false,
  }: { askedCentavos: number; reason: string; keepsRest?: boolean },
): Promise<Centavos> {
  const { claim, currentDeposit, rental, money } = locked
  const centavos = Math.min(askedCentavos, depositLeft(money))
  if (centavos === 0) return 0
  const before = grantedOf(claim)
  const claimed = { centavos: before + centavos, grantedBefore: before }
  if (claim)
    await tx
      .updateTable('depositClaim')
      .set({ ...claimed, grantedCentavos: null, decidedAt: null, decidedBy: null, decision: null })
      .where('rentalId', '=', rental.id)
      .execute()
  else
    await tx
      .insertInto('depositClaim')
      .values({ ...claimed, rentalId: rental.id, reason, createdAt: ctx.clock.now() })
      .execute()
  if (!currentDeposit.completedAt || keepsRest) return 0
  const leftCentavos = currentDeposit.leftCentavos - centavos
  const rest =
    leftCentavos - (await resumeLateFee(tx, ctx, rental.id, { decidedAt: undefined, leftCentavos }))
  if (!currentDeposit.inCash) await sendDepositBack(tx, ctx, locked, rest, 'deposit')
  await cancelDepositReturn(tx, rental.id)
  return rest
}
