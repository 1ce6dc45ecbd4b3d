import { loginFailed, type Portal, type Role } from '#domain/account/account.ts'
import { accountSuspended } from '#domain/account/suspension.ts'
import { asksSecondFactor } from '#domain/account/two-factor.ts'
import { refuse, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { countAttempt } from './failed-attempts.ts'
import { knownDevice } from './known-device.ts'
import { openSession } from './open-session.ts'
import { hasPasskey } from './queries.ts'
import { recordFailedLogIn } from './record-log-in.ts'
import { beginSecondStep } from './second-step.ts'
import { hashPassword, isPassword } from './write-password.ts'
import { hasEmail } from './has-email.ts'

/** `asksCode`: there is no session yet; `enterLogInCode` or a passkey asks for the second factor. */
export type Entered = { role: Role; asksCode: boolean; setCookie: string[] }

/**
 * Logs in through a portal. The role comes from the stored account; a portal of another role, a wrong password and an
 * unknown email are refused with the same words after the same work. The session that the request came with ends, and
 * the browser becomes a known device, so that nobody can lock the person out by guessing. With two-factor log-in the
 * password alone opens no session. Refusals: `credentials`, `suspended` (only after the right password), `limit` (only
 * failed attempts are counted).
 */
export async function logIn(
  ctx: Context,
  { portal, email, password }: { portal: Portal; email: string; password: string },
): Promise<Verdict<Entered>> {
  const address = email.toLowerCase()
  const attempt = await countAttempt(ctx, address, await knownDevice(ctx, address))
  if (!attempt.ok) {
    await recordFailedLogIn(ctx, address)
    return attempt
  }
  const account = await findByPassword(ctx, address, password)
  if (account?.role !== portal) {
    await recordFailedLogIn(ctx, address)
    return refuse('credentials', loginFailed)
  }
  if (account.suspendedAt) return accountSuspended(ctx.settings.supportEmail)
  await attempt.succeeded()
  const { role } = account
  if (asksSecondFactor(account, { isRequired: ctx.settings.adminTwoFactor === 'required' }))
    return { ok: true, role, asksCode: true, setCookie: [beginSecondStep(ctx, account)] }
  const setCookie = await openSession(ctx, { ...account, isByPasswordAlone: true })
  return setCookie ? { ok: true, role, asksCode: false, setCookie } : refuse('credentials', loginFailed)
}

/** The account of an email, if this is its password; a password is hashed also when there is no such account. */
async function findByPassword(ctx: Context, email: string, password: string) {
  const account = await ctx.db
    .selectFrom('account')
    .innerJoin('credential', 'credential.userId', 'account.id')
    .select(['account.id', 'account.email', 'account.role', 'account.suspendedAt', 'account.twoFactorAt'])
    .select('credential.password as hash')
    .select(hasPasskey)
    .where(hasEmail(email))
    .where('account.deletedAt', 'is', null)
    .where('credential.providerId', '=', 'credential')
    .executeTakeFirst()
  if (!account?.hash) {
    await hashPassword(ctx, password)
    return null
  }
  const { hash } = account
  return (await isPassword(ctx, hash, password)) ? { ...account, hash } : null
}
