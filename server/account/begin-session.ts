import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Role } from '#domain/account/account.ts'
import { maskedNetworkOf } from '#domain/account/masked-network.ts'
import { endOfSession } from '#domain/account/session.ts'
import type { Context } from '../context.ts'
import { findSession } from './queries.ts'

/**
 * Completes the session that a log-in or a sign-up created: sets when a session of this role ends, stores browser and
 * network so that the person can recognise it, and ends the session that the request came with, whoever it belonged
 * to.
 */
export async function beginSession(ctx: Context, token: string, role: Role): Promise<void> {
  const before = await findSession(ctx, ctx.headers)
  if (before) {
    await ctx.db.deleteFrom('session').where('id', '=', before.id).execute()
    // The open stream of the old session then checks whether its session is still valid.
    ctx.events.publish([{ to: before.userId, kind: 'live-event' }])
  }
  const now = new Date()
  await ctx.db
    .updateTable('session')
    .set({
      userAgent: ctx.headers.get('user-agent')?.slice(0, 300) ?? null,
      ipAddress: maskedNetworkOf(ctx.ip),
      expiresAt: endOfSession(role, { beganAt: now, usedAt: now }),
      provedAt: ctx.clock.now(),
    })
    .where('token', '=', token)
    .execute()
}

/**
 * The account of a log-in; the stored hash that the given password matched, and whether only a password was given; or
 * the credential id of the passkey that was used.
 */
export type LogIn = { id: string; role: Role; hash?: string; isByPasswordAlone?: boolean; passkey?: string }

/**
 * Creates a session of an account, which `beginSession` completes, and returns its token; null when the account was
 * suspended or deleted meanwhile, when `hash` is not that of its password any more, when its password alone was given
 * and two-factor log-in is on now, or when the passkey was removed. Such a change waits for this statement, or this
 * one for it, so no session outlives it.
 */
export async function createSession(
  { db }: Pick<Context, 'db'>,
  { id: userId, role, hash, isByPasswordAlone, passkey }: LogIn,
): Promise<string | null> {
  const token = randomBytes(24).toString('base64url')
  const now = new Date()
  const expiresAt = endOfSession(role, { beganAt: now, usedAt: now })
  const isPassword = hash === undefined ? sql`` : sql`and c.password = ${hash}`
  const isEnough = isByPasswordAlone ? sql`and a.two_factor_at is null` : sql``
  const andPasskey =
    passkey === undefined
      ? sql``
      : sql`join passkey k on k.account_id = a.id and k.credential_id = ${passkey}`
  const { rows } = await sql`insert into session (id, user_id, token, created_at, updated_at, expires_at)
    select ${uuid()}::uuid, a.id, ${token}::text, ${now}::timestamptz, ${now}::timestamptz,
      ${expiresAt}::timestamptz
    from account a join credential c on c.user_id = a.id and c.provider_id = 'credential' ${andPasskey}
    where a.id = ${userId} and a.deleted_at is null and a.suspended_at is null ${isPassword}
      ${isEnough} for share
    returning 1`.execute(db)
  return rows.length > 0 ? token : null
}
