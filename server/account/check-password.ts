import type { User } from '#domain/actor.ts'
import { refuse, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import type { LimitName } from '../limits.ts'

const perAccount = ['failedLoginsMinute', 'failedLoginsHour'] as const

/**
 * Asks someone who is logged in for their password again, before something that can't be taken back. Wrong ones count as
 * failed log-ins of the account. Refusals: `password`, `limit`.
 */
export async function checkPassword(
  ctx: Context,
  user: Pick<User, 'id' | 'email'>,
  password: string,
): Promise<Verdict> {
  const taken: LimitName[] = []
  for (const limit of perAccount) {
    const full = await ctx.limits.take(limit, user.email)
    if (!full) {
      taken.push(limit)
      continue
    }
    for (const each of taken) await ctx.limits.giveBack(each, user.email)
    return full
  }
  const credential = await ctx.db
    .selectFrom('credential')
    .select('password')
    .where('userId', '=', user.id)
    .where('providerId', '=', 'credential')
    .executeTakeFirst()
  const { password: hasher } = await ctx.auth.$context
  const hash = credential?.password
  const right = hash ? await hasher.verify({ hash, password: password.normalize('NFKC') }) : false
  if (!right) return refuse('password', 'That is not your password. Nothing was changed.')
  for (const limit of perAccount) await ctx.limits.giveBack(limit, user.email)
  return { ok: true }
}
