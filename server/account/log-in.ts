import { isAPIError } from 'better-auth/api'
import { loginFailed, type Portal, type Role } from '#domain/account/account.ts'
import { accountSuspended } from '#domain/account/suspension.ts'
import { refuse, type Verdict } from '#domain/verdict.ts'
import { normalized } from '#domain/text.ts'
import type { Context } from '../context.ts'
import { beginSession } from './begin-session.ts'
import { takeAttempt } from './failed-attempts.ts'
import { knownDevice, rememberDevice } from './known-device.ts'
import { noteFailedLogIn, noteLogIn } from './note-log-in.ts'

/**
 * Logs in through a portal. The role comes from the stored account; a portal of another role, a wrong password and an
 * unknown email are refused with the same words (better-auth hashes for unknown emails too, so in the same time). The
 * session the request came with ends, and the browser is remembered, so that nobody can lock its person out by
 * guessing. Refusals: `credentials`, `suspended` (said only to who knows the password), `limit` (only failed attempts
 * are counted).
 */
export async function logIn(
  ctx: Context,
  { portal, email, password }: { portal: Portal; email: string; password: string },
): Promise<Verdict<{ role: Role; setCookie: string[] }>> {
  const account = email.toLowerCase()
  const attempt = await takeAttempt(ctx, account, knownDevice(ctx, account))
  if (!attempt.ok) {
    await noteFailedLogIn(ctx, account)
    return attempt
  }
  const session = await signIn(ctx, account, normalized(password, 'NFKC'))
  if (session?.suspended && session.role === portal && !session.deleted) {
    await ctx.db.deleteFrom('session').where('token', '=', session.token).execute()
    return accountSuspended(ctx.settings.supportEmail)
  }
  if (session && session.role === portal && !session.deleted) {
    await attempt.succeeded()
    await beginSession(ctx, session.token, session.role)
    await noteLogIn(ctx, session)
    return { ok: true, role: session.role, setCookie: [...session.setCookie, rememberDevice(ctx, account)] }
  }
  if (session) await ctx.db.deleteFrom('session').where('token', '=', session.token).execute()
  await noteFailedLogIn(ctx, account)
  return refuse('credentials', loginFailed)
}

async function signIn(ctx: Context, email: string, password: string) {
  try {
    const { response, headers } = await ctx.auth.api.signInEmail({
      body: { email, password },
      returnHeaders: true,
    })
    const account = response.user as typeof response.user & {
      role: Role
      deletedAt: Date | null
      suspendedAt: Date | null
    }
    return {
      accountId: account.id,
      role: account.role,
      deleted: account.deletedAt !== null,
      suspended: account.suspendedAt !== null,
      token: response.token,
      setCookie: headers.getSetCookie(),
    }
  } catch (error) {
    if (isAPIError(error)) return null
    throw error
  }
}
