import type { Services, Tx } from '../context.ts'

/** The email of an account; undefined when there is no such account, or it was deleted. */
export async function findEmail(
  { db }: Pick<Services, 'db'>,
  accountId: string,
): Promise<string | undefined> {
  const account = await db
    .selectFrom('account')
    .select('email')
    .where('id', '=', accountId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return account?.email
}

/**
 * The email of an account, which is neither changed nor deleted until the transaction ends; undefined as for
 * `findEmail`.
 */
export async function lockRecipient(tx: Tx, accountId: string): Promise<string | undefined> {
  const account = await tx
    .selectFrom('account')
    .select('email')
    .where('id', '=', accountId)
    .where('deletedAt', 'is', null)
    .forShare()
    .executeTakeFirst()
  return account?.email
}
