import { ReadableStream } from 'node:stream/web'
import { Hono } from 'hono'
import { validate as isUuid } from 'uuid'
import type { Services } from '../context.ts'
import { listPublicPages } from '../discovery/queries.ts'
import { createPictureDrawer, type SharingPicture } from '../discovery/sharing-picture.ts'
import { securityPolicy, securityTxt } from '../discovery/security-txt.ts'
import {
  partPath,
  sitemapIndex,
  sitemapOfListings,
  sitemapOfPages,
  sitemapParts,
} from '../discovery/sitemap.ts'
import type { Admission } from './admission.ts'
import { hasCopy } from './has-copy.ts'
import { filePolicy } from './security-headers.ts'

/** Paths that no search should show: crawlers are asked not to read them. It is no access control. */
const keptOut = ['/api/', '/admin', '/profile', '/cart', '/checkout', '/chat']

const anHour = 'public, max-age=3600'
/** The same time as the photos in the picture are cached. */
const aMinute = 'public, max-age=60'
const xml = { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': anHour }

/**
 * The files for search engines, messengers, home screens and people who report a weakness: robots.txt, the sitemaps,
 * the sharing pictures, the manifest, security.txt. What sitemaps read waits for its turn as pages do.
 */
export function discoveryEndpoints(services: Services, admission: Admission): Hono {
  const { db, help, settings } = services
  const { baseUrl, siteName } = settings
  const pictures = createPictureDrawer(services)
  const parts = sitemapParts(db)
  const endpoints = new Hono()

  endpoints.get('/robots.txt', (c) => {
    const rules = ['User-agent: *', ...keptOut.map((path) => `Disallow: ${path}`)]
    c.header('Cache-Control', anHour)
    return c.text(`${rules.join('\n')}\n\nSitemap: ${baseUrl}/sitemap.xml\n`)
  })

  endpoints.get('/.well-known/security.txt', (c) => {
    c.header('Cache-Control', anHour)
    return c.text(securityTxt(settings, services.clock.now()))
  })
  endpoints.get('/.well-known/security-policy.txt', (c) => {
    c.header('Cache-Control', anHour)
    return c.text(securityPolicy(settings))
  })

  endpoints.get('/sitemap.xml', async (c) =>
    c.body(sitemapIndex(await admission.run(parts), baseUrl), 200, xml),
  )
  endpoints.get('/sitemaps/pages.xml', async (c) =>
    c.body(await admission.run(() => sitemapOfPages(db, help, baseUrl)), 200, xml),
  )
  endpoints.get('/sitemaps/:file{listings-[0-9a-f-]{36}\\.xml}', async (c, next) => {
    const asked = c.req.param('file').slice('listings-'.length, -'.xml'.length)
    if (!isUuid(asked)) return next()
    const from = (await admission.run(parts)).findLast((id) => id <= asked)
    if (from === undefined) return next()
    // Once a listing is gone, later parts begin at other ids. A crawler may still ask for the ids of an old index.
    if (from !== asked) return c.redirect(partPath(from))
    const read = (id: string, limit: number) => admission.run(() => listPublicPages(db, id, limit))
    const pieces = sitemapOfListings({ baseUrl, read }, from)
    const first = await pieces.next()
    return c.body(ReadableStream.from(encoded(String(first.value), pieces)) as never, 200, xml)
  })

  const answerPicture = (request: Request, { bytes, etag }: SharingPicture, cache: string) => {
    const headers = { ETag: etag, 'Cache-Control': cache, 'Content-Security-Policy': filePolicy }
    if (hasCopy(request.headers.get('if-none-match'), etag))
      return new Response(null, { status: 304, headers })
    return new Response(bytes as BodyInit, { headers: { ...headers, 'Content-Type': 'image/jpeg' } })
  }
  endpoints.get('/og/site.jpg', async (c) => answerPicture(c.req.raw, await pictures.ofSite(), anHour))
  endpoints.get('/og/listing/:file{[0-9a-f-]{36}\\.jpg}', async (c, next) => {
    const id = c.req.param('file').slice(0, -'.jpg'.length)
    const picture = isUuid(id) ? await pictures.ofListing(id) : null
    return picture ? answerPicture(c.req.raw, picture, aMinute) : next()
  })

  endpoints.get('/manifest.webmanifest', (c) =>
    c.body(JSON.stringify(manifestOf(siteName)), 200, {
      'Content-Type': 'application/manifest+json; charset=utf-8',
      'Cache-Control': anHour,
    }),
  )
  return endpoints
}

async function* encoded(first: string, others: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  yield encoder.encode(first)
  for await (const piece of others) yield encoder.encode(piece)
}

function manifestOf(siteName: string) {
  const icon = (file: string, size: number, purpose: string) => ({
    src: `/${file}`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })
  return {
    id: '/',
    name: siteName,
    short_name: siteName,
    description: 'Rent cameras, tents, tools and more from people nearby, by the day.',
    lang: 'en-PH',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: '#faf5ea',
    background_color: '#faf5ea',
    icons: [
      icon('icon-192.png', 192, 'any'),
      icon('icon-512.png', 512, 'any'),
      icon('icon-512.png', 512, 'maskable'),
    ],
  }
}
