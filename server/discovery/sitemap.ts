import { LRUCache } from 'lru-cache'
import { listedPages } from '#domain/pages.ts'
import { MINUTE_MS } from '#domain/time.ts'
import type { Db } from '../context.ts'
import type { Help } from '../help/queries.ts'
import { listFilledCategories, type ListedPage, listSitemapParts, type SitePage } from './queries.ts'

/** A sitemap may have 50,000 addresses. Parts are smaller, so that there is room for listings published meanwhile. */
const PART_SIZE = 45_000
const PART_LIMIT = 50_000

const fixedPages = listedPages.filter((path) => !path.includes(':'))

/** How many listings of a part are read at once: more are read when the client has taken these. */
const READ_AT_ONCE = 5000

/**
 * Reads the first listing of every part, at most once a minute: it reads an index of all public listings, and anybody
 * may ask for a part.
 */
export function sitemapParts(db: Db): () => Promise<string[]> {
  const kept = new LRUCache<'parts', string[]>({
    max: 1,
    ttl: MINUTE_MS,
    fetchMethod: () => listSitemapParts(db, PART_SIZE),
  })
  return async () => (await kept.fetch('parts'))!
}

/** The sitemap index: it names one sitemap of the fixed pages, and one for each part of the public listings. */
export function sitemapIndex(parts: readonly string[], baseUrl: string): string {
  const files = ['/sitemaps/pages.xml', ...parts.map(partPath)]
  const entries = files.map((file) => `<sitemap><loc>${baseUrl}${file}</loc></sitemap>`)
  return `${head}<sitemapindex ${namespace}>\n${entries.join('\n')}\n</sitemapindex>\n`
}

/** The path of the part that begins with the listing `from`. */
export const partPath = (from: string): string => `/sitemaps/listings-${from}.xml`

/** The sitemap of the fixed pages, the help texts, and the categories with public listings. */
export async function sitemapOfPages(db: Db, help: Help, baseUrl: string): Promise<string> {
  const categories = await listFilledCategories(db)
  const paths = [
    ...fixedPages,
    ...help.articles.map(({ slug }) => `/help/${slug}`),
    ...categories.map((name) => `/products?${new URLSearchParams({ category: name })}`),
  ]
  return (
    opening +
    urls(
      paths.map((path) => ({ path, changedAt: null })),
      baseUrl,
    ) +
    closing
  )
}

type Reading = { baseUrl: string; read: (from: string, limit: number) => Promise<ListedPage[]> }

/**
 * The sitemap of the part that begins with the listing `from`, piece by piece. Each is read when the one before was
 * taken, so that a slow client holds few rows.
 */
export async function* sitemapOfListings(
  { baseUrl, read }: Reading,
  from: string,
  atOnce = READ_AT_ONCE,
): AsyncGenerator<string> {
  let next: string | undefined = from
  for (let left = PART_LIMIT; next !== undefined && left > 0; left -= atOnce) {
    const rows: ListedPage[] = await read(next, atOnce + 1)
    yield (next === from ? opening : '') + urls(rows.slice(0, atOnce), baseUrl)
    next = rows[atOnce]?.id
  }
  yield closing
}

const head = '<?xml version="1.0" encoding="UTF-8"?>\n'
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const opening = `${head}<urlset ${namespace}>\n`
const closing = '</urlset>\n'

function urls(listed: readonly SitePage[], baseUrl: string): string {
  const entries = listed.map(({ path, changedAt }) => {
    const lastmod = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''
    return `<url><loc>${baseUrl}${path.replaceAll('&', '&amp;')}</loc>${lastmod}</url>\n`
  })
  return entries.join('')
}
