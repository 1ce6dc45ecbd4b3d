import type { Role } from '#domain/account/account.ts'
import { refuse, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { inTransaction } from '../record.ts'
import { countAttempt } from './failed-attempts.ts'
import { knownDevice } from './known-device.ts'
import { openSession } from './open-session.ts'
import { recordFailedLogIn } from './record-log-in.ts'
import { endSecondStep, findSecondStep } from './second-step.ts'
import { useCode } from './use-code.ts'

/**
 * The second step of a log-in: takes a code of the account whose password this browser gave, and logs in. Wrong codes
 * count as failed log-ins of the account, and by themselves: a new password by mail clears only the former, as else
 * whoever reads the person's mail could guess codes without end. Refusals: `credentials` (there is no first step, or
 * it is too old), `code`, `limit`.
 */
export async function enterLogInCode(
  ctx: Context,
  { code }: { code: string },
): Promise<Verdict<{ role: Role; setCookie: string[] }>> {
  const account = await findSecondStep(ctx)
  if (!account) return tooLate()
  const device = await knownDevice(ctx, account.email)
  const attempt = await countAttempt(ctx, account.email, device, { codesOf: account.id })
  const verdict = attempt.ok
    ? await inTransaction(ctx, (tx) => useCode(tx, ctx, { accountId: account.id, code }))
    : attempt
  if (!verdict.ok) {
    await recordFailedLogIn(ctx, account.email)
    return verdict
  }
  if (attempt.ok) await attempt.succeeded()
  const setCookie = await openSession(ctx, account)
  if (!setCookie) return tooLate()
  return { ok: true, role: account.role, setCookie: [...setCookie, endSecondStep()] }
}

const tooLate = () => refuse('credentials', 'Please log in again: that took too long.')
