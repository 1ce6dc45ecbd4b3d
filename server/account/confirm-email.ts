import { sql } from 'kysely'
import { type Verdict } from '#domain/verdict.ts'
import type { Role } from '#domain/account/account.ts'
import type { Context } from '../context.ts'
import { inTransaction, recordEvents } from '../record.ts'
import { findToken, proveEmail } from './mail-token.ts'
import { lockAccount } from './queries.ts'
import { deadLink, removeWaysIn } from './reset-password.ts'

const isOwn = ({ actor }: Pick<Context, 'actor'>, accountId: string) =>
  actor.kind === 'user' && actor.id === accountId

/** Whether something would be removed from an account (`removeWaysIn`) whose email the actor confirmed. */
export async function wouldRemoveWaysIn(ctx: Context, accountId: string): Promise<boolean> {
  if (isOwn(ctx, accountId)) return false
  const { rows } = await sql<{ has: boolean }>`
    select two_factor_at is not null or exists (select from passkey where account_id = account.id)
      or exists (select from calendar_feed where account_id = account.id) as has
    from account where id = ${accountId}`.execute(ctx.db)
  return rows[0]?.has ?? false
}

/**
 * Confirms an account's email by a mailed link. A second use succeeds too and changes nothing. Who is not logged in to
 * the account may not be who signed up: what was added to it before is removed (`removeWaysIn`). Refusal: `link`.
 */
export async function confirmEmail(
  ctx: Context,
  { token }: { token: string },
): Promise<Verdict<{ email: string; role: Role }>> {
  const found = await findToken(ctx, 'email-confirmation', token)
  if (!found) return deadLink()
  const { id, email, role, emailVerified } = found.account
  if (emailVerified) return { ok: true, email, role }
  return inTransaction(ctx, async (tx) => {
    const now = ctx.clock.now()
    const account = await lockAccount(tx, id)
    if (!account) return deadLink()
    if (account.emailVerified && account.email === email) return { ok: true, email, role }
    if (!(await proveEmail(tx, 'email-confirmation', { token, accountId: id }, now))) return deadLink()
    if (!isOwn(ctx, id)) await removeWaysIn(tx, ctx, account)
    await recordEvents(tx, ctx, [{ subject: 'account', subjectId: id, action: 'confirm-email' }])
    return { ok: true as const, email, role }
  })
}
