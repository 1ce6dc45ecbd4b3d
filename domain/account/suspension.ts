import { refuse, type Verdict } from '../verdict.ts'

/** The message for a person who logs in with the right password while their account is suspended. */
export function accountSuspended(supportEmail: string) {
  return refuse('suspended', `This account is suspended. Please write to ${supportEmail} about it.`)
}

/**
 * Whether an admin may suspend an account. Refusals: `own` (their own), `last-admin` (no other admin would be left),
 * `deleted`, `unchanged` (it is suspended already).
 */
export function decideSuspension(
  account: { id: string; isAdmin: boolean; deletedAt: Date | null; suspendedAt: Date | null },
  { adminId, otherAdmins }: { adminId: string; otherAdmins: number },
): Verdict {
  if (account.id === adminId) return refuse('own', 'You can’t suspend your own account.')
  if (account.deletedAt) return refuse('deleted', 'This user was deleted.')
  if (account.suspendedAt) return refuse('unchanged', 'This account is suspended already.')
  if (account.isAdmin && otherAdmins === 0) return refuse('last-admin', 'This is the last admin.')
  return { ok: true }
}

/** Whether an admin may end a suspension. Refusals: `deleted`, `unchanged` (there is none). */
export function decideEndOfSuspension(account: {
  deletedAt: Date | null
  suspendedAt: Date | null
}): Verdict {
  if (account.deletedAt) return refuse('deleted', 'This user was deleted.')
  if (!account.suspendedAt) return refuse('unchanged', 'This account is not suspended.')
  return { ok: true }
}
