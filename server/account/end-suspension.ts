import { asRecent, type SupportAdmin } from '#domain/access.ts'
import { decideEndOfSuspension } from '#domain/account/suspension.ts'
import { notFound, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { inTransaction, recordEffects, recordEvents } from '../record.ts'
import { lockSuspendable } from './suspend-account.ts'

/**
 * An admin ends a suspension: the person can log in again, and their listings are as before; those that an admin had
 * taken down stay down. The person is notified. To let an admin back in needs a proof. Refusals: `not-found`, `role`,
 * `deleted`, `unchanged`, `proof`.
 */
export async function endSuspension(
  ctx: Context,
  admin: SupportAdmin,
  { accountId }: { accountId: string },
): Promise<Verdict> {
  return inTransaction(ctx, async (tx) => {
    const account = await lockSuspendable(tx, accountId)
    if (!account) return notFound()
    const verdict = decideEndOfSuspension(
      { ...account, isAdmin: account.role === 'admin' },
      { isHeadAdmin: admin.adminArea === 'all' },
    )
    if (!verdict.ok) return verdict
    const proof = account.role === 'admin' ? asRecent(ctx.actor, ctx.clock.now()) : verdict
    if (!proof.ok) return proof
    await tx
      .updateTable('account')
      .set({ suspendedAt: null, suspendedBy: null, suspensionReason: null })
      .where('id', '=', accountId)
      .execute()
    await recordEvents(tx, ctx, [{ subject: 'account', subjectId: accountId, action: 'end-suspension' }])
    await recordEffects(tx, ctx, [{ kind: 'suspension-mail', payload: { accountId, reason: null } }])
    return verdict
  })
}
