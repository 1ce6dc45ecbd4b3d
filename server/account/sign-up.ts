import { sql } from 'kysely'
import { decideNames } from '#domain/account/staff-name.ts'
import type { Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { inTransaction, recordEffects, recordEvents } from '../record.ts'
import { hasEmail } from './has-email.ts'
import { isOfForm, newAccountId } from './new-account-id.ts'
import { hashNewPassword, insertAccount, type NewAccount } from './open-account.ts'
import { startSession } from './open-session.ts'

/**
 * Creates an account and logs it in. Each call counts against the limits of the network and of the email. A form may
 * arrive twice: the person pressed twice, or our answer was lost. Within ten minutes, the second one logs in to the
 * account of the first. The same `formKey`, the same texts and the same password prove that it is the same form.
 * `setCookie` carries the session; it is empty when the account was suspended or deleted meanwhile. Refusals: `limit`,
 * and those of `decideNames`, `hashNewPassword` and `insertAccount`.
 */
export async function signUp(
  ctx: Context,
  account: NewAccount,
  formKey?: string,
): Promise<Verdict<{ accountId: string; setCookie: string[] }> & { field?: keyof NewAccount }> {
  const refused =
    (await ctx.limits.take('signUps', ctx.ip)) ??
    (await ctx.limits.take('signUpsEmail', account.email.toLowerCase()))
  if (refused) return refused
  const named = decideNames(account, ctx.settings.siteName)
  if (!named.ok) return named
  const hashed = await hashNewPassword(ctx, account)
  if (!hashed.ok) return hashed
  const opened = await inTransaction(ctx, async (tx) => {
    const inserted = await insertAccount(tx, account, hashed.hash, newAccountId(account, formKey))
    if (!inserted.ok) return inserted
    const { accountId } = inserted
    await recordEvents(tx, ctx, [{ subject: 'account', subjectId: accountId, action: 'sign-up' }])
    await recordEffects(tx, ctx, [{ kind: 'welcome-mail', payload: { accountId } }])
    return inserted
  })
  const logIn = async (accountId: string) => {
    const { role, email } = account
    const setCookie = await startSession(ctx, { id: accountId, email: email.toLowerCase(), role })
    return { ok: true as const, accountId, setCookie: setCookie ?? [] }
  }
  if (opened.ok) return logIn(opened.accountId)
  const made = await findAccountOfForm(ctx, account, formKey)
  return made ? logIn(made) : opened
}

/** The account that the same form made in the last ten minutes, with the same password; null when there is none. */
async function findAccountOfForm(
  ctx: Context,
  account: NewAccount,
  formKey?: string,
): Promise<string | null> {
  if (formKey === undefined) return null
  const found = await ctx.db
    .selectFrom('account')
    .innerJoin('credential', 'credential.userId', 'account.id')
    .select(['account.id', 'credential.password as hash'])
    .where(hasEmail(account.email))
    .where('account.createdAt', '>', sql<Date>`now() - interval '10 minutes'`)
    .where('credential.providerId', '=', 'credential')
    .executeTakeFirst()
  if (!found?.hash || !isOfForm(found.id, account, formKey)) return null
  const isSamePassword = await ctx.passwords.verify({ hash: found.hash, password: account.password })
  return isSamePassword ? found.id : null
}
