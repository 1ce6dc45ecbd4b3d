import type { Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import type { Held } from '../limits.ts'

/** An attempt that was counted as failed; `succeeded` takes the count back. */
export type Attempt = { succeeded(): Promise<void> }

/**
 * Counts an attempt with a password of an account (its email, in lower case) as failed, before the password is
 * checked, so that parallel guesses are counted like others (D44): per network, per account and network, and per
 * account over all networks. Over the last limit only a known device may try (`device` identifies it), and its
 * attempts are counted separately. Refusal: `limit`; then nothing is counted.
 */
export async function takeAttempt(
  ctx: Pick<Context, 'limits' | 'ip'>,
  email: string,
  device: string | null,
): Promise<Verdict<Attempt>> {
  const held: Held[] = []
  const giveBack = async () => {
    for (const each of held) await each.giveBack()
  }
  const counts = [
    () => ctx.limits.hold('failedLoginsNetwork', ctx.ip),
    () => ctx.limits.hold('failedLoginsMinute', email, ctx.ip),
    () => ctx.limits.hold('failedLoginsHour', email, ctx.ip),
    () => holdOverAllNetworks(ctx, email, device),
  ]
  for (const count of counts) {
    const hold = await count()
    if (!hold.ok) {
      await giveBack()
      return hold
    }
    held.push(hold)
  }
  return { ok: true, succeeded: giveBack }
}

async function holdOverAllNetworks(
  { limits }: Pick<Context, 'limits'>,
  email: string,
  device: string | null,
) {
  const everyone = await limits.hold('failedLoginsAccount', email)
  return everyone.ok || !device ? everyone : limits.hold('failedLoginsAccount', email, device)
}

/**
 * Deletes the counts of failed attempts on an account and of mails to it, for someone who proved by mail that the
 * account is theirs.
 */
export async function forgetAttempts({ limits }: Pick<Context, 'limits'>, email: string): Promise<void> {
  await limits.clear('failedLoginsMinute', email)
  await limits.clear('failedLoginsHour', email)
  await limits.clear('failedLoginsAccount', email)
  await limits.clear('passwordResets', email)
}
