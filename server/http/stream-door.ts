import { Hono, type Context as HonoContext } from 'hono'
import { findSession } from '../account/queries.ts'
import type { Context } from '../context.ts'
import type { Streams } from '../stream/streams.ts'
import type { Env } from './env.ts'
import { filePolicy } from './security-headers.ts'

/**
 * Where a browser hears what happens for its person: one stream of server-sent events, which resumes after
 * `Last-Event-ID` or `?after=`. `?as=` is the account that the page was read for: another may be logged in meanwhile.
 * Nothing on the way may keep, change or gather it.
 */
export function streamDoor(
  streams: Streams,
  contextOf: (c: HonoContext<Env>) => Promise<Context>,
): Hono<Env> {
  const door = new Hono<Env>()
  const refuse = (c: HonoContext<Env>, status: 400 | 401 | 403, code: string, message: string) =>
    c.json({ error: { code, message, requestId: c.get('requestId') } }, status, {
      'Cache-Control': 'no-store',
    })
  door.get('/api/stream', async (c) => {
    if (/^(cross|same)-site$/.test(c.req.header('sec-fetch-site') ?? ''))
      return refuse(c, 403, 'other-site', 'This request did not come from this site.')
    const context = await contextOf(c)
    const session = await findSession(context, context.headers)
    if (context.actor.kind !== 'user' || !session)
      return refuse(c, 401, 'login', 'Please log in to hear what is new.')
    const as = c.req.query('as')
    if (as !== undefined && as !== context.actor.id)
      return refuse(
        c,
        403,
        'other-account',
        'Someone else is logged in here now. Please load the page again.',
      )
    const after = c.req.header('last-event-id') ?? c.req.query('after')
    if (after !== undefined && !/^\d{1,15}$/.test(after))
      return refuse(c, 400, 'after', 'There is no such place to resume from.')
    const reader = { accountId: context.actor.id, sessionId: session.id }
    return c.body(streams.open(reader, after === undefined ? null : Number(after)), 200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
      'Content-Security-Policy': filePolicy,
    })
  })
  return door
}
