import { refuse, type Verdict } from '../verdict.ts'

const adminsOfHeadAdmins = 'Only an admin who may do everything can do this to another admin.'

/** The message for a person who logs in with the right password while their account is suspended. */
export function accountSuspended(supportEmail: string) {
  return refuse('suspended', `This account is suspended. Please write to ${supportEmail} about it.`)
}

/**
 * Whether an admin may suspend an account. Refusals: `own` (their own), `role` (an admin's, by one who may not do
 * everything), `last-admin` (nobody who may do everything would be left), `deleted`, `unchanged` (it is suspended
 * already).
 */
export function decideSuspension(
  account: { id: string; isAdmin: boolean; deletedAt: Date | null; suspendedAt: Date | null },
  by: { adminId: string; isHeadAdmin: boolean; isLastHeadAdmin: boolean },
): Verdict {
  if (account.id === by.adminId) return refuse('own', 'You can’t suspend your own account.')
  if (account.deletedAt) return refuse('deleted', 'This user was deleted.')
  if (account.suspendedAt) return refuse('unchanged', 'This account is suspended already.')
  if (account.isAdmin && !by.isHeadAdmin) return refuse('role', adminsOfHeadAdmins)
  if (by.isLastHeadAdmin) return refuse('last-admin', 'This is the last admin.')
  return { ok: true }
}

/**
 * Whether an admin may end a suspension. Refusals: `role` (an admin's, by one who may not do everything), `deleted`,
 * `unchanged` (there is none).
 */
export function decideEndOfSuspension(
  account: { isAdmin: boolean; deletedAt: Date | null; suspendedAt: Date | null },
  by: { isHeadAdmin: boolean },
): Verdict {
  if (account.isAdmin && !by.isHeadAdmin) return refuse('role', adminsOfHeadAdmins)
  if (account.deletedAt) return refuse('deleted', 'This user was deleted.')
  if (!account.suspendedAt) return refuse('unchanged', 'This account is not suspended.')
  return { ok: true }
}
