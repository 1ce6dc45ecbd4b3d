import type { Flash } from '#app/flash.ts'
import type { Admission } from '#server/http/admission.ts'
import type { Pages } from '#server/http/answer-page.ts'
import { createHttpApp } from '#server/http/app.ts'
import { builtPages } from '#server/http/built-pages.ts'
import { createPageCache, type PageCache } from '#server/http/page-cache.ts'
import { commonHeaders, pagePolicy } from '#server/http/security-headers.ts'
import { staticFiles } from '#server/http/static-files.ts'
import { createStreams } from '#server/stream/streams.ts'
import { startTestServer, type Listening } from './over-http.ts'
import { builtClient } from './pages.ts'
import type { Person } from './people.ts'
import type { TestServices } from './services.ts'

let pages: Promise<Pages> | undefined
let files: ReturnType<typeof staticFiles> | undefined

export type TestApp = ReturnType<typeof createHttpApp>

type AppOptions = { withFiles?: boolean; admission?: Admission; pageCache?: PageCache }

/** Admits all: tests send many requests at once, on machines that are busy with other tests. */
const unlimited: Admission = { run: (work) => work() }

/** A cache of guests' pages as the server has; `asked` is called with each accepted request: whether it hits. */
export function testPageCache(services: TestServices, asked?: (isHit: boolean) => void): PageCache {
  const https = services.settings.baseUrl.startsWith('https:')
  const policy = (scripts: string) => pagePolicy(scripts, https, services.payments?.checkoutOrigin)
  return createPageCache(commonHeaders(https), policy, asked)
}

const listening = new WeakMap<TestApp, Listening>()

/**
 * The HTTP app with the built pages, and a server that listens with it until the services are closed. `withFiles` also
 * serves the browser's files.
 */
export async function testApp(
  services: TestServices,
  { withFiles = false, admission = unlimited, pageCache = testPageCache(services) }: AppOptions = {},
): Promise<TestApp> {
  pages ??= builtPages()
  if (withFiles) files ??= staticFiles(builtClient)
  const app = createHttpApp({
    services,
    pageCache,
    pages: await pages,
    files: withFiles ? await files! : null,
    streams: createStreams(services),
    admission,
    ping: () => services.connection.ping(),
  })
  const server = await startTestServer(app, services)
  listening.set(app, server)
  services.onClose.push(() => server.close())
  return app
}

export type Fields = Record<string, string | readonly string[] | Blob | undefined>

/** The parts of a browser's request. */
export type Sending = {
  headers?: Record<string, string | string[]>
  /** The network address of the socket. */
  from?: string
}

/** A browser of a person: it stores cookies, and sends with each write that it comes from a page of this site. */
export class Visitor {
  #cookies = new Map<string, string>()
  #app: TestApp
  readonly origin: string

  constructor(app: TestApp, services: TestServices, person?: Person) {
    this.#app = app
    this.origin = services.settings.baseUrl
    const prefix = this.origin.startsWith('https:') ? '__Host-' : ''
    if (person) this.takeCookies(person.cookie.split('; ').map((pair) => prefix + pair))
  }

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  takeCookies(setCookie: readonly string[]) {
    for (const each of setCookie) {
      const [pair, ...attributes] = each.split(/;\s*/)
      const at = pair!.indexOf('=')
      const ended = attributes.some((attribute) => /^max-age=0$/i.test(attribute))
      if (ended) this.#cookies.delete(pair!.slice(0, at))
      else this.#cookies.set(pair!.slice(0, at), pair!.slice(at + 1))
    }
  }

  async get(path: string, sending: Sending = {}): Promise<Response> {
    return this.send(path, { method: 'GET' }, sending)
  }

  /** Posts a form as our pages do; files make it multipart. An undefined field is left out. */
  async post(path: string, fields: Fields, sending: Sending = {}): Promise<Response> {
    const entries = Object.entries(fields).flatMap(([name, value]) =>
      value === undefined ? [] : Array.isArray(value) ? value.map((each) => [name, each]) : [[name, value]],
    ) as [string, string | Blob][]
    const multipart = entries.some(([, value]) => value instanceof Blob)
    const body = multipart ? new FormData() : new URLSearchParams()
    for (const [name, value] of entries) body.append(name, value as string)
    return this.send(
      path,
      { method: 'POST', body },
      { ...sending, headers: { 'sec-fetch-site': 'same-origin', ...sending.headers } },
    )
  }

  async send(
    path: string,
    init: RequestInit,
    { headers = {}, from = '203.0.113.7' }: Sending = {},
  ): Promise<Response> {
    const request = new Request(new URL(path, this.origin), init)
    const body = init.body instanceof ReadableStream ? init.body : await request.bytes()
    const response = await listening.get(this.#app)!.send({
      method: request.method,
      path,
      headers: {
        host: new URL(this.origin).host,
        ...(this.cookie ? { cookie: this.cookie } : {}),
        ...Object.fromEntries(request.headers),
        ...headers,
      },
      body,
      clientIp: from,
      signal: init.signal,
    })
    this.takeCookies(response.headers.getSetCookie())
    return response
  }
}

/** The text of the toast for the next page, from its cookie. */
export const toastOf = (response: Response): string | undefined => flashOf(response)?.text

/** The toast for the next page, from its cookie. */
export function flashOf(response: Response): Flash | undefined {
  const cookie = response.headers.getSetCookie().find((each) => each.startsWith('flash='))
  if (!cookie) return undefined
  const value = decodeURIComponent(cookie.slice('flash='.length).split(';')[0]!)
  return value === '' ? undefined : (JSON.parse(Buffer.from(value, 'base64').toString('utf8')) as Flash)
}
