import { Hono, type Context as HonoContext } from 'hono'
import { otherAccount } from '#domain/account/account.ts'
import type { Streams } from '../stream/streams.ts'
import type { Env } from './env.ts'
import type { ContextOf } from './request-context.ts'
import { filePolicy } from './security-headers.ts'

/**
 * The endpoint of a person's live events: one stream of server-sent events, which resumes after `Last-Event-ID` or
 * `?after=`. `?as=` is the account for which the page was read: another may be logged in meanwhile. Its headers forbid
 * proxies to cache, change or buffer it.
 */
export function streamEndpoint(streams: Streams, contextOf: ContextOf): Hono<Env> {
  const endpoint = new Hono<Env>()
  const refuse = (c: HonoContext<Env>, status: 400 | 401 | 403, code: string, message: string) =>
    c.json({ error: { code, message, requestId: c.get('requestId') } }, status, {
      'Cache-Control': 'no-store',
    })
  endpoint.get('/api/stream', async (c) => {
    if (/^(cross|same)-site$/.test(c.req.header('sec-fetch-site') ?? ''))
      return refuse(c, 403, 'other-site', 'This request did not come from this site.')
    const context = await contextOf(c)
    const { actor, sessionId } = context
    if (actor.kind !== 'user' || !sessionId)
      return refuse(c, 401, 'login', 'Please log in to hear what is new.')
    const as = c.req.query('as')
    if (as !== undefined && as !== actor.id) return refuse(c, 403, 'other-account', otherAccount)
    const after = c.req.header('last-event-id') ?? c.req.query('after')
    if (after !== undefined && !/^\d{1,15}$/.test(after))
      return refuse(c, 400, 'after', 'There is no such place to resume from.')
    const reader = { accountId: actor.id, sessionId }
    return c.body(streams.open(reader, after === undefined ? null : Number(after)), 200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
      'Content-Security-Policy': filePolicy,
    })
  })
  return endpoint
}
