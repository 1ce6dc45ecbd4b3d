import type { Context as HonoContext, MiddlewareHandler } from 'hono'
import type { Services } from '../context.ts'
import type { Admission } from './admission.ts'
import type { AnswerPage, Pages } from './answer-page.ts'
import type { Env } from './env.ts'
import type { PageCache } from './page-cache.ts'
import { type ContextOf, guestContext } from './request-context.ts'

/**
 * Answers requests of guests for a page that all guests share, and caches it if it is there. Other requests pass; a
 * page that is for one request waits for its turn again.
 */
export function sharedPages(
  services: Services,
  pages: Pages,
  pageCache: PageCache,
  admission: Admission,
): MiddlewareHandler<Env> {
  return async (c, next) => {
    const { pathname, search } = new URL(c.req.url)
    const url = pathname + search
    if (!pageCache.accepts({ method: c.req.method, url, cookie: c.req.header('cookie') })) return next()
    const db = services.guestReads.current
    const { requestId, ip } = c.var
    const context = { ...guestContext(services, '', ip), db }
    // A page for one request is rendered again below, with this request's id and headers.
    c.set('context', { ...guestContext(services, requestId, ip), db, headers: c.req.raw.headers })
    const encodings = c.req.header('accept-encoding') ?? ''
    // As a browser asks: a missing listing then sets the cookie with the toast.
    const asked = new Request(c.req.url, { headers: { accept: 'text/html' } })
    const answer = await pageCache.fill(url, encodings, (nonce) =>
      admission.run(() => pages(asked, context, nonce, true)),
    )
    return answer ?? admission.run(next)
  }
}

/** Answers every request with its page. Whoever can't be identified gets the error page, as a guest. */
export function everyPage(
  services: Services,
  contextOf: ContextOf,
  answerPage: AnswerPage,
): (c: HonoContext<Env>) => Promise<Response> {
  return async (c) => {
    const { requestId, ip } = c.var
    const frame = c.req.method === 'GET' ? 'with its frame' : undefined
    const known = await contextOf(c, frame).catch((error: unknown) => {
      services.log.error({ requestId, err: error }, 'could not tell who is asking')
      return null
    })
    if (known) return answerPage(c.req.raw, c.req.raw, known)
    const errorPage = new Request(new URL('/unexpected-error', c.req.url))
    return answerPage(c.req.raw, errorPage, guestContext(services, requestId, ip))
  }
}
