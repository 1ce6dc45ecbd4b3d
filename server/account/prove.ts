import type { ProofForm } from '#domain/account/proof.ts'
import { refuse, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { inTransaction } from '../record.ts'
import { checkPassword } from './check-password.ts'
import { takeAttempt } from './failed-attempts.ts'
import { useCode } from './use-code.ts'

/**
 * Notes that the person of this session just proved who they are, by password or by code, and lets this request go on
 * as theirs. Wrong ones count as failed log-ins of the account. Refusals: `login`, `password`, `code`, `limit`.
 */
export async function prove(ctx: Context, { password, code }: ProofForm): Promise<Verdict> {
  const { actor, sessionId } = ctx
  if (actor.kind !== 'user' || !sessionId) return refuse('login', 'Please log in first.')
  const right = code ? await checkCode(ctx, actor, code) : await checkPassword(ctx, actor, password)
  if (!right.ok) return right
  const provedAt = ctx.clock.now()
  await ctx.db.updateTable('session').set({ provedAt }).where('id', '=', sessionId).execute()
  ctx.actor = { ...actor, provedAt }
  return { ok: true }
}

async function checkCode(ctx: Context, { id, email }: { id: string; email: string }, code: string) {
  const attempt = await takeAttempt(ctx, email, 'logged in')
  if (!attempt.ok) return attempt
  const verdict = await inTransaction(ctx, (tx) => useCode(tx, ctx, { accountId: id, code }))
  if (verdict.ok) await attempt.succeeded()
  return verdict
}
