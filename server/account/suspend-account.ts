import { asRecent, type SupportAdmin } from '#domain/access.ts'
import { isHeadAdmin, isLastHeadAdmin } from '#domain/account/admin-area.ts'
import { decideSuspension } from '#domain/account/suspension.ts'
import { notFound, type Verdict } from '#domain/verdict.ts'
import type { Context, Tx } from '../context.ts'
import { inTransaction, recordEffects, recordEvents } from '../record.ts'
import { endOpenRentals } from '../order/end-open-rentals.ts'
import { endSessions } from './end-session.ts'
import { endEmailChanges } from './mail-token.ts'
import { lockAdmins } from './queries.ts'

type Suspension = { accountId: string; reason: string }

/**
 * An admin suspends an account: all its sessions and streams end at once, and it can't log in; its listings are hidden
 * (by the database), Pending requests on either side are rejected, Approved rentals are cancelled with a full refund,
 * Active ones go on. A change of its email that is under way ends: somebody else may have asked for it. The person is
 * notified with the reason. To suspend an admin needs a proof. Refusals: `not-found`, `own`, `deleted`, `unchanged`,
 * `role`, `last-admin`, `proof`.
 */
export async function suspendAccount(ctx: Context, admin: SupportAdmin, input: Suspension): Promise<Verdict> {
  return inTransaction(ctx, (tx) => suspend(tx, ctx, admin, input))
}

/** As `suspendAccount`, as a part of a larger change. */
export async function suspend(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'actor'>,
  admin: SupportAdmin,
  { accountId, reason }: Suspension,
): Promise<Verdict> {
  const admins = await lockAdmins(tx)
  const account = await lockSuspendable(tx, accountId)
  if (!account || !admins.some(({ id }) => id === admin.id)) return notFound()
  const verdict = decideSuspension(
    { ...account, isAdmin: account.role === 'admin' },
    {
      adminId: admin.id,
      isHeadAdmin: isHeadAdmin(admins, admin.id),
      isLastHeadAdmin: isLastHeadAdmin(admins, accountId),
    },
  )
  if (!verdict.ok) return verdict
  const proof = account.role === 'admin' ? asRecent(ctx.actor, ctx.clock.now()) : verdict
  if (!proof.ok) return proof
  await endOpenRentals(tx, ctx, admin, { accountId })
  await tx
    .updateTable('account')
    .set({ suspendedAt: ctx.clock.now(), suspendedBy: admin.id, suspensionReason: reason })
    .where('id', '=', accountId)
    .execute()
  await endSessions(tx, accountId)
  await endEmailChanges(tx, accountId, ctx.clock.now())
  await recordEvents(tx, ctx, [
    { subject: 'account', subjectId: accountId, action: 'suspend', detail: { reason } },
  ])
  await recordEffects(tx, ctx, [{ kind: 'suspension-mail', payload: { accountId, reason } }])
  return verdict
}

/** An account, locked until the transaction ends, with the facts that decide about its suspension. */
export function lockSuspendable(tx: Tx, accountId: string) {
  return tx
    .selectFrom('account')
    .select(['id', 'role', 'deletedAt', 'suspendedAt'])
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}
