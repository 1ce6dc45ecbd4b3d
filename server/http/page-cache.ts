import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { v7 as uuid } from 'uuid'
import type { PageChange } from '../page-changes.ts'

const brotli = promisify(brotliCompress)
const MAX_BYTES = 64 * 1024 * 1024
/** A page older than this is stale: a new day in Manila and what is popular are told by nobody. */
const FRESH_MS = 30_000
/** How much longer it is stored, to be sent while another request renders the new one. */
const STALE_MS = 60_000

const paths = /^\/(?:products|about|contact|faq|help|help\/[a-z-]+|privacy-policy|listing\/[0-9a-f-]{36})?$/
const queryKeys = new Set(['category', 'after'])
const lists = /^\/(?:products)?(?:\?|$)/
const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

type Page = { plain: Buffer; small: Buffer; headers: Record<string, string> }
/** A kept page, with the ids that stand in it. */
type Kept = { page: Page; ids: ReadonlySet<string>; isStale: boolean; freshUntil: number }
/** A rendering under way, with what has changed since it began. */
type Filling = { page: Promise<Page | null>; changes: PageChange[] }

/** What decides whether a request may be answered with a kept page. */
type Asked = { method: string | undefined; url: string; cookie: string | undefined }

export interface PageCache {
  /** Whether a request asks for a page that guests share; other query keys would let anyone fill the cache. */
  accepts(asked: Asked): boolean
  /** Call when something that these pages show has changed: the pages that show it are stale, and rendered again when next asked for. */
  markStale(change: PageChange): void
  /**
   * Answers from memory, without the web framework, and returns true. Returns false when nothing was sent: the request is not accepted,
   * the page is not kept, or it is stale and this request is to render it by `fill`. While one request renders a stale page, others get
   * the old one.
   */
  answer(request: IncomingMessage, response: ServerResponse): boolean
  /**
   * Renders a page and answers with it; requests for the same address share one rendering. It is kept, as stale
   * where it changed meanwhile. Null when it is no page to keep (a redirect, an error, a cookie). `render` puts the nonce it is given on our own inline
   * scripts: only those are allowed, by hash, and the nonce is taken out again. `encodings` is the request's Accept-Encoding.
   */
  fill(url: string, encodings: string, render: (nonce: string) => Promise<Response>): Promise<Response | null>
}

/**
 * Pages as every guest sees them, rendered once and kept as bytes. Their scripts are allowed by hash, since a nonce cannot
 * survive a 304. Nobody with a session, or with a message waiting, is given one. `common` are the headers of every answer;
 * `policy` makes a content security policy from script sources.
 */
export function createPageCache(
  common: Record<string, string>,
  policy: (scripts: string) => string,
): PageCache {
  const pages = new LRUCache<string, Kept>({
    maxSize: MAX_BYTES,
    ttl: FRESH_MS + STALE_MS,
    sizeCalculation: ({ page }) => page.plain.length + page.small.length,
  })
  const filling = new Map<string, Filling>()

  const asksAsGuest = (method: string | undefined, cookie = '') =>
    method === 'GET' && !/hiram\.session_token|(?:^|;\s*)(?:__Host-)?flash=/.test(cookie)
  const accepts = ({ method, url, cookie }: Asked) => {
    if (!asksAsGuest(method, cookie)) return false
    const { pathname, searchParams } = new URL(`http://guest${url}`)
    return paths.test(pathname) && [...searchParams.keys()].every((key) => queryKeys.has(key))
  }

  const make = async (
    url: string,
    changes: readonly PageChange[],
    render: (nonce: string) => Promise<Response>,
  ): Promise<Page | null> => {
    const nonce = randomBytes(16).toString('hex')
    const rendered = await render(nonce)
    if (rendered.status !== 200 || rendered.headers.has('set-cookie')) {
      // It must not stand in any longer: a listing that was taken down is gone.
      pages.delete(url)
      return null
    }
    const html = await rendered.text()
    const page = await pageOf(html, nonce, common, policy)
    const ids = new Set(html.match(uuids))
    const isStale = changes.some((change) => alters(change, url, ids))
    // One that began later may be there already.
    if (!isStale || !pages.has(url))
      pages.set(url, { page, ids, isStale, freshUntil: performance.now() + FRESH_MS })
    return page
  }

  const begin = (url: string, render: (nonce: string) => Promise<Response>): Filling => {
    const changes: PageChange[] = []
    const begun: Filling = { changes, page: Promise.resolve().then(() => make(url, changes, render)) }
    filling.set(url, begun)
    return begun
  }

  return {
    accepts,
    markStale(change) {
      for (const [url, kept] of pages.entries()) if (alters(change, url, kept.ids)) kept.isStale = true
      for (const [url, { changes }] of filling) {
        changes.push(change)
        // It may hold old data: later requests don't join it.
        if (alters(change, url, pages.get(url)?.ids ?? new Set(url.match(uuids)))) filling.delete(url)
      }
    },
    answer(request, response) {
      const url = request.url ?? '/'
      // What is kept is at an address that is accepted.
      const kept = pages.get(url)
      if (!kept || !asksAsGuest(request.method, request.headers.cookie)) return false
      const isFresh = !kept.isStale && performance.now() < kept.freshUntil
      if (!isFresh && !filling.has(url)) return false
      const { page } = kept
      const headers: Record<string, string | number> = { ...page.headers, 'X-Request-Id': uuid() }
      if (request.headers['if-none-match'] === page.headers.ETag) {
        response.writeHead(304, headers).end()
        return true
      }
      const body = bodyFor(page, String(request.headers['accept-encoding'] ?? ''), headers)
      headers['Content-Length'] = body.length
      response.writeHead(200, headers).end(body)
      return true
    },
    async fill(url, encodings, render) {
      // One rendering at a time for a page, however many ask for it.
      const made = filling.get(url) ?? begin(url, render)
      try {
        const page = await made.page
        if (!page) return null
        const headers: Record<string, string> = { ...page.headers }
        return new Response(bodyFor(page, encodings, headers) as BodyInit, { headers })
      } finally {
        if (filling.get(url) === made) filling.delete(url)
      }
    },
  }
}

/** Whether a change alters the page at an address, in which these ids stand. */
function alters(change: PageChange, url: string, ids: ReadonlySet<string>): boolean {
  if (change.all || (change.lists && lists.test(url))) return true
  return [...change.listings].some((id) => ids.has(id))
}

/** The bytes of a page in the best encoding that a browser accepts; says in the headers what they are. */
function bodyFor(page: Page, encodings: string, headers: Record<string, string | number>): Buffer {
  headers['Content-Type'] = 'text/html; charset=utf-8'
  if (!encodings.includes('br')) return page.plain
  headers['Content-Encoding'] = 'br'
  return page.small
}

async function pageOf(
  text: string,
  nonce: string,
  common: Record<string, string>,
  policy: (scripts: string) => string,
): Promise<Page> {
  const ours = new RegExp(`<script(?=[^>]* nonce="${nonce}")(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</script>`, 'g')
  const hashes = [...text.matchAll(ours)].map(
    ([, script]) => `'sha256-${createHash('sha256').update(script!).digest('base64')}'`,
  )
  const page = text
    .replaceAll(` nonce="${nonce}"`, '')
    .replaceAll('<link rel="modulepreload"', '$& fetchPriority="low"')
  const plain = Buffer.from(page)
  return {
    plain,
    small: await brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    headers: {
      ...common,
      ETag: `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 27)}"`,
      'Cache-Control': 'private, no-cache',
      Vary: 'Accept-Encoding, Cookie',
      'Content-Security-Policy': policy(`'self' ${[...new Set(hashes)].join(' ')}`),
    },
  }
}
