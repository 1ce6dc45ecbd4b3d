import type { Role } from '#domain/account/account.ts'
import { networkOf } from '#domain/account/device.ts'
import { endOfSession } from '#domain/account/session.ts'
import type { Context } from '../context.ts'
import { findSession } from './queries.ts'

/**
 * Begins the session that a log-in or a sign-up opened: it ends when one of this role does, notes browser and network
 * for its person to recognise it by, and takes the place of the session the request came with, whoever's that was.
 */
export async function beginSession(ctx: Context, token: string | null, role: Role): Promise<void> {
  if (!token) return
  const before = await findSession(ctx, ctx.headers)
  if (before) {
    await ctx.db.deleteFrom('session').where('id', '=', before.id).execute()
    // Its stream looks whether its session still stands.
    ctx.events.publish([{ to: before.userId, kind: 'news' }])
  }
  const now = new Date()
  await ctx.db
    .updateTable('session')
    .set({
      userAgent: ctx.headers.get('user-agent')?.slice(0, 300) ?? null,
      ipAddress: networkOf(ctx.ip),
      expiresAt: endOfSession(role, { beganAt: now, usedAt: now }),
    })
    .where('token', '=', token)
    .execute()
}
