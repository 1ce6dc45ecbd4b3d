import { sql } from 'kysely'
import { bindingStatuses } from '#domain/account/deletion.ts'
import type { Context, Db, Tx } from '../context.ts'

/** The session of the request's cookie; null for a guest. */
export async function readSession({ auth, headers }: Pick<Context, 'auth' | 'headers'>) {
  const known = await auth.api.getSession({ headers, query: { disableRefresh: true } })
  return known?.session ?? null
}

export type OwnSession = Awaited<ReturnType<typeof listSessions>>[number]

/** The sessions of an account that have not ended, the last used first. `updatedAt` is within the hour. */
export function listSessions(db: Db, accountId: string, now: Date) {
  return db
    .selectFrom('session')
    .select(['id', 'userAgent', 'ipAddress', 'createdAt', 'updatedAt'])
    .where('userId', '=', accountId)
    .where('expiresAt', '>', now)
    .orderBy('updatedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute()
}

/** Whether the holder of an account has shown that its email is theirs. */
export async function isEmailConfirmed(db: Db, accountId: string): Promise<boolean> {
  const account = await db
    .selectFrom('account')
    .select('emailVerified')
    .where('id', '=', accountId)
    .executeTakeFirst()
  return account?.emailVerified ?? false
}

/** An account that was not deleted, locked until the transaction ends. */
export function lockAccount(tx: Tx, accountId: string) {
  return tx
    .selectFrom('account')
    .select(['id', 'role', 'email', 'emailVerified'])
    .where('id', '=', accountId)
    .where('deletedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export type Profile = {
  firstName: string
  lastName: string
  email: string
  emailVerified: boolean
  image: string | null
  location: string | null
  updatedAt: Date
}

/** What the Settings form of a person holds. Throws when there is no such account. */
export function findProfile(db: Db, accountId: string): Promise<Profile> {
  return db
    .selectFrom('account')
    .select(['firstName', 'lastName', 'email', 'emailVerified', 'image', 'location', 'updatedAt'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
}

/** How many rentals of a person, on either side, are Approved or Active: while there is one, the account stays. */
export async function countBindingRentals(db: Db, accountId: string): Promise<number> {
  const { n } = await db
    .selectFrom('rental')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where((eb) => eb.or([eb('renterId', '=', accountId), eb('ownerId', '=', accountId)]))
    .where('status', 'in', [...bindingStatuses])
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** How many deposits are still held for rentals of a person that are over, on either side; what is claimed and not decided is. */
export async function countHeldDeposits(db: Db, accountId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from rental r
    where r.status = 'Completed' and ${accountId} in (r.renter_id, r.owner_id)
      and (select sum(m.centavos) from money_line m where m.rental_id = r.id and (m.kind = 'deposit' or m.returns = 'deposit'))
        > coalesce((select c.granted_centavos from deposit_claim c where c.rental_id = r.id), 0)`.execute(db)
  return rows[0]!.n
}
