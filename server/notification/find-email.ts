import type { Services } from '../context.ts'

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
