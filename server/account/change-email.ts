import pg from 'pg'
import { refuse, type Verdict } from '#domain/verdict.ts'
import type { Role } from '#domain/account/account.ts'
import type { Context } from '../context.ts'
import { keepContactMessages } from '../contact/queries.ts'
import { inTransaction, recordEffects, recordEvents } from '../record.ts'
import { aboutOf, deadLink, endTokens, findToken, forgetTokens, takeToken } from './mail-token.ts'
import { lockAccount } from './queries.ts'

type Changed = { email: string; role: Role }

/**
 * Changes an account's email by the link that was mailed to the new address, which is thereby confirmed; the
 * previous address gets an email. Links that set a new password and were mailed there end; links that confirmed that
 * address are forgotten. Contact messages that were written with it become the account's, if it was confirmed.
 * Refusals: `link`, `email-taken`.
 */
export async function changeEmail(ctx: Context, { token }: { token: string }): Promise<Verdict<Changed>> {
  const found = await findToken(ctx, 'email-change', token)
  const email = aboutOf(token)
  if (!found?.isValid || !email) return deadLink()
  const { id, role } = found.account
  const changed = inTransaction<Verdict<Changed>>(ctx, async (tx) => {
    const now = ctx.clock.now()
    const account = await lockAccount(tx, id)
    if (!account) return deadLink()
    if (!(await takeToken(tx, 'email-change', token, now))) return deadLink()
    for (const purpose of ['email-change', 'password-reset'] as const) await endTokens(tx, purpose, id, now)
    await forgetTokens(tx, 'email-confirmation', id)
    await tx
      .updateTable('account')
      .set({ email, emailVerified: true, updatedAt: now })
      .where('id', '=', id)
      .execute()
    if (account.emailVerified) await keepContactMessages(tx, { accountId: id, email: account.email })
    await recordEvents(tx, ctx, [{ subject: 'account', subjectId: id, action: 'change-email' }])
    const payload = { accountId: id, to: account.email, stage: 'changed' as const }
    if (account.emailVerified) await recordEffects(tx, ctx, [{ kind: 'email-change-mail', payload }])
    return { ok: true, email, role }
  })
  return changed.catch((error: unknown) => {
    if (error instanceof pg.DatabaseError && error.constraint === 'account_email_key')
      return refuse('email-taken', 'This email belongs to another account by now.')
    throw error
  })
}
