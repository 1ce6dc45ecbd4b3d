import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../context.ts'

/**
 * SQL: whether an account wrote the contact message `m`: logged in, or, where the email is proven to be theirs, logged
 * out with their email.
 */
export const isContactMessageOf = (
  accountId: RawBuilder<unknown>,
) => sql<boolean>`(m.account_id = ${accountId} or m.account_id is null
  and lower(m.email) = (select lower(a.email) from account a where a.id = ${accountId} and a.email_verified))`

/**
 * Writes down whose the messages are that were written logged out with an email that is proven to be theirs, before it
 * changes: they go with the account. It reads the whole table, as what does so for one's data or erasure.
 */
export async function keepContactMessages(
  tx: Tx,
  { accountId, email }: { accountId: string; email: string },
): Promise<void> {
  await sql`update contact_message set account_id = ${accountId}
    where account_id is null and lower(email) = lower(${email})`.execute(tx)
}
