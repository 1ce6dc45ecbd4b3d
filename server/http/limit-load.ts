import type { Context as HonoContext, MiddlewareHandler } from 'hono'
import type { Admission, WorkKind } from './admission.ts'
import type { Env } from './env.ts'
import type { PageCache } from './page-cache.ts'
import { uploadLimit } from './uploads.ts'

/**
 * Lets requests wait for their turn where the process is overloaded; see `createAdmission`. Checkouts go first, then
 * forms. Not limited: pages that guests share, which `sharedPages` limits where one is rendered, uploads of people who
 * are logged in, which arrive slowly and whose photos have a queue of their own, streams, and what is posted to the
 * endpoint of the assistant, as questions wait for another service.
 */
export function limitLoad(admission: Admission, pageCache: PageCache | undefined): MiddlewareHandler<Env> {
  const isShared = (c: HonoContext<Env>) => {
    const { pathname, search } = new URL(c.req.url)
    const asked = { method: c.req.method, url: pathname + search, cookie: c.req.header('cookie') }
    return pageCache?.accepts(asked) ?? false
  }
  return async (c, next) => {
    const takesLong =
      c.req.path === '/api/stream' || (isForm(c) && (c.req.path === '/api/support' || isUpload(c)))
    if (takesLong || isShared(c)) return next()
    return admission.run(next, kindOf(c))
  }
}

/** Whether it may bring a photo: `takeBodies` has read who sends it, and a guest's body completely. */
const isUpload = (c: HonoContext<Env>) =>
  uploadLimit(c.req.path, c.req.header('content-type') ?? '') !== null &&
  c.get('context')?.actor.kind === 'user'

function kindOf(c: HonoContext<Env>): WorkKind {
  if (isCheckout(c)) return 'urgent'
  if (asksProvider(c)) return 'payment'
  if (!isForm(c)) return 'page'
  return isForAssistant(c) ? 'assistant' : 'form'
}

const isCheckout = (c: HonoContext<Env>) => /^\/checkout(?:[./]|$)/.test(c.req.path)
/** Whether a request waits for the payment provider: none but these and checkouts do. */
const asksProvider = (c: HonoContext<Env>) =>
  /^\/api\/(order-standing\/|createPaymentIntent$)/.test(c.req.path) ||
  (isForm(c) && /^\/profile\/rental-tracker\/[^/]+\/owed(\.data)?$/.test(c.req.path))
/** The forms of the assistant's page: asking it, and clearing the conversation. */
const isForAssistant = (c: HonoContext<Env>) => /^\/support(\.data)?$/.test(c.req.path)
const isForm = (c: HonoContext<Env>) => c.req.method !== 'GET' && c.req.method !== 'HEAD'
