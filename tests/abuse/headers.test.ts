import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { rent, tinyJpeg } from '#tests/support/people.ts'
import { testServices } from '#tests/support/services.ts'
import { withSite } from '#tests/support/with-site.ts'
import { testApp, Visitor } from '#tests/support/visitor.ts'

const site = withSite(['ramon', 'olivia', 'amihan'], { withFiles: true })

const everywhere = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(self), payment=(), usb=()',
  'x-xss-protection': '0',
}
const headersOf = (response: Response) => Object.fromEntries(response.headers)

/** The directives of a content security policy by name. */
function policyOf(response: Response): Record<string, string> {
  const parts = (response.headers.get('content-security-policy') ?? '').split('; ')
  return Object.fromEntries(parts.map((part) => [part.split(' ')[0]!, part.split(' ').slice(1).join(' ')]))
}
const rest = {
  'default-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data: blob:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'worker-src': "'self'",
  'frame-ancestors': "'none'",
  'frame-src': "'none'",
  'object-src': "'none'",
  'base-uri': "'none'",
  // The answer to a form may redirect to the payment page.
  'form-action': "'self' http://payments.test",
}

describe('every answer carries the headers that protect it', () => {
  it.each([
    ['a page', '/', 200],
    ['a page that is not there', '/no-such-page', 404],
    ['a redirect', '/profile', 302],
    ['data of a page', '/products.data', 200],
    ['the health of the server', '/healthz', 200],
    ['a photo that is not there', '/images/x/320.webp', 404],
    ['a file', '/favicon.svg', 200],
  ])('%s', async (_, path, status) => {
    const response = await site.visitor().get(path)
    expect(response.status).toBe(status)
    expect(headersOf(response)).toMatchObject(everywhere)
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(response.headers.get('x-powered-by')).toBeNull()
    expect(response.headers.get('server')).toBeNull()
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
  })

  it('a write that is refused', async () => {
    const response = await site.visitor().post('/login', {}, { headers: { 'sec-fetch-site': 'cross-site' } })
    expect(response.status).toBe(403)
    expect(headersOf(response)).toMatchObject(everywhere)
  })
})

describe('the content security policy', () => {
  // Case: 36
  it('of a page for someone with a session runs scripts with its nonce only', async () => {
    const response = await site.visitor('ramon').get('/')
    const { 'script-src': scripts, ...others } = policyOf(response)
    expect(others).toEqual(rest)
    const nonce = /^'nonce-([A-Za-z0-9+/=]{24})' 'strict-dynamic'$/.exec(scripts!)?.[1]
    expect(nonce).toBeDefined()
    const html = await response.text()
    // Structured data is no script: no browser runs it, nonce or not.
    const tags = [...html.matchAll(/<script\b(?! type="application\/ld\+json")[^>]*>/g)].map(([tag]) => tag)
    expect(tags.length).toBeGreaterThan(1)
    for (const tag of tags) expect(tag).toContain(`nonce="${nonce}"`)
  })

  it('has a new nonce in each answer, which is not cached', async () => {
    const [a, b] = [await site.visitor('ramon').get('/'), await site.visitor('ramon').get('/')]
    expect(policyOf(a)['script-src']).not.toBe(policyOf(b)['script-src'])
    expect(a.headers.get('cache-control')).toBe('no-store')
  })

  it('of a page that guests share runs the page’s own scripts only, by hash', async () => {
    const response = await site.visitor().get('/')
    const { 'script-src': scripts, ...others } = policyOf(response)
    expect(others).toEqual(rest)
    expect(scripts).toMatch(/^'self'( 'sha256-[A-Za-z0-9+/=]{44}')+$/)
  })

  it('lets forms lead to our own pages only where nobody pays online', async () => {
    const services = await testServices(site.services.connection)
    services.payments = null
    const visitor = new Visitor(await testApp(services), services)
    try {
      for (const path of ['/', '/login'])
        expect(policyOf(await visitor.get(path))['form-action']).toBe("'self'")
    } finally {
      await services.close()
    }
  })

  it('lets no inline style, inline handler, frame or plugin through: pages use none', async () => {
    for (const path of [
      '/',
      '/products',
      '/login?portal=renter&tab=signup',
      '/cart',
      '/faq',
      '/styleguide',
    ]) {
      const html = await (await site.visitor().get(path)).text()
      expect(html).not.toMatch(/<[^>]+\sstyle="/)
      expect(html).not.toMatch(/<[^>]+\son[a-z]+="/)
      expect(html).not.toMatch(/<(iframe|object|embed|base)\b/)
      expect(html).not.toMatch(/javascript:/i)
      expect(html).not.toMatch(/(?:src|href)="https?:\/\/(?!localhost)/)
    }
  })

  it('is that of a photo also where it is only 8 pixels wide', async () => {
    const narrow = { width: 8, height: 12, channels: 3, background: '#c66b3d' } as const
    const body = new Blob([(await sharp({ create: narrow }).png().toBuffer()) as BlobPart])
    const visitor = site.visitor('olivia')
    const headers = { 'sec-fetch-site': 'same-origin', 'content-type': 'image/png' }
    const sent = await visitor.send('/api/photos', { method: 'POST', body }, { headers })
    const { photo } = (await sent.json()) as { photo: { id: string; widths: number[] } }
    expect(photo.widths).toEqual([8])
    expect((await visitor.get(`/images/${photo.id}/8.webp`)).status).toBe(200)
  })

  it('of a photo allows nothing but a photo', async () => {
    const { services, cast } = site
    const visitor = site.visitor('olivia')
    const body = new Blob([(await tinyJpeg()) as BlobPart])
    const sent = await visitor.send(
      '/api/photos',
      { method: 'POST', body },
      { headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'image/jpeg' } },
    )
    const { photo } = (await sent.json()) as { photo: { id: string; widths: number[] } }
    const response = await visitor.get(`/images/${photo.id}/${photo.widths[0]}.webp`)
    expect(headersOf(response)).toMatchObject({
      ...everywhere,
      'content-type': 'image/webp',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': 'inline',
    })
    expect(services.errors).toEqual([])
    expect(cast.olivia.role).toBe('owner')
  })
})

describe('private data is not cached', () => {
  // Case: 40
  it.each(['/', '/products', '/cart', '/profile', '/profile/rental-tracker', '/profile.data'])(
    '%s',
    async (path) => {
      const response = await site.visitor('ramon').get(path)
      expect(response.status).toBe(200)
      expect(response.headers.get('cache-control')).toBe('no-store')
    },
  )

  it('a receipt', async () => {
    const { orderNumber } = await rent(site.services, site.cast.ramon, [await site.publish()])
    const response = await site.visitor('ramon').get(`/receipt/${orderNumber}`)
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  it('and pages that guests share may be kept only by their own browser, which asks each time', async () => {
    const response = await site.visitor().get('/products')
    expect(response.headers.get('cache-control')).toBe('private, no-cache')
    expect(response.headers.get('vary')).toContain('Cookie')
  })
})

it('by https, browsers are told to stay there and cookies go nowhere else', async () => {
  const services = await testServices(site.services.connection, { env: { BASE_URL: 'https://hiram.ph' } })
  const visitor = new Visitor(await testApp(services), services)
  const page = await visitor.get('/')
  expect(page.headers.get('strict-transport-security')).toBe('max-age=63072000; includeSubDomains')
  expect(policyOf(page)).toHaveProperty('upgrade-insecure-requests')
  await services.close()
})
