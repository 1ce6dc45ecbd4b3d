import { loginFirst, refuse, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { inTransaction, recordEffects, recordEvents } from '../record.ts'
import { checkPassword, wrongPassword } from './check-password.ts'
import { endEmailChanges } from './mail-token.ts'
import { lockAccount } from './queries.ts'
import { isStillPassword } from './write-password.ts'

/**
 * Asks to change the actor's email: mails a link to the new address, which works for an hour, and tells the present
 * one. Nothing changes before the link is used. An address that somebody has gets no mail; the answer is the same.
 * Links that were asked for before end. Refusals: `login`, `password`, `same`; `limit`, per account, and per new
 * address over all accounts, whether or not somebody has it.
 */
export async function askEmailChange(
  ctx: Context,
  { email, password }: { email: string; password: string },
): Promise<Verdict> {
  const { actor } = ctx
  if (actor.kind !== 'user') return loginFirst()
  const known = await checkPassword(ctx, actor, password)
  if (!known.ok) return known
  if (email === actor.email) return refuse('same', 'This is your email already.')
  const refused =
    (await ctx.limits.take('confirmationMails', actor.id)) ??
    (await ctx.limits.take('emailChanges', email.toLowerCase()))
  if (refused) return refused
  return inTransaction(ctx, async (tx) => {
    const account = await lockAccount(tx, actor.id)
    if (!account || account.suspendedAt) return loginFirst()
    if (!(await isStillPassword(tx, account.id, known.hash))) return wrongPassword()
    await endEmailChanges(tx, account.id, ctx.clock.now())
    const about = { accountId: account.id }
    await recordEffects(tx, ctx, [
      { kind: 'email-change-mail', payload: { ...about, to: email, stage: 'confirm' } },
      { kind: 'email-change-mail', payload: { ...about, to: account.email, stage: 'asked' } },
    ])
    await recordEvents(tx, ctx, [{ subject: 'account', subjectId: account.id, action: 'ask-email-change' }])
    return { ok: true as const }
  })
}
