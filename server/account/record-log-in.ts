import type { Role } from '#domain/account/account.ts'
import type { Context } from '../context.ts'
import { recordAccess } from '../record-access.ts'
import { hasEmail } from './has-email.ts'

/** Writes a log-in into the audit log. */
export function recordLogIn(
  ctx: Context,
  { accountId, role }: { accountId: string; role: Role },
): Promise<void> {
  return recordAccess(ctx, {
    action: 'log-in',
    subject: 'account',
    subjectId: accountId,
    as: { id: accountId, role },
  })
}

/**
 * Writes a failed log-in into the audit log: the account whose email was typed, or the page when there is none. The
 * typed email is not stored, as people type passwords into the wrong field.
 */
export async function recordFailedLogIn(ctx: Context, email: string): Promise<void> {
  const account = await ctx.db.selectFrom('account').select('id').where(hasEmail(email)).executeTakeFirst()
  const about = account
    ? { subject: 'account' as const, subjectId: account.id }
    : { subject: 'page' as const, subjectId: '/login' }
  await recordAccess(ctx, { action: 'fail-log-in', ...about })
}
