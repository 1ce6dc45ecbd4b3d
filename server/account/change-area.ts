import { asRecent, type HeadAdmin } from '#domain/access.ts'
import { type AdminArea, decideArea, isHeadAdmin, isLastHeadAdmin } from '#domain/account/admin-area.ts'
import { notFound, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { inTransaction, recordEvents } from '../record.ts'
import { lockAccount, lockAdmins } from './queries.ts'
import { recordAdminMails } from './record-admin-mails.ts'

/**
 * Gives another admin an area, from their next request on; they and the other head admins are notified. Refusals:
 * `proof`, `not-found` (no admin, or the acting admin is no longer a head admin), and those of `decideArea`.
 */
export async function changeArea(
  ctx: Context,
  admin: HeadAdmin,
  { accountId, area }: { accountId: string; area: AdminArea },
): Promise<Verdict> {
  const proof = asRecent(ctx.actor, ctx.clock.now())
  if (!proof.ok) return proof
  return inTransaction(ctx, async (tx): Promise<Verdict> => {
    const admins = await lockAdmins(tx)
    const account = await lockAccount(tx, accountId)
    const before = account?.adminArea
    if (!before || !isHeadAdmin(admins, admin.id)) return notFound()
    const verdict = decideArea(
      { id: accountId, area: before, isLastHeadAdmin: isLastHeadAdmin(admins, accountId) },
      { adminId: admin.id, area },
    )
    if (!verdict.ok) return verdict
    const updatedAt = ctx.clock.now()
    await tx.updateTable('account').set({ adminArea: area, updatedAt }).where('id', '=', accountId).execute()
    await recordEvents(tx, ctx, [
      { subject: 'account', subjectId: accountId, action: 'change-area', detail: { from: before, to: area } },
    ])
    await recordAdminMails(tx, ctx, admins, { adminId: accountId, change: 'area', area })
    return verdict
  })
}
