import { Hono, type Context as HonoContext } from 'hono'
import { refusalStatuses } from '#domain/refusal-reason.ts'
import type { Services } from '../context.ts'
import { switchMail } from '../notification/switch-mail.ts'
import { MAX_TOKEN } from '../notification/unsubscribe-link.ts'
import type { Env } from './env.ts'
import { takesBody } from './take-body.ts'

const LIMIT = 4 * 1024
/** A deleted account gets no more emails, which is what the mail program asked for: the answer is 200. */
const statuses = { ...refusalStatuses, gone: 200 } as const

/**
 * The endpoint that mail programs call when their reader presses “Unsubscribe” (RFC 8058): from another origin and
 * without a cookie; the link itself is the permission. It comes before the same-origin check. The page's own form has
 * its token in the body, and is passed on to the page.
 */
export function unsubscribeEndpoint(services: Services): Hono<Env> {
  const endpoint = new Hono<Env>()
  const tooLarge = (c: HonoContext) => c.text('That is more than we can take at once.', 413)
  endpoint.post('/unsubscribe', takesBody(LIMIT, tooLarge), async (c, next) => {
    const token = c.req.query('token')
    if (token === undefined) return next()
    const body = await c.req.parseBody().catch(() => ({}) as Record<string, unknown>)
    // Only mail programs send this; everybody else gets the page with the form.
    if (body['List-Unsubscribe'] !== 'One-Click')
      return c.redirect(`/unsubscribe?${new URLSearchParams({ token: token.slice(0, MAX_TOKEN) })}`, 303)
    const verdict = await switchMail(services, { token, on: false })
    const outcome = verdict.ok ? verdict.kind : verdict.reason
    services.log.info({ requestId: c.get('requestId'), event: 'unsubscribe', outcome }, 'unsubscribe')
    if (verdict.ok) return c.text('You get no more of these emails.')
    if (verdict.retryAfterSeconds) c.header('Retry-After', String(verdict.retryAfterSeconds))
    return c.text(verdict.message, statuses[verdict.reason])
  })
  return endpoint
}
