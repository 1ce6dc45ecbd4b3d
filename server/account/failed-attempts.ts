import type { Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import type { CountedFailure } from '../limits.ts'

/** An attempt that was counted as failed; `succeeded` takes the count back. */
type Attempt = { succeeded(): Promise<void> }

/**
 * In place of a device, for someone who is logged in: their attempts have a count of their own, so guesses of others
 * do not lock them out.
 */
export const LOGGED_IN = 'logged in'

/**
 * Counts an attempt with a password of an account (its email, in lower case) as failed, before the password is
 * checked, so that parallel guesses are counted like others: per network, per account and network, and per
 * account over all networks. Over the last limit only a known device may try (`device` identifies it), and its
 * attempts are counted separately. `codesOf` is the id of the account when a code is tried: such attempts have one
 * more count, per account over all devices and networks. Refusal: `limit`; then nothing is counted.
 */
export async function countAttempt(
  ctx: Pick<Context, 'limits' | 'ip'>,
  email: string,
  device: string | null,
  { codesOf }: { codesOf?: string } = {},
): Promise<Verdict<Attempt>> {
  const counted: CountedFailure[] = []
  const giveBack = async () => {
    for (const each of counted) await each.giveBack()
  }
  const counts = [
    ...(codesOf ? [() => ctx.limits.countFailure('failedCodes', codesOf)] : []),
    () => ctx.limits.countFailure('failedLoginsNetwork', ctx.ip),
    () => ctx.limits.countFailure('failedLoginsMinute', email, ctx.ip),
    () => ctx.limits.countFailure('failedLoginsHour', email, ctx.ip),
    () => countOverAllNetworks(ctx, email, device),
  ]
  for (const count of counts) {
    const failure = await count()
    if (!failure.ok) {
      await giveBack()
      return failure
    }
    counted.push(failure)
  }
  return { ok: true, succeeded: giveBack }
}

async function countOverAllNetworks(
  { limits }: Pick<Context, 'limits'>,
  email: string,
  device: string | null,
) {
  const everyone = await limits.countFailure('failedLoginsAccount', email)
  return everyone.ok || !device ? everyone : limits.countFailure('failedLoginsAccount', email, device)
}

/**
 * Deletes the counts of failed attempts on an account and of mails to it, for someone who proved by mail that the
 * account is theirs. That of codes stays: they protect the account from whoever has its mail, too.
 */
export async function forgetAttempts({ limits }: Pick<Context, 'limits'>, email: string): Promise<void> {
  await limits.clear('failedLoginsMinute', email)
  await limits.clear('failedLoginsHour', email)
  await limits.clear('failedLoginsAccount', email)
  await limits.clear('passwordResets', email)
}
