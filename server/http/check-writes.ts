import type { Context as HonoContext, MiddlewareHandler } from 'hono'
import { readActor } from '../account/read-actor.ts'
import type { Services } from '../context.ts'
import { Overloaded } from './admission.ts'
import { discardAnswer } from './discard-answer.ts'
import type { Env } from './env.ts'
import { INTENT_PATH } from './payment-endpoints.ts'
import { type Refuse, refuseBody } from './refuse.ts'
import { type ContextOf, guestContext } from './request-context.ts'
import { isFromProgram, isSameOrigin } from './same-origin.ts'
import { takeBody } from './take-body.ts'
import { limitUploads, uploadLimit } from './uploads.ts'

const tooManyUploads = 'You are sending too many photos at once. Please send this again in a moment.'

const isRead = (c: HonoContext<Env>) => c.req.method === 'GET' || c.req.method === 'HEAD'

/**
 * Refuses writes that don't come from our own pages (403), and records them in the process log and the audit log.
 * Reads pass, and programs at the endpoint for payment intents.
 */
export function checkOrigin(
  { settings, log }: Services,
  contextOf: ContextOf,
  refuse: Refuse,
): MiddlewareHandler<Env> {
  return async (c, next) => {
    if (isRead(c) || (c.req.path === INTENT_PATH && isFromProgram(c.req.raw))) return next()
    if (!isSameOrigin(c.req.raw, settings.baseUrl)) {
      const { requestId, ip } = c.var
      log.warn({ requestId, path: c.req.path, ip }, 'refused a write from another site')
      const context = await contextOf(c)
      context.accessDenied = true
      return refuse(c, 403, 'other-site', 'This request did not come from this site.')
    }
    // React Router would compare it with the site's configured URL, but people may use another host name.
    c.req.raw.headers.delete('origin')
    return next()
  }
}

/**
 * Reads the body of each write, within the limits of a form, before its handler runs and the actor is read. A
 * logged-in person's photo upload is streamed to the handler instead, up to its own limit: as that may take minutes,
 * it is asked again at its end whether the session is still there; whoever was logged out, suspended or deleted
 * meanwhile gets the answer of a guest, by `answerGuest`. Refuses with 413, 408 or 400; an upload also with 429 or 503
 * when its account or this process has too much under way. Reads pass.
 */
export function takeBodies(
  contextOf: ContextOf,
  refuse: Refuse,
  answerGuest: (c: HonoContext<Env>) => Promise<Response>,
): MiddlewareHandler<Env> {
  const limitUpload = limitUploads()
  return async (c, next) => {
    if (isRead(c)) return next()
    const maxBytes = uploadLimit(c.req.path, c.req.header('content-type') ?? '')
    const context = maxBytes === null ? null : await contextOf(c)
    if (maxBytes !== null && context?.actor.kind === 'user') {
      if (Number(c.req.header('content-length') ?? 0) > maxBytes) return refuseBody(c, 'too-large', refuse)
      let isLoggedIn: boolean | undefined
      const ask = async () =>
        (isLoggedIn = (await readActor(context, context.headers)).sessionId === context.sessionId)
      const limited = limitUpload(c.req.raw, maxBytes, context.actor.id, ask)
      c.req.raw = limited.request
      await next().finally(limited.end)
      // A handler that refuses may not have waited for the end.
      if (!(isLoggedIn ?? (await ask()))) {
        c.set('context', {
          ...guestContext(context, context.requestId, context.ip),
          headers: context.headers,
        })
        c.req.raw = withoutBody(c.req.raw)
        discardAnswer(c)
        c.res = await answerGuest(c)
        return
      }
      const refusal = limited.refusal()
      if (refusal) discardAnswer(c)
      if (refusal === 'overloaded') throw new Overloaded('Too much is being uploaded.')
      if (refusal === 'too-large') c.res = await refuseBody(c, refusal, refuse)
      if (refusal === 'too-many') c.res = await refuse(c, 429, refusal, tooManyUploads)
      return
    }
    const taken = await takeBody(c.req.raw)
    if (typeof taken !== 'string') c.req.raw = taken
    // When a guest's upload can't be read, the page gets no body: it tells the guest to log in.
    else if (maxBytes !== null) c.req.raw = withoutBody(c.req.raw)
    else return refuseBody(c, taken, refuse)
    return next()
  }
}

const withoutBody = ({ url, headers }: Request) => new Request(url, { method: 'POST', headers })
