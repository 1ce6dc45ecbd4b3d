import { loginFirst, type Verdict } from '#domain/verdict.ts'
import type { Context, Tx } from '../context.ts'
import { inTransaction, recordEffects, recordEvents } from '../record.ts'
import { lockSession } from '../lock-session.ts'
import { checkPassword } from './check-password.ts'
import { countAttempt, LOGGED_IN } from './failed-attempts.ts'
import { lockAccount } from './queries.ts'
import { writeRecoveryCodes } from './set-up-two-factor.ts'
import { useCode } from './use-code.ts'

type BothFactors = { password: string; code: string }

/**
 * Switches the actor's two-factor log-in off, by password and code, and mails that it is off. Refusals: `login` (also
 * when the session ended meanwhile), `password`, `limit`, `code`.
 */
export async function switchOffTwoFactor(ctx: Context, factors: BothFactors): Promise<Verdict> {
  return withBothFactors(ctx, factors, async (tx, accountId) => {
    await removeTwoFactor(tx, ctx, accountId)
    return { ok: true as const }
  })
}

/**
 * Replaces the actor's recovery codes, by password and code; the old ones end. `codes` are shown this once. Refusals:
 * as `switchOffTwoFactor`.
 */
export async function renewRecoveryCodes(
  ctx: Context,
  factors: BothFactors,
): Promise<Verdict<{ codes: string[] }>> {
  return withBothFactors(ctx, factors, async (tx, accountId) => {
    const codes = await writeRecoveryCodes(tx, ctx, accountId)
    await recordEvents(tx, ctx, [
      { subject: 'account', subjectId: accountId, action: 'renew-recovery-codes' },
    ])
    return { ok: true as const, codes }
  })
}

/** Removes the second factor of an account and mails its person that it is off. */
export async function removeTwoFactor(
  tx: Tx,
  ctx: Pick<Context, 'actor' | 'clock'>,
  accountId: string,
): Promise<void> {
  await tx.deleteFrom('twoFactor').where('accountId', '=', accountId).execute()
  await tx.updateTable('account').set({ twoFactorAt: null }).where('id', '=', accountId).execute()
  await recordEvents(tx, ctx, [{ subject: 'account', subjectId: accountId, action: 'switch-off-two-factor' }])
  await recordEffects(tx, ctx, [{ kind: 'two-factor-mail', payload: { accountId, change: 'off' } }])
}

async function withBothFactors<V extends Verdict>(
  ctx: Context,
  { password, code }: BothFactors,
  change: (tx: Tx, accountId: string) => Promise<V>,
) {
  const { actor } = ctx
  if (actor.kind !== 'user') return loginFirst()
  const known = await checkPassword(ctx, actor, password)
  if (!known.ok) return known
  const attempt = await countAttempt(ctx, actor.email, LOGGED_IN, { codesOf: actor.id })
  if (!attempt.ok) return attempt
  const verdict = await inTransaction(ctx, async (tx) => {
    if (!(await lockAccount(tx, actor.id)) || !(await lockSession(tx, ctx))) return loginFirst()
    const right = await useCode(tx, ctx, { accountId: actor.id, code })
    return right.ok ? change(tx, actor.id) : right
  })
  if (verdict.ok) await attempt.succeeded()
  return verdict
}
