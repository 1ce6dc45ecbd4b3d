import type { Tx } from './context.ts'

/**
 * Whether an account may still write: it is neither deleted nor suspended, and nobody does either until the
 * transaction ends. The request may have begun long before, as a photo arrives slowly. Accounts are locked before
 * listings, threads and photos.
 */
export async function lockWriter(tx: Tx, accountId: string): Promise<boolean> {
  const account = await tx
    .selectFrom('account')
    .select(['deletedAt', 'suspendedAt'])
    .where('id', '=', accountId)
    .forShare()
    .executeTakeFirst()
  return account !== undefined && !account.deletedAt && !account.suspendedAt
}
