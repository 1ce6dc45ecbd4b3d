import { createHmac, timingSafeEqual } from 'node:crypto'
import { parse } from 'hono/utils/cookie'
import { type RawBuilder, sql } from 'kysely'
import type { RowOf } from '#db/schema.ts'
import type { ActiveAdmin, AdminArea } from '#domain/account/admin-area.ts'
import { bindingStatuses, type AccountTies } from '#domain/account/deletion.ts'
import { ownerSums, ready } from '../book/queries.ts'
import type { Db, Services, Tx } from '../context.ts'
import { depositLeftPart } from '../deposit/queries.ts'
import { disputableUntil } from '../dispute/queries.ts'
import type { Frame } from '../frame.ts'

/** The name of the session cookie. */
export const SESSION_COOKIE = 'hiram.session_token'

/** SQL: whether the `account` of the statement has a passkey. */
export const ownsPasskey = sql<boolean>`exists (select from passkey where account_id = account.id)`
export const hasPasskey = ownsPasskey.as('hasPasskey')

/** Whether an account `a` waits for an admin who verifies it: admins do not, as they rent nothing. */
export const waitsForVerification = sql`a.verification_status = 'unverified' and a.role <> 'admin'`

const ofSession = ['id', 'userId', 'createdAt', 'updatedAt', 'expiresAt', 'provedAt'] as const
const ofAccount = [
  ...(['role', 'adminArea', 'firstName', 'lastName', 'email', 'emailVerified', 'image'] as const),
  ...(['deletedAt', 'suspendedAt', 'twoFactorAt'] as const),
]
/** Every page needs it: as builders, the statement would take longer to write. */
const sessionColumns = sql.join([
  ...ofSession.map((column) => sql.ref(`session.${column}`)),
  ...ofAccount.map((column) => sql.ref(`account.${column}`)),
])
type FoundSession = Pick<RowOf<'session'>, (typeof ofSession)[number]> &
  Pick<RowOf<'account'>, (typeof ofAccount)[number]> & { hasPasskey: boolean; frame: Frame | null }

/**
 * The session whose token is in the session cookie, and its account; null without the cookie, with a wrong signature,
 * or when the session does not exist. It may have ended: `readActor` decides that. `frame` is an expression about the
 * `account`: the frame around its page, read with it. One statement.
 */
export async function findSession(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  headers: Headers,
  frame: RawBuilder<Frame | null> = sql`null`,
) {
  const token = sessionToken(headers.get('cookie') ?? '', settings.sessionSecret)
  if (!token) return null
  const { rows } = await sql<FoundSession>`
    select ${sessionColumns}, ${frame} as frame,
      ${ownsPasskey} as has_passkey
    from session join account on account.id = session.user_id where token = ${token}`.execute(db)
  return rows[0] ?? null
}

/**
 * The token in the session cookie, which is `token.signature` with base64 of HMAC-SHA-256. Null when the signature is
 * not ours.
 */
function sessionToken(cookies: string, secret: string): string | null {
  const value = parse(cookies, SESSION_COOKIE)[SESSION_COOKIE] ?? ''
  const dot = value.lastIndexOf('.')
  if (dot < 1) return null
  const token = value.slice(0, dot)
  const signature = Buffer.from(value.slice(dot + 1))
  const expected = Buffer.from(createHmac('sha256', secret).update(token).digest('base64'))
  return signature.length === expected.length && timingSafeEqual(signature, expected) ? token : null
}

/** The most sessions that a person sees. They end those beyond it by logging out everywhere else. */
const MOST_SESSIONS = 100

/**
 * The sessions of an account that have not ended, the last used first, `MOST_SESSIONS` at most. `updatedAt` is up to
 * five minutes old.
 */
export function listSessions(db: Db, accountId: string, now: Date) {
  return db
    .selectFrom('session')
    .select(['id', 'userAgent', 'ipAddress', 'createdAt', 'updatedAt'])
    .where('userId', '=', accountId)
    .where('expiresAt', '>', now)
    .orderBy('updatedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_SESSIONS)
    .execute()
}

/** The passkeys of an account, in the order in which they were added. */
export function listPasskeys(db: Db, accountId: string) {
  return db
    .selectFrom('passkey')
    .select(['id', 'name', 'createdAt', 'lastUsedAt'])
    .where('accountId', '=', accountId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

/** The active admins, locked, so that two of them can't remove each other at the same time. */
export function lockAdmins(tx: Tx): Promise<ActiveAdmin[]> {
  return tx
    .selectFrom('account')
    .select(['id', 'adminArea as area'])
    .$narrowType<{ area: AdminArea }>()
    .where('role', '=', 'admin')
    .where('deletedAt', 'is', null)
    .where('suspendedAt', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** An account that was not deleted, locked until the transaction ends. */
export function lockAccount(tx: Tx, accountId: string) {
  return tx
    .selectFrom('account')
    .select(['id', 'role', 'adminArea', 'email', 'emailVerified', 'twoFactorAt', 'suspendedAt'])
    .where('id', '=', accountId)
    .where('deletedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export type Profile = Awaited<ReturnType<typeof findProfile>>

/** The values of a person's Settings form. Throws when there is no such account. */
export function findProfile(db: Db, accountId: string) {
  return db
    .selectFrom('account')
    .select(['firstName', 'lastName', 'email', 'emailVerified', 'image', 'location', 'updatedAt'])
    .select('verificationStatus')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
}

/**
 * What a person still owes, may owe or is owed: rentals, paid requests, deposits, disputes and money. One statement,
 * so that the values are consistent.
 */
export async function findTies(db: Db, accountId: string): Promise<AccountTies> {
  const { rows } = await sql<AccountTies>`
    with own as (select r.*, o.payment_method, o.status as order_status from rental r
      join "order" o on o.id = r.order_id
        where ${accountId} in (r.renter_id, r.owner_id)),
      sums as (select ${ownerSums(sql`${accountId}::uuid`)})
    select count(*) filter (where r.status = any(${[...bindingStatuses]}::text[]))::int as binding_rentals,
      count(*) filter (where r.status = 'Pending' and r.payment_method = 'online'
      and r.order_status = 'confirmed')::int
        as paid_requests,
      count(*) filter (where r.status = 'Completed' and (${depositLeftPart} > 0
        or exists (select from late_fee f where f.rental_id = r.id and f.due_at is not null)))::int as held_deposits,
      (select count(*)::int from dispute d join own r on r.id = d.rental_id
        where d.closed_at is null) as open_disputes,
      (select count(*)::int from debt d join own r on r.id = d.rental_id
        where d.settled_at is null) as open_debts,
      (select coalesce(sum(f.centavos), 0)::bigint from refund f join "order" o on o.id = f.order_id
        where o.renter_id = ${accountId} and f.status in ('due', 'sent', 'manual')) as refund_centavos,
      (select ${ready} from sums s) as ready_centavos,
      max(${disputableUntil})
        filter (where r.owner_id = ${accountId} and r.status = 'Completed' and r.payment_method = 'online')
        as disputable_until
    from own r`.execute(db)
  return rows[0]!
}
