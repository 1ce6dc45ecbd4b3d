import type { Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { inTransaction, recordEffects, recordEvents } from '../record.ts'
import { hashNewPassword, insertAccount, type NewAccount, type Opened } from './open-account.ts'
import { startSession } from './open-session.ts'

/**
 * Creates an account and logs it in, after counting the sign-up for the network and the email. `setCookie` carries the
 * session. Refusals: `limit` and those of `openAccount`.
 */
export async function signUp(
  ctx: Context,
  account: NewAccount,
): Promise<Verdict<{ accountId: string; setCookie: string[] }> & Pick<Opened, 'field'>> {
  const refused =
    (await ctx.limits.take('signUps', ctx.ip)) ??
    (await ctx.limits.take('signUpsEmail', account.email.toLowerCase()))
  if (refused) return refused
  const hashed = await hashNewPassword(ctx, account)
  if (!hashed.ok) return hashed
  const opened = await inTransaction(ctx, async (tx) => {
    const inserted = await insertAccount(tx, account, hashed.hash)
    if (!inserted.ok) return inserted
    const { accountId } = inserted
    await recordEvents(tx, ctx, [{ subject: 'account', subjectId: accountId, action: 'sign-up' }])
    await recordEffects(tx, ctx, [{ kind: 'welcome-mail', payload: { accountId } }])
    return inserted
  })
  if (!opened.ok) return opened
  const { role, email } = account
  const setCookie = await startSession(ctx, { id: opened.accountId, email: email.toLowerCase(), role })
  return { ...opened, setCookie: setCookie ?? [] }
}
