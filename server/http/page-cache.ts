import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { MINUTE_MS } from '#domain/time.ts'
import type { StalePages } from '../stale-pages.ts'
import { acceptedEncoding } from './accepted-encoding.ts'
import { hasCopy } from './has-copy.ts'
import { isSharedByGuests } from './public-pages.ts'
import { bodyOf } from './rendered-body.ts'

const [brotli, gzipped] = [promisify(brotliCompress), promisify(gzip)]
const MAX_BYTES = 64 * 1024 * 1024
/** Older pages are stale: nothing calls `markStale` when the day in Manila or the most popular listings change. */
const FRESH_MS = 30_000
/**
 * A page is stored for this long after that: once it is stale, it is sent only while one request renders the new one.
 */
const STALE_MS = MINUTE_MS

const queryKeys = new Set(['category', 'after'])
const listPage = /^\/(?:products)?(?:\?|$)/
const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** All of an answer but its request id: it is made once for each cached page, not for each request. */
type Prepared = { status: number; headers: Record<string, string>; body: Buffer | null }
/** A page as it is sent in each encoding, and to a browser that already has it (304). */
type Page = { etag: string; plain: Prepared; br: Prepared; gzip: Prepared; unchanged: Prepared }
/** What all who share a rendering get. */
type Answer = { page: Page; cookies: string[] }
/** A cached page, and the ids it contains. */
type CachedPage = { page: Page; ids: ReadonlySet<string>; isStale: boolean; freshUntil: number }
/** A running rendering, what became stale since it began, and whether a later one of its address has ended. */
type Rendering = { url: string; stale: StalePages[]; isOvertaken: boolean }

/** The parts of a request that decide whether a cached page may answer it. */
type Asked = { method: string | undefined; url: string; cookie: string | undefined }

export interface PageCache {
  /** Whether a request is for a page that guests share, at one of its usual addresses. */
  accepts(asked: Asked): boolean
  /** Makes pages stale: each is rendered again at its next request. */
  markStale(stale: StalePages): void
  /**
   * Sends the cached page and returns true. Returns false, and sends nothing, when the request is not accepted, the
   * page is not cached, or it is stale and nobody renders it yet: the caller then renders it, by `fill` if `accepts`
   * says so. A stale page that another request is rendering is sent as it is.
   */
  answer(request: IncomingMessage, response: ServerResponse): boolean
  /**
   * Renders a page, caches it and answers with it; requests for the same address at the same time share one rendering.
   * If what it shows changes meanwhile, those who wait get it as it is, it is cached as stale, and later requests
   * begin a new rendering. A page that is missing (404, 410) answers all who wait for it, with the cookies it sets,
   * and is not cached. Returns null when the page is for one request (any other status but 200, or a cookie beside
   * 200): the caller then renders it for this request alone. `render` puts the nonce on our own inline scripts; they
   * are allowed by their hashes, and the nonce is removed. `encodings` is the request's Accept-Encoding.
   */
  fill(url: string, encodings: string, render: (nonce: string) => Promise<Response>): Promise<Response | null>
}

/**
 * Caches the pages that look the same to all guests, as bytes. A cached page can't have a new nonce in each answer, so
 * its scripts are allowed by hash. A request with a session cookie, or with the cookie of a toast, never gets a cached
 * page. `common` are the headers of every answer; `policy` makes a content security policy from script sources;
 * `onRequest` is called for each request that is accepted: with true when a cached page answers it, otherwise false.
 */
export function createPageCache(
  common: Record<string, string>,
  policy: (scripts: string) => string,
  onRequest: (isHit: boolean) => void = () => {},
): PageCache {
  const pages = new LRUCache<string, CachedPage>({
    maxSize: MAX_BYTES,
    ttl: FRESH_MS + STALE_MS,
    ttlResolution: 1_000,
    sizeCalculation: ({ page: { plain, br, gzip } }) =>
      [plain, br, gzip].reduce((sum, { body }) => sum + body!.length, 0),
  })
  const renderings = createRenderings()

  const make = async (
    rendering: Rendering,
    render: (nonce: string) => Promise<Response>,
  ): Promise<Answer | null> => {
    const { url, stale } = rendering
    const nonce = randomBytes(16).toString('hex')
    const rendered = await render(nonce)
    const { status } = rendered
    const cookies = rendered.headers.getSetCookie()
    const isMissing = status === 404 || status === 410
    const isCached = status === 200 && cookies.length === 0
    // The stale copy must not be sent any more: the listing may have been taken down.
    if (!isCached && renderings.overtake(rendering)) pages.delete(url)
    if (!isCached && !isMissing) return null
    const html = (await bodyOf(rendered)).toString()
    const headers = { ...common, 'Cache-Control': isCached ? 'private, no-cache' : 'no-store' }
    const page = await pageOf(html, { status, nonce, headers, policy })
    if (!isCached) return { page, cookies }
    const ids = idsIn(html)
    const isStale = stale.some((each) => includes(each, url, ids))
    if (renderings.overtake(rendering))
      pages.set(url, { page, ids, isStale, freshUntil: performance.now() + FRESH_MS })
    return { page, cookies }
  }

  return {
    accepts,
    markStale(stale) {
      for (const [url, cached] of pages.entries()) if (includes(stale, url, cached.ids)) cached.isStale = true
      renderings.markStale(stale)
    },
    answer(request, response) {
      const url = request.url ?? '/'
      // Only accepted addresses are in the cache.
      const cached = pages.get(url)
      if (!cached || !asksAsGuest(request.method, request.headers.cookie)) return false
      const isFresh = !cached.isStale && performance.now() < cached.freshUntil
      if (!isFresh && !renderings.shared(url)) return false
      onRequest(true)
      const { page } = cached
      const has = hasCopy(request.headers['if-none-match'], page.etag)
      const { status, headers, body } = has
        ? page.unchanged
        : encoded(page, request.headers['accept-encoding'])
      response.writeHead(status, { ...headers, 'X-Request-Id': randomUUID() }).end(body)
      return true
    },
    async fill(url, encodings, render) {
      onRequest(false)
      // One rendering at a time for a page, however many requests wait for it.
      const { rendering, answer } =
        renderings.shared(url) ?? renderings.begin(url, (begun) => make(begun, render))
      try {
        const made = await answer
        if (!made) return null
        const { status, headers, body } = encoded(made.page, encodings)
        const response = new Response(body as BodyInit, { status, headers })
        for (const cookie of made.cookies) response.headers.append('Set-Cookie', cookie)
        return response
      } finally {
        renderings.end(rendering)
      }
    },
  }
}

const asksAsGuest = (method: string | undefined, cookie = '') =>
  method === 'GET' && !/hiram\.session_token|(?:^|;\s*)(?:__Host-)?flash=/.test(cookie)

function accepts({ method, url, cookie }: Asked): boolean {
  if (!asksAsGuest(method, cookie)) return false
  const { pathname, searchParams } = new URL(`http://guest${url}`)
  return isSharedByGuests(pathname) && [...searchParams.keys()].every((key) => queryKeys.has(key))
}

/** The running renderings. */
function createRenderings() {
  /** In the order in which they began. */
  const running = new Set<Rendering>()
  /** For an address, the rendering that later requests share. */
  const shared = new Map<string, { rendering: Rendering; answer: Promise<Answer | null> }>()
  return {
    shared: (url: string) => shared.get(url),
    begin(url: string, make: (rendering: Rendering) => Promise<Answer | null>) {
      const rendering: Rendering = { url, stale: [], isOvertaken: false }
      const begun = { rendering, answer: Promise.resolve().then(() => make(rendering)) }
      running.add(rendering)
      shared.set(url, begun)
      return begun
    },
    end(rendering: Rendering) {
      running.delete(rendering)
      if (shared.get(rendering.url)?.rendering === rendering) shared.delete(rendering.url)
    },
    /** Whether the result of a rendering changes the cache: not once that of a later one of its address is there. */
    overtake(rendering: Rendering): boolean {
      if (rendering.isOvertaken) return false
      for (const earlier of running) {
        if (earlier === rendering) break
        if (earlier.url === rendering.url) earlier.isOvertaken = true
      }
      return true
    },
    markStale(stale: StalePages) {
      for (const { stale: since } of running) since.push(stale)
      // A running rendering may have read old data, and which ids it contains is not known yet: later requests begin
      // their own.
      for (const url of shared.keys())
        if (stale.listings.size > 0 || includes(stale, url, new Set())) shared.delete(url)
    },
  }
}

/** The ids that a page contains. Copies: a part of the text would keep all of it in memory. */
const idsIn = (html: string): Set<string> =>
  new Set(Array.from(html.match(uuids) ?? [], (id) => Buffer.from(id, 'latin1').toString('latin1')))

/** Whether the page at an address, which contains these ids, is among the stale ones. */
function includes(stale: StalePages, url: string, ids: ReadonlySet<string>): boolean {
  if (stale.all || (stale.listPages && listPage.test(url))) return true
  return [...stale.listings].some((id) => ids.has(id))
}

/** The page by Brotli or gzip where the browser accepts it, else as text. */
const encoded = (page: Page, accepted = ''): Prepared =>
  page[acceptedEncoding(accepted, ['br', 'gzip']) ?? 'plain']

type Making = {
  status: number
  nonce: string
  headers: Record<string, string>
  policy: (scripts: string) => string
}

async function pageOf(text: string, { status, nonce, headers: given, policy }: Making): Promise<Page> {
  const ours = new RegExp(`<script(?=[^>]* nonce="${nonce}")(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</script>`, 'g')
  const hashes = [...text.matchAll(ours)].map(
    ([, script]) => `'sha256-${createHash('sha256').update(script!).digest('base64')}'`,
  )
  const plain = Buffer.from(text.replaceAll(` nonce="${nonce}"`, ''))
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 27)}"`
  const headers = {
    ...given,
    ETag: etag,
    Vary: 'Accept-Encoding, Cookie',
    'Content-Security-Policy': policy(`'self' ${[...new Set(hashes)].join(' ')}`),
  }
  const withBody = (body: Buffer, encoding?: string): Prepared => ({
    status,
    headers: {
      ...headers,
      'Content-Type': 'text/html; charset=utf-8',
      ...(encoding ? { 'Content-Encoding': encoding } : {}),
      'Content-Length': String(body.length),
    },
    body,
  })
  return {
    etag,
    plain: withBody(plain),
    br: withBody(await brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }), 'br'),
    gzip: withBody(await gzipped(plain), 'gzip'),
    unchanged: { status: 304, headers, body: null },
  }
}
