import { listedPages } from '#domain/pages.ts'
import type { Db } from '../context.ts'
import type { Help } from '../help/queries.ts'
import { listFilledCategories, listPublicPages, listSitemapParts, type SitePage } from './queries.ts'

/** A sitemap may have 50,000 addresses. Parts are smaller, so that there is room for listings published meanwhile. */
const PART_SIZE = 45_000
const PART_LIMIT = 50_000

const fixedPages = listedPages.filter((path) => !path.includes(':'))

/** The sitemap index: it names one sitemap of the fixed pages, and one for each part of the public listings. */
export async function sitemapIndex(db: Db, baseUrl: string): Promise<string> {
  const parts = await listSitemapParts(db, PART_SIZE)
  const files = ['/sitemaps/pages.xml', ...parts.map((id) => `/sitemaps/listings-${id}.xml`)]
  const entries = files.map((file) => `<sitemap><loc>${baseUrl}${file}</loc></sitemap>`)
  return `${head}<sitemapindex ${namespace}>\n${entries.join('\n')}\n</sitemapindex>\n`
}

/** The sitemap of the fixed pages, the help texts, and the categories with public listings. */
export async function sitemapOfPages(db: Db, help: Help, baseUrl: string): Promise<string> {
  const categories = await listFilledCategories(db)
  const paths = [
    ...fixedPages,
    ...help.articles.map(({ slug }) => `/help/${slug}`),
    ...categories.map((name) => `/products?${new URLSearchParams({ category: name })}`),
  ]
  return [
    ...urlset(
      paths.map((path) => ({ path, changedAt: null })),
      baseUrl,
    ),
  ].join('')
}

/** The public listings of the part that begins with the id `from`, or null when there are none. */
export async function sitemapOfListings(
  db: Db,
  baseUrl: string,
  from: string,
): Promise<Generator<string> | null> {
  const listed = await listPublicPages(db, from, PART_LIMIT)
  return listed.length > 0 ? urlset(listed, baseUrl) : null
}

const head = '<?xml version="1.0" encoding="UTF-8"?>\n'
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

function* urlset(listed: readonly SitePage[], baseUrl: string): Generator<string> {
  yield `${head}<urlset ${namespace}>\n`
  for (const { path, changedAt } of listed) {
    const lastmod = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''
    yield `<url><loc>${baseUrl}${path.replaceAll('&', '&amp;')}</loc>${lastmod}</url>\n`
  }
  yield '</urlset>\n'
}
