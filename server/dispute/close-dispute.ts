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
    const isUndecided = decisions.length === 0 && ownerAsked === null && renterAsked === null
    return kind === 'no-show' && openedBy === 'system' && isUndecided
  })

/**
 * Closes the dispute of two people who each said that the other did not come, as `closeNoShow` does, after one of
 * them took that back. It does this once for a rental: whoever says it and takes it back repeatedly can't keep an
 * admin from deciding. Once both have taken it back (`closeAfterBothTookBack`), it can close one again. Returns
 * whether it closed one. The caller has locked the rental.
 */
export async function closeAfterOneTookBack(tx: Tx, ctx: Ctx, rentalId: string): Promise<boolean> {
  const closedBefore = await tx
    .selectFrom('dispute')
    .select('id')
    .where('rentalId', '=', rentalId)
    .where('outcome', '=', 'one-took-back')
    .executeTakeFirst()
  return closedBefore ? false : closeNoShow(tx, ctx, rentalId, 'one-took-back')
}

/**
 * Closes the dispute of two people who both took back that the other did not come, as `closeNoShow` does. One that
 * closed when the first of them took back (`one-took-back`) gets the outcome `taken-back`, too.
 */
export async function closeAfterBothTookBack(tx: Tx, ctx: Ctx, rentalId: string): Promise<void> {
  await closeNoShow(tx, ctx, rentalId, 'taken-back')
  await tx
    .updateTable('dispute')
    .set({ outcome: 'taken-back' })
    .where('rentalId', '=', rentalId)
    .where('outcome', '=', 'one-took-back')
    .execute()
}

/**
 * Closes the open dispute about a rental without an award, with the outcome `undecided`, even if an admin had decided;
 * does nothing without one. Returns whether it closed one. The caller uses it in two cases:
 *
 * - The rental is about to end before its hand-over. The caller closes before it changes the status and refunds: so
 *   all of the rental's money goes back, and no deposit is held afterwards.
 * - A hand-over or a return was undone. The caller closes after it changed the status: the deposit stays held. It has
 *   checked, in its transaction, that the dispute is about that only (`disputeStands` of `UndoFacts`).
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
