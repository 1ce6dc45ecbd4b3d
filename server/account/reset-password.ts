import type { Role } from '#domain/account/account.ts'
import { decidePassword } from '#domain/account/password.ts'
import type { Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { inTransaction, recordEffects, recordEvents } from '../record.ts'
import { forgetAttempts } from './failed-attempts.ts'
import { rememberDevice } from './known-device.ts'
import { deadLink, findToken, proveEmail } from './mail-token.ts'
import { lockAccount } from './queries.ts'
import { removeAddedCredentials } from './remove-added-credentials.ts'
import { hashPassword, writePassword } from './write-password.ts'

/**
 * Sets a new password by a mailed link, once, and ends every session of the account. Whoever has the mail owns the
 * address, so the email is confirmed too, failed attempts on the account are deleted, and the browser becomes its
 * only known device (`setCookie`): an attacker who keeps guessing can't lock the person out. If the email was not
 * confirmed, what was added by whoever typed it at sign-up is removed (`removeAddedCredentials`). Refusals: `link`;
 * those of `decidePassword`, with `field`, after which the link still works.
 */
export async function resetPassword(
  ctx: Context,
  { token, password }: { token: string; password: string },
): Promise<Verdict<{ role: Role; setCookie: string[] }> & { field?: 'password' }> {
  const found = await findToken(ctx, 'password-reset', token)
  if (!found?.isValid) return deadLink()
  const { id, email, username, role } = found.account
  const allowed = decidePassword(password, { email, username, siteName: ctx.settings.siteName })
  if (!allowed.ok) return { ...allowed, field: 'password' }
  const hash = await hashPassword(ctx, password)
  const reset = await inTransaction<Verdict<{ role: Role }>>(ctx, async (tx) => {
    const now = ctx.clock.now()
    const account = await lockAccount(tx, id)
    if (!account) return deadLink()
    if (!(await proveEmail(tx, 'password-reset', { token, accountId: id }, now))) return deadLink()
    if (!(await writePassword(tx, { accountId: id, hash }, now))) return deadLink()
    if (!account.emailVerified) await removeAddedCredentials(tx, ctx, account)
    await recordEvents(tx, ctx, [{ subject: 'account', subjectId: id, action: 'reset-password' }])
    await recordEffects(tx, ctx, [{ kind: 'password-changed-mail', payload: { accountId: id } }])
    return { ok: true, role }
  })
  if (!reset.ok) return reset
  // The password is changed, whatever the counts do: they also end by themselves.
  await forgetAttempts(ctx, email.toLowerCase()).catch((err: unknown) =>
    ctx.log.warn({ err }, 'failed attempts were not forgotten after a password reset'),
  )
  return { ...reset, setCookie: [rememberDevice(ctx, { id, email })] }
}
