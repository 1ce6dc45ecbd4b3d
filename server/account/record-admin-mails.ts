import type { ActiveAdmin } from '#domain/account/admin-area.ts'
import type { EmailPayloads } from '#domain/notification/kinds.ts'
import type { Context, Tx } from '../context.ts'
import { recordEffects } from '../record.ts'

type Change = Omit<EmailPayloads['admin-mail'], 'accountId'>

/**
 * Records the emails about an admin who was made or removed, or whose area changed: to every head admin except the one
 * who did it, and to that admin only if it is their area.
 */
export async function recordAdminMails(
  tx: Tx,
  ctx: Pick<Context, 'actor' | 'clock'>,
  admins: readonly ActiveAdmin[],
  { adminId, change, area }: Change,
): Promise<void> {
  const { actor } = ctx
  const readers = new Set(admins.filter((one) => one.area === 'all').map(({ id }) => id))
  if (change === 'area') readers.add(adminId)
  else readers.delete(adminId)
  if (actor.kind === 'user') readers.delete(actor.id)
  await recordEffects(
    tx,
    ctx,
    [...readers].map((accountId) => ({ kind: 'admin-mail', payload: { accountId, adminId, change, area } })),
  )
}
