import { randomBytes } from 'node:crypto'
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

/** Creates a session of an account, which `beginSession` completes, and returns its token. */
export async function createSession(
  { db }: Pick<Context, 'db'>,
  userId: string,
  role: Role,
): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  const now = new Date()
  const expiresAt = endOfSession(role, { beganAt: now, usedAt: now })
  await db.insertInto('session').values({ id: uuid(), userId, token, expiresAt }).execute()
  return token
}
