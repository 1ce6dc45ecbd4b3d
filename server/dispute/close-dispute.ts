import { type DisputeOutcome, noAward } from '#domain/dispute/dispute.ts'
import type { Context, Tx } from '../context.ts'
import { type LockedDispute, lockDispute, type OpenDispute } from './lock-dispute.ts'
import { settleDispute } from './settle-dispute.ts'

type Ctx = Pick<Context, 'clock' | 'actor'>
type Open = LockedDispute & { dispute: OpenDispute }

/**
 * Closes the open dispute of kind `no-show` without an award. The caller has checked, in its transaction, that one or
 * both took back what they said, or that both confirm the hand-over. Does nothing without such a dispute, when a
 * person opened it, when a side asks for money in it, or when it has a decision.
 */
export const closeNoShow = (
  tx: Tx,
  ctx: Ctx,
  rentalId: string,
  outcome: 'one-took-back' | 'taken-back' | 'handed-over',
): Promise<void> =>
  closeIf(tx, ctx, rentalId, outcome, ({ dispute, decisions }) => {
    const { kind, openedBy, ownerAsked, renterAsked } = dispute
    const isOurs = kind === 'no-show' && openedBy === 'system'
    return isOurs && decisions.length === 0 && ownerAsked === null && renterAsked === null
  })

/**
 * Ends the open dispute about a rental without an award, also a decided one. Does nothing without one.
 *
 * - Of a rental that is about to end before its hand-over, before the status changes and the refund is made: all of
 *   its money goes back, and later no deposit is held.
 * - Of a hand-over or a return that was undone, after the status changed: the deposit stays held. The caller has
 *   checked, in its transaction, that the dispute is about that only (`disputeStands` of `UndoFacts`).
 */
export const closeWithoutAward = (tx: Tx, ctx: Ctx, rentalId: string): Promise<void> =>
  closeIf(tx, ctx, rentalId, 'undecided', () => true, true)

async function closeIf(
  tx: Tx,
  ctx: Ctx,
  rentalId: string,
  outcome: DisputeOutcome,
  mayClose: (open: Open) => boolean,
  isLast = false,
): Promise<void> {
  const locked = await lockDispute(tx, rentalId)
  if (!locked?.dispute) return
  const open = { ...locked, dispute: locked.dispute }
  if (mayClose(open)) await settleDispute(tx, ctx, open, { award: noAward, outcome, isLast })
}
