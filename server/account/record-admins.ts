import type { ActiveAdmin, AdminArea } from '#domain/account/admin-area.ts'
import type { EmailPayloads } from '#domain/notification/kinds.ts'
import type { Context, Tx } from '../context.ts'
import { recordEffects } from '../record.ts'

type Change = { adminId: string; change: EmailPayloads['admin-mail']['change']; area: AdminArea }

/**
 * Writes the emails about a change of admins, in its transaction: to every head except the one who made the change,
 * and about a changed area also to its admin.
 */
export async function recordAdminMails(
  tx: Tx,
  ctx: Pick<Context, 'actor' | 'clock'>,
  admins: readonly ActiveAdmin[],
  change: Change,
): Promise<void> {
  const { actor } = ctx
  const heads = admins.filter(({ area }) => area === 'all').map(({ id }) => id)
  const readers = new Set(change.change === 'area' ? [change.adminId, ...heads] : heads)
  if (actor.kind === 'user') readers.delete(actor.id)
  if (change.change !== 'area') readers.delete(change.adminId)
  await recordEffects(
    tx,
    ctx,
    [...readers].map((accountId) => ({ kind: 'admin-mail', payload: { accountId, ...change } })),
  )
}
