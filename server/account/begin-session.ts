import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Role } from '#domain/account/account.ts'
import { networkOf } from '#domain/account/device.ts'
import { endOfSession } from '#domain/account/session.ts'
import type { Context } from '../context.ts'
import { findSession } from './queries.ts'

/**
 * Completes the session that a log-in or a sign-up created: sets when a session of this role ends, stores browser and
 * network so that the person can recognise it, and ends the session that the request came with, whoever it belonged
 * to.
 */
export async function beginSession(ctx: Context, token: string | null, role: Role): Promise<void> {
  if (!token) return
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
      ipAddress: networkOf(ctx.ip),
      expiresAt: endOfSession(role, { beganAt: now, usedAt: now }),
      provedAt: ctx.clock.now(),
    })
    .where('token', '=', token)
    .execute()
}

/**
 * Creates a session of an account, which `beginSession` completes, and returns its token; null when `hash` is given
 * and is not that of its password any more. A change of the password waits for this statement, or this one for it, so
 * no session of an old password outlives the change.
 */
export async function createSession(
  { db }: Pick<Context, 'db'>,
  { id: userId, role, hash }: { id: string; role: Role; hash?: string },
): Promise<string | null> {
  const token = randomBytes(24).toString('base64url')
  const now = new Date()
  const expiresAt = endOfSession(role, { beganAt: now, usedAt: now })
  const session = sql`${uuid()}::uuid, ${userId}::uuid, ${token}::text, ${expiresAt}::timestamptz`
  const { rows } = await sql`insert into session (id, user_id, token, expires_at) ${
    hash === undefined
      ? sql`values (${session})`
      : sql`select ${session} from credential where user_id = ${userId}
          and provider_id = 'credential' and password = ${hash} for share`
  } returning 1`.execute(db)
  return rows.length > 0 ? token : null
}
