import { refuse, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { inTransaction, recordEffects } from '../record.ts'
import { lockAccount } from './queries.ts'

/**
 * Mails the link that confirms the actor's email again. Refusals: `login`, `unchanged` (confirmed already);
 * `limit`, per account and per address, as an address can have one account after another.
 */
export async function sendConfirmation(ctx: Context): Promise<Verdict<{ email: string }>> {
  const { actor } = ctx
  if (actor.kind !== 'user') return refuse('login', 'Please log in to confirm your email.')
  const refused =
    (await ctx.limits.take('confirmationMails', actor.id)) ??
    (await ctx.limits.take('confirmationMails', actor.email))
  if (refused) return refused
  return inTransaction<Verdict<{ email: string }>>(ctx, async (tx) => {
    const account = await lockAccount(tx, actor.id)
    if (!account) return refuse('login', 'Please log in to confirm your email.')
    if (account.emailVerified) return refuse('unchanged', 'Your email is confirmed already.')
    await recordEffects(tx, ctx, [{ kind: 'confirmation-mail', payload: { accountId: account.id } }])
    return { ok: true, email: account.email }
  })
}
