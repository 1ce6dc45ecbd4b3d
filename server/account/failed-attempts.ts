import type { Refusal } from '#domain/verdict.ts'
import type { Context } from '../context.ts'

const perAccount = ['failedLoginsMinute', 'failedLoginsHour'] as const

/**
 * Counts an attempt to know an account's password as failed before the password is looked at, so that guesses sent at once
 * are counted like others. Refused with `limit`, per account (its email, in lower case) and per network.
 */
export async function takeAttempt(ctx: Context, email: string): Promise<Refusal | null> {
  const [minute, hour] = perAccount
  const full =
    (await ctx.limits.full('failedLoginsNetwork', ctx.ip)) ?? (await ctx.limits.take(minute, email))
  if (full) return full
  const fullHour = await ctx.limits.take(hour, email)
  if (fullHour) await ctx.limits.giveBack(minute, email)
  return fullHour
}

/** The password was right: the attempt counts for nothing. */
export async function attemptSucceeded(ctx: Context, email: string): Promise<void> {
  for (const limit of perAccount) await ctx.limits.giveBack(limit, email)
}

/** The password was wrong: it counts for the network too. */
export async function attemptFailed(ctx: Context): Promise<void> {
  await ctx.limits.count('failedLoginsNetwork', ctx.ip)
}
