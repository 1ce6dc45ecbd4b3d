import type { User } from '#domain/actor.ts'
import { refuse, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { attemptFailed, attemptSucceeded, takeAttempt } from './failed-attempts.ts'
import { isPassword } from './write-password.ts'

/**
 * Asks someone who is logged in for their password again, before something that can't be taken back. Wrong ones count as
 * failed log-ins of the account. `hash` is the password as stored. Refusals: `password`, `limit`.
 */
export async function checkPassword(
  ctx: Context,
  user: Pick<User, 'id' | 'email'>,
  password: string,
): Promise<Verdict<{ hash: string }>> {
  const full = await takeAttempt(ctx, user.email)
  if (full) return full
  const credential = await ctx.db
    .selectFrom('credential')
    .select('password')
    .where('userId', '=', user.id)
    .where('providerId', '=', 'credential')
    .executeTakeFirst()
  const hash = credential?.password
  if (!hash || !(await isPassword(ctx, hash, password))) {
    await attemptFailed(ctx)
    return refuse('password', 'That is not your password. Nothing was changed.')
  }
  await attemptSucceeded(ctx, user.email)
  return { ok: true, hash }
}
