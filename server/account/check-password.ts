import type { User } from '#domain/actor.ts'
import { refuse, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { countAttempt, LOGGED_IN } from './failed-attempts.ts'
import { isPassword } from './write-password.ts'

/** The refusal of a wrong password, or of one that was changed meanwhile. */
export const wrongPassword = () => refuse('password', 'That is not your password. Nothing was changed.')

/**
 * Checks the password of a logged-in person again, before something that can't be undone. Wrong passwords count as
 * failed log-ins of the account. `hash` is the stored password. Refusals: `password`, `limit`.
 */
export async function checkPassword(
  ctx: Context,
  user: Pick<User, 'id' | 'email'>,
  password: string,
): Promise<Verdict<{ hash: string }>> {
  const attempt = await countAttempt(ctx, user.email, LOGGED_IN)
  if (!attempt.ok) return attempt
  const credential = await ctx.db
    .selectFrom('credential')
    .select('password')
    .where('userId', '=', user.id)
    .where('providerId', '=', 'credential')
    .executeTakeFirst()
  const hash = credential?.password
  if (!hash || !(await isPassword(ctx, hash, password))) return wrongPassword()
  await attempt.succeeded()
  return { ok: true, hash }
}
