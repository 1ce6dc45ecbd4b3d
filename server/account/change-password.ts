import { loginToUpdatePassword } from '#domain/account/change-password.ts'
import { decidePassword } from '#domain/account/password.ts'
import type { User } from '#domain/actor.ts'
import { refuse, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { inTransaction, recordEffects, recordEvents } from '../record.ts'
import { checkPassword } from './check-password.ts'
import { rememberDevice } from './known-device.ts'
import { findSession } from './queries.ts'
import { hashPassword, writePassword } from './write-password.ts'

type Passwords = { currentPassword: string; newPassword: string }

/**
 * Changes one's own password and ends one's other sessions; of the known devices only this browser stays one
 * (`setCookie`). A wrong current password counts as a failed log-in. Refusals: `login`, `limit`, `gone` (it was
 * changed meanwhile); beside `field`: `password`, `same-password`, and those of `decidePassword`.
 */
export async function changePassword(
  ctx: Context,
  passwords: Passwords,
): Promise<Verdict<{ setCookie: string[] }> & { field?: keyof Passwords }> {
  const { actor } = ctx
  const session = await findSession(ctx, ctx.headers)
  if (actor.kind !== 'user' || session?.userId !== actor.id) return refuse('login', loginToUpdatePassword)
  const known = await checkPassword(ctx, actor, passwords.currentPassword)
  if (!known.ok && known.reason === 'password')
    return { ...refuse('password', 'That is not your current password.'), field: 'currentPassword' }
  if (!known.ok) return known
  const allowed = await decideNewPassword(ctx, actor, passwords)
  if (!allowed.ok) return { ...allowed, field: 'newPassword' }
  const hash = await hashPassword(ctx, passwords.newPassword)
  return inTransaction<Verdict<{ setCookie: string[] }>>(ctx, async (tx) => {
    const change = { accountId: actor.id, hash, was: known.hash, keep: session.id }
    if (!(await writePassword(tx, change, ctx.clock.now())))
      return refuse('gone', 'Your password was changed meanwhile.')
    await recordEvents(tx, ctx, [{ subject: 'account', subjectId: actor.id, action: 'change-password' }])
    await recordEffects(tx, ctx, [{ kind: 'password-changed-mail', payload: { accountId: actor.id } }])
    return { ok: true, setCookie: [rememberDevice(ctx, actor)] }
  })
}

async function decideNewPassword(ctx: Context, actor: User, passwords: Passwords): Promise<Verdict> {
  if (passwords.newPassword === passwords.currentPassword)
    return refuse('same-password', 'This is the password you have now. Please choose another.')
  const account = await ctx.db
    .selectFrom('account')
    .select(['email', 'username'])
    .where('id', '=', actor.id)
    .executeTakeFirstOrThrow()
  return decidePassword(passwords.newPassword, { ...account, siteName: ctx.settings.siteName })
}
