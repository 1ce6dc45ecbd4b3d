import { type RawBuilder, sql } from 'kysely'

/**
 * SQL: whether an account wrote the contact message `m`: logged in, or, where the email is proven to be theirs, logged
 * out with their email.
 */
export const isContactMessageOf = (
  accountId: RawBuilder<unknown>,
) => sql<boolean>`(m.account_id = ${accountId} or m.account_id is null
  and lower(m.email) = (select lower(a.email) from account a where a.id = ${accountId} and a.email_verified))`
