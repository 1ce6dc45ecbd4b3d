import type { Role } from '#domain/account/account.ts'
import { loginFirst, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { inTransaction, recordEvents } from '../record.ts'
import { findToken, proveEmail } from './mail-token.ts'
import { deadLink } from './reset-password.ts'

/**
 * Whether the actor is logged in to an account. A mailed link makes an address that of an account only in a session of
 * the account: a stranger may have typed the address, added a passkey, and wait for its person to use the account.
 * Who has only the mail can set a new password (`resetPassword`).
 */
export const isLoggedInTo = ({ actor }: Pick<Context, 'actor'>, accountId: string): boolean =>
  actor.kind === 'user' && actor.id === accountId

/**
 * Confirms an account's email by a mailed link, in a session of the account. A second use succeeds too, in any
 * browser, and changes nothing. Refusals: `link`, `login` (`isLoggedInTo`).
 */
export async function confirmEmail(
  ctx: Context,
  { token }: { token: string },
): Promise<Verdict<{ email: string; role: Role }>> {
  const found = await findToken(ctx, 'email-confirmation', token)
  if (!found) return deadLink()
  const { id, email, role, emailVerified } = found.account
  if (emailVerified) return { ok: true, email, role }
  if (!found.isValid) return deadLink()
  if (!isLoggedInTo(ctx, id)) return loginFirst()
  return inTransaction(ctx, async (tx) => {
    const now = ctx.clock.now()
    if (!(await proveEmail(tx, 'email-confirmation', { token, accountId: id }, now))) return deadLink()
    await recordEvents(tx, ctx, [{ subject: 'account', subjectId: id, action: 'confirm-email' }])
    return { ok: true as const, email, role }
  })
}
