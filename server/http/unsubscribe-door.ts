import { Hono, type Context as HonoContext } from 'hono'
import type { Services } from '../context.ts'
import { switchMail } from '../notification/switch-mail.ts'
import type { Env } from './env.ts'
import { takesBody } from './take-body.ts'

const LIMIT = 4 * 1024
const statuses: Record<string, 200 | 410 | 429> = { link: 410, gone: 200, limit: 429 }

/**
 * Where mail programs post when their reader presses “Unsubscribe” (RFC 8058): from elsewhere, without a cookie; the
 * link itself is the permission. It stands before the same-origin check. The page's own form carries its token in the
 * body, and goes on to the page.
 */
export function unsubscribeDoor(services: Services): Hono<Env> {
  const door = new Hono<Env>()
  const tooLarge = (c: HonoContext) => c.text('That is more than we can take at once.', 413)
  door.post('/unsubscribe', takesBody(LIMIT, tooLarge), async (c, next) => {
    const token = c.req.query('token')
    if (token === undefined) return next()
    const body = await c.req.parseBody().catch(() => ({}) as Record<string, unknown>)
    // Only a mail program says this: whoever else posts here is shown what it would do.
    if (body['List-Unsubscribe'] !== 'One-Click')
      return c.redirect(`/unsubscribe?${new URLSearchParams({ token })}`, 303)
    const verdict = await switchMail(services, { token, on: false })
    const outcome = verdict.ok ? verdict.kind : verdict.reason
    services.log.info({ requestId: c.get('requestId'), event: 'unsubscribe', outcome }, 'unsubscribe')
    if (verdict.ok) return c.text('You get no more of these emails.')
    if (verdict.retryAfterSeconds) c.header('Retry-After', String(verdict.retryAfterSeconds))
    return c.text(verdict.message, statuses[verdict.reason] ?? 400)
  })
  return door
}
