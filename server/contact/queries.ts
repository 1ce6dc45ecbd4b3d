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
 * Makes contact messages that somebody wrote logged out with this email the account's, before the account gets another
 * email: then they are erased with it. The caller knows that the email is confirmed.
 */
export async function keepContactMessages(
  tx: Tx,
  { accountId, email }: { accountId: string; email: string },
): Promise<void> {
  await sql`update contact_message set account_id = ${accountId}
    where account_id is null and lower(email) = lower(${email})`.execute(tx)
}
