import type { Renter } from '#domain/access.ts'
import { notFound, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { inTransaction, recordEvents } from '../record.ts'
import { lockAccount } from './queries.ts'

/**
 * Changes a renter's role to owner. Their sessions go on, since every request reads the role. A second call changes
 * nothing. Refusal: `not-found`, when the account is deleted or is an admin's by now.
 */
export async function becomeOwner(ctx: Context, renter: Renter): Promise<Verdict> {
  return inTransaction(ctx, async (tx) => {
    const account = await lockAccount(tx, renter.id)
    if (!account || account.role === 'admin') return notFound()
    if (account.role === 'owner') return { ok: true as const }
    await tx
      .updateTable('account')
      .set({ role: 'owner', updatedAt: ctx.clock.now() })
      .where('id', '=', account.id)
      .execute()
    await recordEvents(tx, ctx, [{ subject: 'account', subjectId: account.id, action: 'become-owner' }])
    return { ok: true as const }
  })
}
