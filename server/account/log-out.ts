import type { Context } from '../context.ts'
import { endedSessionCookie } from './open-session.ts'
import { findSession } from './queries.ts'

/** Ends the session in the database; `setCookie` clears the browser's cookie. For a guest nothing changes. */
export async function logOut(ctx: Context): Promise<{ setCookie: string[] }> {
  const session = await findSession(ctx, ctx.headers)
  if (session) await ctx.db.deleteFrom('session').where('id', '=', session.id).execute()
  // The open stream of the session then checks whether its session is still valid.
  if (ctx.actor.kind === 'user') ctx.events.publish([{ to: ctx.actor.id, kind: 'live-event' }])
  return { setCookie: [endedSessionCookie()] }
}
