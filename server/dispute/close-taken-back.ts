import { noAward } from '#domain/dispute/dispute.ts'
import type { Context, Tx } from '../context.ts'
import { lockDispute } from './lock-dispute.ts'
import { settleDispute } from './settle-dispute.ts'

/**
 * Closes the open dispute about who did not come, after both took back what they said, in the caller's transaction:
 * nothing moves, and the rental goes on. Does nothing when one of them asks for something in it, or it is decided.
 */
export async function closeTakenBack(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'actor'>,
  rentalId: string,
): Promise<void> {
  const locked = await lockDispute(tx, rentalId)
  const dispute = locked?.dispute
  if (!dispute || dispute.kind !== 'no-show' || locked.decisions.length > 0) return
  if (dispute.ownerAsked !== null || dispute.renterAsked !== null) return
  await settleDispute(tx, ctx, { ...locked, dispute }, { award: noAward, outcome: 'taken-back' })
}

/**
 * Closes the open dispute about a hand-over that an admin undoes, in the caller's transaction, which has checked that
 * it is not decided: nothing moves. Does nothing without one.
 */
export async function closeHandoverDispute(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'actor'>,
  rentalId: string,
): Promise<void> {
  const locked = await lockDispute(tx, rentalId)
  const dispute = locked?.dispute
  if (dispute?.kind !== 'not-handed-over') return
  await settleDispute(tx, ctx, { ...locked!, dispute }, { award: noAward, outcome: 'undecided' })
}
