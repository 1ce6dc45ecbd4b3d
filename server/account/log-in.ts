import { isAPIError } from 'better-auth/api'
import { loginFailed, type Portal, type Role } from '#domain/account/account.ts'
import { accountSuspended } from '#domain/account/suspension.ts'
import { refuse, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { attemptFailed, attemptSucceeded, takeAttempt } from './failed-attempts.ts'
import { noteDevice } from './note-device.ts'
import { noteFailedLogIn, noteLogIn } from './note-log-in.ts'

/**
 * Logs in through a portal. The role comes from the stored account; a portal of another role, a wrong password and an
 * unknown email are refused with the same words (better-auth hashes for unknown emails too, so in the same time).
 * Refusals: `credentials`, `suspended` (said only to who knows the password), `limit` (failed attempts only are counted,
 * per account and per network).
 */
export async function logIn(
  ctx: Context,
  { portal, email, password }: { portal: Portal; email: string; password: string },
): Promise<Verdict<{ role: Role; setCookie: string[] }>> {
  const account = email.toLowerCase()
  const full = await takeAttempt(ctx, account)
  if (full) return full
  const session = await signIn(ctx, account, password.normalize('NFKC'))
  if (session?.suspended && session.role === portal && !session.deleted) {
    await ctx.db.deleteFrom('session').where('token', '=', session.token).execute()
    return accountSuspended(ctx.settings.supportEmail)
  }
  if (session && session.role === portal && !session.deleted) {
    await attemptSucceeded(ctx, account)
    await noteDevice(ctx, session.token)
    await noteLogIn(ctx, session)
    return { ok: true, role: session.role, setCookie: session.setCookie }
  }
  if (session) await ctx.db.deleteFrom('session').where('token', '=', session.token).execute()
  await attemptFailed(ctx)
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
