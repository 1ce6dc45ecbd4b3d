import type { ProofForm } from '#domain/account/proof-form.ts'
import { loginFirst, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { inTransaction } from '../record.ts'
import { checkPassword } from './check-password.ts'
import { countAttempt, LOGGED_IN } from './failed-attempts.ts'
import { useCode } from './use-code.ts'
import { usePasskey } from './use-passkey.ts'

/**
 * Notes that the person of this session just proved who they are, by password, code or passkey, and lets this
 * request go on as theirs. Wrong ones count as failed log-ins of the account. Refusals: `login`, `password`, `code`,
 * `passkey`, `limit`.
 */
export async function prove(ctx: Context, { password, code, passkey }: ProofForm): Promise<Verdict> {
  const { actor, sessionId } = ctx
  if (actor.kind !== 'user' || !sessionId) return loginFirst()
  const right = passkey
    ? await counted(ctx, actor.email, () => usePasskey(ctx, 'prove', passkey))
    : code
      ? await counted(ctx, actor.email, () => checkCode(ctx, { accountId: actor.id, code }), {
          codesOf: actor.id,
        })
      : await checkPassword(ctx, actor, password)
  if (!right.ok) return right
  const provedAt = ctx.clock.now()
  await ctx.db.updateTable('session').set({ provedAt }).where('id', '=', sessionId).execute()
  ctx.actor = { ...actor, provedAt }
  return { ok: true }
}

const checkCode = (ctx: Context, given: { accountId: string; code: string }) =>
  inTransaction<Verdict>(ctx, (tx) => useCode(tx, ctx, given))

/** Checks something of an account, with an attempt counted as `countAttempt` does. */
async function counted(
  ctx: Context,
  email: string,
  check: () => Promise<Verdict>,
  options: { codesOf?: string } = {},
): Promise<Verdict> {
  const attempt = await countAttempt(ctx, email, LOGGED_IN, options)
  if (!attempt.ok) return attempt
  const verdict = await check()
  if (verdict.ok) await attempt.succeeded()
  return verdict
}
