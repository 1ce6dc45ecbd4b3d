import { type Verdict } from '#domain/verdict.ts'
import type { Role } from '#domain/account/account.ts'
import type { Context } from '../context.ts'
import { inTransaction, recordEvents } from '../record.ts'
import { deadLink, findToken, proveEmail } from './mail-token.ts'
import { lockAccount } from './queries.ts'
import { hasAddedCredentials, removeAddedCredentials } from './remove-added-credentials.ts'

const isLoggedInTo = ({ actor }: Pick<Context, 'actor'>, accountId: string) =>
  actor.kind === 'user' && actor.id === accountId

/** Whether confirming an account's email as this actor would remove something from it (`removeAddedCredentials`). */
export const wouldRemoveAddedCredentials = async (ctx: Context, accountId: string): Promise<boolean> =>
  !isLoggedInTo(ctx, accountId) && hasAddedCredentials(ctx.db, accountId)

/**
 * Confirms an account's email by a mailed link. A second use succeeds too and changes nothing. An actor who is not
 * logged in to the account has only the mailbox, and a stranger may have signed up with their email: then the second
 * factor, passkeys and calendar address are removed. Refusal: `link`.
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
    // Two presses at once: the other one confirmed it. Another email is confirmed by its own link.
    if (account.emailVerified && account.email === email) return { ok: true, email, role }
    if (!(await proveEmail(tx, 'email-confirmation', { token, accountId: id }, now))) return deadLink()
    if (!isLoggedInTo(ctx, id)) await removeAddedCredentials(tx, ctx, account)
    await recordEvents(tx, ctx, [{ subject: 'account', subjectId: id, action: 'confirm-email' }])
    return { ok: true as const, email, role }
  })
}
