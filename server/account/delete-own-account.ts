import { loginFirst, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { lockSession } from '../lock-session.ts'
import { checkPassword, wrongPassword } from './check-password.ts'
import { deleteAccount } from './delete-account.ts'
import { isStillPassword } from './write-password.ts'

/**
 * Deletes the actor's own account, after checking their password. Refusals: `login` (also when the session ended
 * meanwhile), `password` (also one that was changed meanwhile), `limit`, and those of `deleteAccount`.
 */
export async function deleteOwnAccount(ctx: Context, { password }: { password: string }): Promise<Verdict> {
  const { actor } = ctx
  if (actor.kind !== 'user') return loginFirst()
  const known = await checkPassword(ctx, actor, password)
  if (!known.ok) return known
  return deleteAccount(ctx, {
    accountId: actor.id,
    async stillMay(tx) {
      if (!(await lockSession(tx, ctx))) return loginFirst()
      return (await isStillPassword(tx, actor.id, known.hash)) ? { ok: true } : wrongPassword()
    },
  })
}
