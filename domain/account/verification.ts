import { refuse, type Verdict } from '../verdict.ts'
import type { VerificationStatus } from './account.ts'

export const verificationDecisions = ['verified', 'rejected'] as const
/** What an admin can decide about a user. */
export type VerificationDecision = (typeof verificationDecisions)[number]

/**
 * The status of a person who changes their name: a verified person is unverified again, as an admin verified the name
 * before.
 */
export const statusAfterRename = (status: VerificationStatus): VerificationStatus =>
  status === 'verified' ? 'unverified' : status

/** An admin may verify or reject a user, either way and again. Refusals: `deleted`, `unchanged`. */
export function decideVerification(
  account: { verificationStatus: VerificationStatus; deletedAt: Date | null },
  decision: VerificationDecision,
): Verdict {
  if (account.deletedAt) return refuse('deleted', 'This user was deleted.')
  if (account.verificationStatus === decision) return refuse('unchanged', `This user is already ${decision}.`)
  return { ok: true }
}
