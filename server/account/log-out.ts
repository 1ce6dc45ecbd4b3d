import type { Context } from '../context.ts'

/** Ends the session in the database; `setCookie` clears the browser's cookie. A guest stays a guest. */
export async function logOut(ctx: Context): Promise<{ setCookie: string[] }> {
  const { headers } = await ctx.auth.api.signOut({ headers: ctx.headers, returnHeaders: true })
  // Its stream looks whether its session still stands.
  if (ctx.actor.kind === 'user') ctx.events.publish([{ to: ctx.actor.id, kind: 'news' }])
  return { setCookie: headers.getSetCookie() }
}
