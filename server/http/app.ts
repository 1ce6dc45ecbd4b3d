import { randomBytes } from 'node:crypto'
import { Hono, type Context as HonoContext } from 'hono'
import { v7 as uuid } from 'uuid'
import { asOwner } from '#domain/access.ts'
import { guest } from '#domain/actor.ts'
import { MAX_PHOTO_BYTES, photoTooLarge } from '#domain/listing/listing.ts'
import { ImagesAway } from '#gateways/images/port.ts'
import { readActor } from '../account/read-actor.ts'
import type { Context, Services } from '../context.ts'
import { uploadPhoto } from '../photo/upload-photo.ts'
import type { Streams } from '../stream/streams.ts'
import { atSite } from './at-site.ts'
import { clientAddress } from './client-address.ts'
import { discoveryDoors } from './discovery.ts'
import type { Env } from './env.ts'
import { giveHostCookies, takeHostCookies } from './host-cookies.ts'
import { mailDoor } from './mail-door.ts'
import { isSameOrigin } from './same-origin.ts'
import { noteRefusal } from './note-refusal.ts'
import type { PageCache } from './page-cache.ts'
import { intentDoor, webhookDoor } from './payment-doors.ts'
import { photoDoors } from './photo-doors.ts'
import { isPublicRead } from './public-pages.ts'
import { streamDoor } from './stream-door.ts'
import { supportDoor } from './support-door.ts'
import { typingDoor } from './typing-door.ts'
import { commonHeaders, nonceSources, pagePolicy } from './security-headers.ts'
import { compressAnswer } from './compress-answer.ts'
import { type BodyRefusal, takeBody } from './take-body.ts'
import { unsubscribeDoor } from './unsubscribe-door.ts'
import { limitUpload, uploadLimit } from './uploads.ts'

/** Seconds after which to ask again, where nobody said. */
const SOON = '30'

/**
 * The pages: answers a request for a context, with scripts that carry the nonce. With `startsWhenTouched`, browsers
 * load the scripts only when someone uses the page.
 */
export type Pages = (
  request: Request,
  context: Context,
  nonce: string | null,
  startsWhenTouched?: boolean,
) => Promise<Response>

export type Doors = {
  services: Services
  pages: Pages
  /** The built browser files; in development Vite serves them. */
  files: { answer(request: Request, path: string): Response | null } | null
  ping(): Promise<void>
  streams: Streams
  /** Pages that guests share; none in development. */
  pageCache?: PageCache
}

/** Every door of the server, in the order in which they are tried. */
export function createHttpApp({ services, pages, files, ping, streams, pageCache }: Doors) {
  const { settings, log } = services
  const https = settings.baseUrl.startsWith('https:')
  const headers = commonHeaders(https)
  const policy = (scripts: string, path: string) =>
    pagePolicy(
      scripts,
      https,
      services.payments?.checkoutOrigin,
      services.keptMail && path === '/dev/mail' ? "'self'" : "'none'",
    )
  const app = new Hono<Env>()

  const contextOf = async (c: HonoContext<Env>): Promise<Context> => {
    const known = c.get('context')
    if (known) return known
    const { headers } = c.req.raw
    const { actor } = await readActor(services, headers)
    const requestId = c.get('requestId')
    const reads = actor.kind === 'guest' && isPublicRead(c.req.raw)
    const context = {
      ...services,
      ...(reads ? { db: services.guestReads.recent } : {}),
      log: log.child({ requestId }),
      actor,
      requestId,
      ip: c.get('ip'),
      headers,
    }
    c.set('context', context)
    return context
  }

  app.use(async (c, next) => {
    const started = performance.now()
    c.set('requestId', uuid())
    c.set(
      'ip',
      clientAddress(
        c.env?.incoming?.socket.remoteAddress,
        c.req.header('x-forwarded-for') ?? null,
        settings.trustProxy,
      ),
    )
    const request = atSite(c.req.raw, settings.baseUrl)
    if (!request) return c.body(null, 405, { Allow: 'GET, HEAD, POST' })
    c.req.raw = request
    if (https) takeHostCookies(request.headers)
    await next()
    if (https) giveHostCookies(c.res.headers)
    const context = c.get('context')
    if (context) await noteRefusal(context, request, c.res.status)
    const mustWait = c.res.status === 429 || c.res.status === 503
    if (mustWait && !c.res.headers.has('Retry-After')) c.res.headers.set('Retry-After', SOON)
    // A page may tell others less of its address, never more.
    const silent = c.res.headers.get('Referrer-Policy') === 'no-referrer'
    const framed = c.res.headers.get('X-Frame-Options') === 'SAMEORIGIN'
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value)
    if (silent) c.res.headers.set('Referrer-Policy', 'no-referrer')
    if (framed) c.res.headers.set('X-Frame-Options', 'SAMEORIGIN')
    c.res.headers.set('X-Request-Id', c.get('requestId'))
    const ms = Math.round(performance.now() - started)
    log.info(
      { requestId: c.get('requestId'), method: c.req.method, path: c.req.path, status: c.res.status, ms },
      'request',
    )
  })

  app.get('/healthz', async (c) => {
    try {
      await ping()
      return c.json({ ok: true })
    } catch {
      return c.json({ ok: false }, 503)
    }
  })

  app.use(async (c, next) => files?.answer(c.req.raw, c.req.path) ?? next())

  app.route(
    '/',
    photoDoors(services, { contextOf, notFound: (c) => refuse(c, 404, 'not-found', 'Not found.') }),
  )

  app.route('/', discoveryDoors({ ...services, db: services.guestReads.recent }))
  app.route('/', webhookDoor(services))
  app.route('/', unsubscribeDoor(services))
  app.route('/', mailDoor(services))

  app.use(async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
    if (!isSameOrigin(c.req.raw, settings.baseUrl)) {
      log.warn(
        { requestId: c.get('requestId'), path: c.req.path, ip: c.get('ip') },
        'refused a write from another site',
      )
      const context = await contextOf(c)
      context.refused = true
      return refuse(c, 403, 'other-site', 'This request did not come from this site.')
    }
    // React Router would compare it with an address that people may not have come by.
    c.req.raw.headers.delete('origin')
    const upload = uploadLimit(c.req.path, c.req.header('content-type') ?? '')
    if (upload) {
      const { actor } = await contextOf(c)
      if (actor.kind === 'user') {
        if (Number(c.req.header('content-length') ?? 0) > upload.bytes) return refuseBody(c, 'too-large')
        const limited = limitUpload(c.req.raw, upload.bytes)
        c.req.raw = limited.request
        await next()
        if (limited.exceeded()) c.res = await refuseBody(c, 'too-large')
        return
      }
    }
    const taken = await takeBody(c.req.raw)
    if (typeof taken !== 'string') c.req.raw = taken
    // Whoever has to log in first is told so, without what they sent.
    else if (upload) c.req.raw = new Request(c.req.raw.url, { method: 'POST', headers: c.req.raw.headers })
    else return refuseBody(c, taken)
    return next()
  })

  app.post('/api/photos', async (c) => {
    const context = await contextOf(c)
    const gate = asOwner(context.actor)
    if (!gate.ok) return c.json(errorBody(c, gate.reason, gate.message), gate.reason === 'login' ? 401 : 403)
    if (Number(c.req.header('content-length') ?? 0) > MAX_PHOTO_BYTES)
      return c.json(errorBody(c, 'too-large', photoTooLarge), 413)
    const verdict = await uploadPhoto(context, gate.owner, new Uint8Array(await c.req.arrayBuffer()))
    if (verdict.ok) return c.json({ photo: verdict.photo })
    const status = ({ limit: 429, 'too-large': 413, 'photos-away': 503 } as const)[verdict.reason] ?? 422
    if (verdict.retryAfterSeconds) c.header('Retry-After', String(verdict.retryAfterSeconds))
    return c.json(errorBody(c, verdict.reason, verdict.message), status)
  })

  app.route('/', streamDoor(streams, contextOf))
  app.route('/', typingDoor(contextOf))
  app.route('/', intentDoor(contextOf))
  app.route('/', supportDoor(contextOf))

  const asGuest = (requestId: string, ip: string): Context => ({
    ...services,
    log: log.child({ requestId }),
    actor: guest,
    requestId,
    ip,
    headers: new Headers(),
  })

  app.get('*', async (c, next) => {
    const { pathname, search } = new URL(c.req.url)
    const url = pathname + search
    if (!pageCache?.accepts({ method: c.req.method, url, cookie: c.req.header('cookie') })) return next()
    const db = services.guestReads.current
    const context = { ...asGuest('', c.get('ip')), db }
    // What can't be cached is made again below, from what is as new: the listing may have been taken down.
    c.set('context', { ...asGuest(c.get('requestId'), c.get('ip')), db, headers: c.req.raw.headers })
    const encodings = c.req.header('accept-encoding') ?? ''
    const kept = await pageCache.fill(url, encodings, (nonce) =>
      pages(new Request(c.req.url), context, nonce, true),
    )
    return kept ?? next()
  })

  const answerPage = async (request: Request, asked: Request, context: Context) => {
    const nonce = settings.mode === 'dev' ? null : randomBytes(16).toString('base64')
    const page = await pages(asked, context, nonce)
    const answer = new Response(page.body, page)
    if (nonce)
      answer.headers.set('Content-Security-Policy', policy(nonceSources(nonce), new URL(asked.url).pathname))
    answer.headers.set('Cache-Control', 'no-store')
    return compressAnswer(request, answer)
  }

  /** What a door answers instead of letting a request in: a page for who navigates, JSON for a program. */
  async function refuse(
    c: HonoContext<Env>,
    status: 400 | 403 | 404 | 408 | 413 | 500 | 503,
    code: string,
    message: string,
  ): Promise<Response> {
    const sayIt = () => c.json(errorBody(c, code, message), status)
    if (!wantsPage(c.req.raw)) return sayIt()
    const requestId = c.get('requestId')
    const shown = new Request(new URL(`/unexpected-error?reason=${code}`, c.req.url))
    const known = await contextOf(c).catch(() => null)
    return answerPage(c.req.raw, shown, known ?? asGuest(requestId, c.get('ip'))).catch(sayIt)
  }

  async function refuseBody(c: HonoContext<Env>, refusal: BodyRefusal): Promise<Response> {
    const answer = await refuse(c, bodyStatuses[refusal], refusal, bodyWords[refusal])
    // What is still on its way is not waited for.
    if (refusal !== 'too-large') answer.headers.set('Connection', 'close')
    return answer
  }

  app.all('*', async (c) => {
    const requestId = c.get('requestId')
    const known = await contextOf(c).catch((error: unknown) => {
      log.error({ requestId, err: error }, 'could not tell who is asking')
      return null
    })
    if (known) return answerPage(c.req.raw, c.req.raw, known)
    const sorry = new Request(new URL('/unexpected-error', c.req.url))
    return answerPage(c.req.raw, sorry, asGuest(requestId, c.get('ip')))
  })

  app.onError((error, c) => {
    if (error instanceof ImagesAway)
      return refuse(c, 503, 'photos-away', 'Photos can’t be shown at the moment.')
    log.error({ requestId: c.get('requestId'), err: error }, 'unexpected error')
    return refuse(c, 500, 'unexpected', 'An unexpected error occurred. Please try again.')
  })

  return app
}

const bodyStatuses = { 'too-large': 413, 'too-slow': 408, 'cut-off': 400 } as const
const bodyWords: Record<BodyRefusal, string> = {
  'too-large': 'That is more than we can take at once.',
  'too-slow': 'That took too long to arrive. Please send it again.',
  'cut-off': 'That did not arrive whole. Please send it again.',
}

/** Whether someone navigates: a script asks for anything, a browser that opens a page for HTML. */
function wantsPage(request: Request): boolean {
  return request.headers.get('accept')?.includes('text/html') ?? false
}

/** An error as programs read it. */
function errorBody(c: HonoContext<Env>, code: string, message: string) {
  return { error: { code, message, requestId: c.get('requestId') } }
}
