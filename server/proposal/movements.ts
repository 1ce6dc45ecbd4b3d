import type { Confirmer } from '#domain/access.ts'
import type { Movement } from '#domain/proposal/proposal.ts'
import type { Verdict } from '#domain/verdict.ts'
import { checkPayout, recordPayout } from '../book/record-payout.ts'
import { checkReversal, reversePayout } from '../book/reverse-payout.ts'
import type { Context, Tx } from '../context.ts'
import { checkGoodwill, giveGoodwill } from '../dispute/give-goodwill.ts'
import { checkPaidOut, payOutRefund } from '../refund/pay-out-refund.ts'

/** What the audit log has of a movement: all but its reason, which may be about a person and stays in `proposal`. */
export function movementFactsOf({ kind, payload }: Movement): Record<string, unknown> {
  return { kind, ...payload, reason: undefined }
}

/** Whether a movement could take effect now. Refusals: those of its use case. */
export function checkMovement(tx: Tx, ctx: Context, { kind, payload }: Movement): Promise<Verdict> {
  switch (kind) {
    case 'payout':
      return checkPayout(tx, ctx, payload)
    case 'reversal':
      return checkReversal(tx, payload)
    case 'refund':
      return checkPaidOut(tx, ctx, payload)
    case 'goodwill':
      return checkGoodwill(tx, ctx, payload)
  }
}

/** Lets a movement take effect, if it can now. Refusals: those of its use case. */
export function writeMovement(
  tx: Tx,
  ctx: Context,
  confirmer: Confirmer,
  { kind, payload }: Movement,
): Promise<Verdict> {
  switch (kind) {
    case 'payout':
      return recordPayout(tx, ctx, confirmer, payload)
    case 'reversal':
      return reversePayout(tx, ctx, confirmer, payload)
    case 'refund':
      return payOutRefund(tx, ctx, confirmer, payload)
    case 'goodwill':
      return giveGoodwill(tx, ctx, confirmer, payload)
  }
}
