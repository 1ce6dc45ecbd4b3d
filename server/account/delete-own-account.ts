import { loginFirst, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { checkPassword } from './check-password.ts'
import { deleteAccount } from './delete-account.ts'

/**
 * Deletes the actor's own account, after checking their password. Refusals: `login`, `password`, `limit`, and those of
 * `deleteAccount`.
 */
export async function deleteOwnAccount(ctx: Context, { password }: { password: string }): Promise<Verdict> {
  if (ctx.actor.kind !== 'user') return loginFirst()
  const known = await checkPassword(ctx, ctx.actor, password)
  if (!known.ok) return known
  return deleteAccount(ctx, { accountId: ctx.actor.id })
}
