import type { Context } from '../context.ts'

/** Ends the session in the database; `setCookie` clears the browser's cookie. For a guest nothing changes. */
export async function logOut(ctx: Context): Promise<{ setCookie: string[] }> {
  const { headers } = await ctx.auth.api.signOut({ headers: ctx.headers, returnHeaders: true })
  // The open stream of the session then checks whether its session is still valid.
  if (ctx.actor.kind === 'user') ctx.events.publish([{ to: ctx.actor.id, kind: 'live-event' }])
  return { setCookie: headers.getSetCookie() }
}
