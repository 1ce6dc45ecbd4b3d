import { type DisputeOutcome, noAward } from '#domain/dispute/dispute.ts'
import type { Context, Tx } from '../context.ts'
import { type LockedDispute, lockDispute, type OpenDispute } from './lock-dispute.ts'
import { settleDispute } from './settle-dispute.ts'

type Ctx = Pick<Context, 'clock' | 'actor'>
type Open = LockedDispute & { dispute: OpenDispute }

/**
 * Closes the open dispute of kind `no-show` without an award. The caller has checked, in its transaction, that one or
 * both took back what they said, or that both confirm the hand-over. Does nothing without such a dispute, when a
 * person opened it, when a side asks for money in it, or when it has a decision. Returns whether it closed one.
 */
export const closeNoShow = (
  tx: Tx,
  ctx: Ctx,
  rentalId: string,
  outcome: 'one-took-back' | 'taken-back' | 'handed-over',
): Promise<boolean> =>
  closeIf(tx, ctx, rentalId, outcome, ({ dispute, decisions }) => {
    const { kind, openedBy, ownerAsked, renterAsked } = dispute
    const isOurs = kind === 'no-show' && openedBy === 'system'
    return isOurs && decisions.length === 0 && ownerAsked === null && renterAsked === null
  })

/**
 * Closes the dispute of two people who each said that the other did not come, as `closeNoShow` does, after one of them
 * took that back. Does so once until both have taken back: otherwise a side could say it and take it back over and
 * over, and no admin could decide. Returns whether it closed one.
 */
export async function closeAsOneTookBack(tx: Tx, ctx: Ctx, rentalId: string): Promise<boolean> {
  const before = await tx
    .selectFrom('dispute')
    .select('id')
    .where('rentalId', '=', rentalId)
    .where('outcome', '=', 'one-took-back')
    .executeTakeFirst()
  return before ? false : closeNoShow(tx, ctx, rentalId, 'one-took-back')
}

/**
 * Closes the dispute of two people who both took back that the other did not come, as `closeNoShow` does. If it closed
 * when the first of them took back, only its outcome changes.
 */
export async function closeAsTakenBack(tx: Tx, ctx: Ctx, rentalId: string): Promise<void> {
  await closeNoShow(tx, ctx, rentalId, 'taken-back')
  await tx
    .updateTable('dispute')
    .set({ outcome: 'taken-back' })
    .where('rentalId', '=', rentalId)
    .where('outcome', '=', 'one-took-back')
    .execute()
}

/**
 * Ends the open dispute about a rental without an award, also a decided one. Does nothing without one.
 *
 * - Of a rental that is about to end before its hand-over, before the status changes and the refund is made: all of
 *   its money goes back, and later no deposit is held.
 * - Of a hand-over or a return that was undone, after the status changed: the deposit stays held. The caller has
 *   checked, in its transaction, that the dispute is about that only (`disputeStands` of `UndoFacts`).
 *
 * Returns whether it ended one.
 */
export const closeWithoutAward = (tx: Tx, ctx: Ctx, rentalId: string): Promise<boolean> =>
  closeIf(tx, ctx, rentalId, 'undecided', () => true, true)

async function closeIf(
  tx: Tx,
  ctx: Ctx,
  rentalId: string,
  outcome: DisputeOutcome,
  mayClose: (open: Open) => boolean,
  isLast = false,
): Promise<boolean> {
  const locked = await lockDispute(tx, rentalId)
  if (!locked?.dispute) return false
  const open = { ...locked, dispute: locked.dispute }
  if (!mayClose(open)) return false
  await settleDispute(tx, ctx, open, { award: noAward, outcome, isLast })
  return true
}
