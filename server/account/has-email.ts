import { sql } from 'kysely'

/**
 * SQL: whether a row of `account` has this email, in upper or lower case. The unique index on `lower(email)` finds it;
 * a comparison with `email` alone reads all accounts.
 */
export const hasEmail = (email: string) => sql<boolean>`lower(account.email) = ${email.toLowerCase()}`
