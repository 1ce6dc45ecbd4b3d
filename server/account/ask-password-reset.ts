import { hoursAfter } from '#domain/time.ts'
import type { Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { inTransaction, recordEffects } from '../record.ts'

/**
 * Mails a link with which the person sets a new password within an hour. The answer, and the work done before it, are
 * the same whether or not there is such an account: the job looks later whether there is anything to mail. Refusal:
 * `limit`, per address and network, also the same in both cases.
 */
export async function askPasswordReset(ctx: Context, { email }: { email: string }): Promise<Verdict> {
  const address = email.toLowerCase()
  const refused =
    (await ctx.limits.take('passwordResetsNetwork', ctx.ip)) ??
    (await ctx.limits.take('passwordResets', address))
  if (refused) return refused
  const account = await ctx.db
    .selectFrom('account')
    .select('id')
    .where((eb) => eb(eb.fn('lower', ['email']), '=', address))
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  const expiresAt = hoursAfter(ctx.clock.now(), 1).toISOString()
  return inTransaction(ctx, async (tx) => {
    const payload = { accountId: account?.id ?? null, expiresAt }
    await recordEffects(tx, ctx, [{ kind: 'password-reset-mail', payload }])
    return { ok: true as const }
  })
}
