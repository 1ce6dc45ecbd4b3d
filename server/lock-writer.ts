import type { Tx } from './context.ts'

/**
 * Whether an account may still write: it is neither deleted nor suspended, and nobody does either until the
 * transaction ends. Whoever was logged out while a request arrived is refused before (`server/http/check-writes.ts`);
 * this is for what happens after that, for example while a photo is made smaller. Each write that adds words or photos
 * of the actor asks it first (messages, reviews, reports, timelines, new listings, photos): added after the account
 * was erased, they would stay. A write to a row that the erasure locks and marks looks at that row instead.
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
