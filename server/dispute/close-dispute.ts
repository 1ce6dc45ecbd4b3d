import { noAward } from '#domain/dispute/dispute.ts'
import type { Context, Tx } from '../context.ts'
import { type LockedDispute, lockDispute, type OpenDispute } from './lock-dispute.ts'
import { settleDispute } from './settle-dispute.ts'

type Ctx = Pick<Context, 'clock' | 'actor'>
type Open = LockedDispute & { dispute: OpenDispute }

/**
 * Closes the open dispute of kind `no-show` without an award, so that the rental goes on. The caller has checked, in
 * its transaction, that both sides took back what they said. Does nothing without such a dispute, when a person opened
 * it, when a side asks for money in it, or when it has a decision.
 */
export const closeTakenBack = (tx: Tx, ctx: Ctx, rentalId: string): Promise<void> =>
  closeIf(tx, ctx, rentalId, 'taken-back', ({ dispute, decisions }) => {
    const { kind, openedBy, ownerAsked, renterAsked } = dispute
    const isOurs = kind === 'no-show' && openedBy === 'system'
    return isOurs && decisions.length === 0 && ownerAsked === null && renterAsked === null
  })

/**
 * Closes the open dispute of kind `not-handed-over` without an award, as an admin undoes the hand-over. The caller has
 * checked, in its transaction, that it has no decision. Does nothing without such a dispute.
 */
export const closeHandoverDispute = (tx: Tx, ctx: Ctx, rentalId: string): Promise<void> =>
  closeIf(tx, ctx, rentalId, 'undecided', ({ dispute }) => dispute.kind === 'not-handed-over')

/**
 * Ends the open dispute about a rental that is about to end before its hand-over, also a decided one: all of its money
 * goes back, and later no deposit is held. Nobody gets anything. Runs before the status changes and the refund is
 * made. Does nothing without such a dispute.
 */
export const closeAtEnd = (tx: Tx, ctx: Ctx, rentalId: string): Promise<void> =>
  closeIf(tx, ctx, rentalId, 'undecided', () => true)

async function closeIf(
  tx: Tx,
  ctx: Ctx,
  rentalId: string,
  outcome: 'taken-back' | 'undecided',
  mayClose: (open: Open) => boolean,
): Promise<void> {
  const locked = await lockDispute(tx, rentalId)
  if (!locked?.dispute) return
  const open = { ...locked, dispute: locked.dispute }
  if (mayClose(open)) await settleDispute(tx, ctx, open, { award: noAward, outcome })
}
