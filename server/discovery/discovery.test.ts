import sharp from 'sharp'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { withSite } from '#tests/support/with-site.ts'
import { ImagesAway } from '#gateways/images/port.ts'
import { listPublicPages, listSitemapParts } from './queries.ts'
import { createPictureDrawer } from './sharing-picture.ts'
import { securityTxt } from './security-txt.ts'
import { sitemapOfListings } from './sitemap.ts'

const base = 'https://hiram.ph'
const site = withSite(['olivia', 'amihan'], {
  env: { BASE_URL: base, SITE_NAME: 'Hiram <QC>' },
  withFiles: true,
})
let tent: string
let paused: string
let waiting: string
beforeAll(async () => {
  tent = await site.publish({ title: 'Tent & "stove"', categoryId: 4 })
  paused = await site.publish({ title: 'Paused' })
  waiting = await site.publish({ title: 'Waiting' })
  const { db } = site.services
  await db.updateTable('listing').set({ pausedAt: new Date() }).where('id', '=', paused).execute()
  await db.updateTable('listing').set({ status: 'available' }).where('id', '=', waiting).execute()
})
const get = (path: string) => site.visitor().get(path)
const locations = (xml: string) =>
  [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url!.replaceAll('&amp;', '&'))

describe('robots.txt', () => {
  it('keeps crawlers out of private pages, and names the sitemap', async () => {
    const answer = await get('/robots.txt')
    expect(answer.headers.get('content-type')).toContain('text/plain')
    const lines = (await answer.text()).trim().split('\n')
    expect(lines[0]).toBe('User-agent: *')
    for (const path of ['/api/', '/admin', '/profile', '/cart', '/checkout', '/chat'])
      expect(lines).toContain(`Disallow: ${path}`)
    expect(lines.at(-1)).toBe(`Sitemap: ${base}/sitemap.xml`)
  })
})

describe('security.txt', () => {
  it('says where to report a weakness, in the form of RFC 9116', async () => {
    const answer = await get('/.well-known/security.txt')
    expect([answer.status, answer.headers.get('content-type')?.toLowerCase()]).toEqual([
      200,
      'text/plain; charset=utf-8',
    ])
    const text = await answer.text()
    expect(text).toMatch(/\n$/)
    const fields = text
      .trimEnd()
      .split('\n')
      .map((line) => /^([A-Z][A-Za-z-]+): (\S.*)$/.exec(line)!.slice(1))
    expect(Object.fromEntries(fields)).toEqual({
      Contact: `mailto:${site.services.settings.supportEmail}?subject=Security`,
      // 180 days after November 21.
      Expires: '2027-05-20T00:00:00.000Z',
      'Preferred-Languages': 'en, fil',
      Policy: `${base}/.well-known/security-policy.txt`,
      Canonical: `${base}/.well-known/security.txt`,
    })
  })

  it('leads to a policy that is there', async () => {
    const [, policy] = /^Policy: (.*)$/m.exec(await (await get('/.well-known/security.txt')).text())!
    const answer = await get(new URL(policy!).pathname)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain(site.services.settings.supportEmail)
  })

  it('names no pages where there is no https, as the RFC allows none', () => {
    const text = securityTxt({ baseUrl: 'http://localhost:3000', supportEmail: 'us@hiram.test' }, new Date())
    expect(text).toContain('Contact: mailto:us@hiram.test')
    expect(text).not.toContain('http:')
  })
})

describe('the sitemap', () => {
  const all = async () => {
    const index = await get('/sitemap.xml')
    expect(index.headers.get('content-type')).toContain('application/xml')
    const parts = locations(await index.text())
    return (await Promise.all(parts.map(async (url) => (await get(url.slice(base.length))).text()))).join('')
  }

  // Spec: D9
  it('names every public listing once with when it last changed, and nothing that is not public', async () => {
    const xml = await all()
    const listed = locations(xml).filter((url) => url.includes('/listing/'))
    expect(listed).toEqual([`${base}/listing/${tent}`])
    const { createdAt, moderatedAt } = await site.services.db
      .selectFrom('listing')
      .select(['createdAt', 'moderatedAt'])
      .where('id', '=', tent)
      .executeTakeFirstOrThrow()
    const changed = new Date(Math.max(createdAt.getTime(), moderatedAt!.getTime()))
    expect(xml).toContain(`${tent}</loc><lastmod>${changed.toISOString()}</lastmod>`)
  })

  it('names the pages and the categories that have something, and every address in it answers 200 as its own canonical one', async () => {
    const urls = locations(await all())
    expect(new Set(urls).size).toBe(urls.length)
    expect(urls).toContain(`${base}/products?category=Party+%26+Events`)
    expect(urls).not.toContain(`${base}/products?category=Tools`)
    for (const url of urls) {
      const page = await get(url.slice(base.length))
      const html = await page.text()
      expect([url, page.status, canonicalOf(html)]).toEqual([url, 200, url])
      expect(html).not.toMatch(/<meta name="robots"/)
    }
  })

  it('is cut into parts, each beginning with the listing its address names', async () => {
    const more = [await site.publish({ title: 'B' }), await site.publish({ title: 'C' })]
    const ids = [tent, ...more].sort()
    expect(await listSitemapParts(site.services.db, 2)).toEqual([ids[0], ids[2]])
    const read = (from: string, limit: number) => listPublicPages(site.services.db, from, limit)
    for (const atOnce of [1, 2, 3, 5000]) {
      let xml = ''
      for await (const piece of sitemapOfListings({ baseUrl: base, read }, ids[0]!, atOnce)) xml += piece
      expect(locations(xml)).toEqual(ids.map((id) => `${base}/listing/${id}`))
      expect(xml).toMatch(/^<\?xml [^>]*>\n<urlset [^>]*>\n<url>[^]*<\/url>\n<\/urlset>\n$/)
    }
  })

  it('leads from any later listing to the part that has it, as parts begin elsewhere when a listing goes', async () => {
    const answer = await get('/sitemaps/listings-ffffffff-ffff-7fff-bfff-ffffffffffff.xml')
    expect([answer.status, answer.headers.get('location')]).toEqual([302, `/sitemaps/listings-${tent}.xml`])
  })

  it.each([
    '/sitemaps/listings-00000000-0000-7000-8000-000000000000.xml',
    '/sitemaps/x.xml',
    '/sitemaps/listings-1.xml',
  ])('has no part %s', async (path) => expect((await get(path)).status).toBe(404))
})

const canonicalOf = (html: string) =>
  /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&')
const metaOf = (html: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1]

describe('the preview of a shared link', () => {
  // Spec: S0.3
  it('a listing has its title, price and a picture of its own', async () => {
    const html = await (await get(`/listing/${tent}`)).text()
    expect(metaOf(html, 'og:title')).toBe(
      'Tent &amp; &quot;stove&quot; for rent, ₱450.00/day – Hiram &lt;QC&gt;',
    )
    expect(metaOf(html, 'og:type')).toBe('product')
    expect(metaOf(html, 'og:url')).toBe(`${base}/listing/${tent}`)
    expect(metaOf(html, 'product:price:amount')).toBe('450.00')
    expect(metaOf(html, 'product:price:currency')).toBe('PHP')
    expect(metaOf(html, 'twitter:card')).toBe('summary_large_image')
    expect(metaOf(html, 'description')!.length).toBeLessThanOrEqual(160)
    const url = metaOf(html, 'og:image')!
    expect(url).toBe(`${base}/og/listing/${tent}.jpg`)
    const picture = await get(url.slice(base.length))
    expect(picture.headers.get('content-type')).toBe('image/jpeg')
    const bytes = Buffer.from(await picture.arrayBuffer())
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 1200, height: 630, format: 'jpeg' })
    expect(bytes.length).toBeLessThan(1_000_000)
    const etag = picture.headers.get('etag')!
    expect(
      (await site.visitor().get(url.slice(base.length), { headers: { 'if-none-match': etag } })).status,
    ).toBe(304)
    await site.services.db
      .updateTable('listing')
      .set({ pricePerDayCentavos: 9900 })
      .where('id', '=', tent)
      .execute()
    expect((await get(url.slice(base.length))).headers.get('etag')).not.toBe(etag)
  })

  it('every other page shows the site’s', async () => {
    const html = await (await get('/about')).text()
    const url = metaOf(html, 'og:image')!
    expect(url).toBe(`${base}/og/site.jpg`)
    expect((await get(url.slice(base.length))).headers.get('content-type')).toBe('image/jpeg')
  })

  it('is not drawn while 25 others wait, and those that are drawn already are there', async () => {
    const { services } = site
    const id = await site.publish({ title: 'Drum' })
    let release: (() => void) | undefined
    const hanging = new Promise<void>((done) => void (release = done))
    let drawn = 0
    const draw = async () => {
      if (drawn++ > 0) await hanging
      return new Uint8Array(1)
    }
    const pictures = createPictureDrawer({ ...services, sharing: { draw } })
    const ofTitle = async (title: string) => {
      await services.db.updateTable('listing').set({ title }).where('id', '=', id).execute()
      return pictures.ofListing(id)
    }
    const done = await ofTitle('Drum')
    const waiting: ReturnType<typeof ofTitle>[] = []
    for (let i = 1; i <= 25; i++) {
      waiting.push(ofTitle(`Drum ${i}`))
      await vi.waitFor(() => expect(drawn).toBe(i + 1))
    }
    await expect(ofTitle('One more drum')).rejects.toThrow(ImagesAway)
    expect(await ofTitle('Drum')).toEqual(done)
    release!()
    expect(await Promise.all(waiting)).toHaveLength(25)
    expect(await ofTitle('One more drum')).not.toBeNull()
  })

  it('there is no picture of what is not public', async () => {
    for (const id of [paused, waiting, '0199a000-0000-7000-8000-000000000000'])
      expect((await get(`/og/listing/${id}.jpg`)).status).toBe(404)
    const olivia = await (await site.visitor('olivia').get(`/listing/${waiting}`)).text()
    expect(olivia).toContain('<meta name="robots" content="noindex, follow"')
    expect(olivia).not.toContain('application/ld+json')
  })
})

describe('which pages search engines list', () => {
  it.each([
    ['/products?search=tent', '/products'],
    ['/products?category=Camping&search=tent', '/products'],
    ['/products?after=x', '/products'],
  ])('%s is followed, not listed, and its canonical page is %s', async (path, canonical) => {
    const html = await (await get(path)).text()
    expect(html).toContain('<meta name="robots" content="noindex, follow"')
    expect(canonicalOf(html)).toBe(base + canonical)
  })

  it('the canonical page of a category on the home page is the home page', async () => {
    const html = await (await get('/?category=Camping')).text()
    expect(canonicalOf(html)).toBe(`${base}/`)
  })

  it.each<[string, 'olivia' | 'amihan' | undefined]>([
    ['/cart', undefined],
    ['/login', undefined],
    ['/no-such-page', undefined],
    ['/profile', 'olivia'],
    ['/profile/listings', 'olivia'],
    ['/admin', 'amihan'],
  ])('%s is not listed', async (path, who) => {
    const html = await (await site.visitor(who).get(path)).text()
    expect(html.match(/<meta name="robots" content="noindex"/g)).toHaveLength(1)
    expect(canonicalOf(html)).toBeUndefined()
  })
})

describe('the home screen', () => {
  // Spec: S0.3
  it('finds a manifest of the right type with icons of the sizes it says', async () => {
    const answer = await get('/manifest.webmanifest')
    expect(answer.headers.get('content-type')).toContain('application/manifest+json')
    const manifest = (await answer.json()) as {
      name: string
      display: string
      start_url: string
      icons: { src: string; sizes: string; purpose: string }[]
    }
    expect(manifest).toMatchObject({ name: 'Hiram <QC>', display: 'standalone', start_url: '/' })
    expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
      '192x192 any',
      '512x512 any',
      '512x512 maskable',
    ])
    for (const { src, sizes } of manifest.icons) {
      const { width, height } = await sharp(Buffer.from(await (await get(src)).arrayBuffer())).metadata()
      expect(`${width}x${height}`).toBe(sizes)
    }
    const html = await (await get('/')).text()
    expect(html).toContain('<link rel="manifest" href="/manifest.webmanifest"')
    expect(html.match(/<meta name="theme-color"/g)).toHaveLength(2)
    expect((await get('/apple-touch-icon.png')).status).toBe(200)
  })
})
