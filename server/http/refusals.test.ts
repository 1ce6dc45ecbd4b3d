import { describe, expect, it, vi } from 'vitest'
import { linksOf, partOf, textOf } from '#tests/support/html.ts'
import { testServices } from '#tests/support/services.ts'
import { testApp, Visitor } from '#tests/support/visitor.ts'
import { withSite } from '#tests/support/with-site.ts'

const site = withSite(['ramon'])
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

const large = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
const refusals: [string, number, string, string, RequestInit, Record<string, string>][] = [
  [
    'a post from another site',
    403,
    '/cart',
    'This request did not come from this site.',
    { method: 'POST', body: 'x' },
    { 'sec-fetch-site': 'cross-site' },
  ],
  [
    'a form that is too large',
    413,
    '/cart',
    'Please go back and send less at once',
    { method: 'POST', body: 'x'.repeat(65 * 1024) },
    large,
  ],
  [
    'a picture that is not there',
    404,
    '/images/0199a000-0000-7000-8000-000000000000/320.webp',
    'This page isn’t here',
    { method: 'GET' },
    {},
  ],
]

describe.each(refusals)('%s', (_, status, path, words, init, headers) => {
  it('is answered to a browser with a page in our look, that keeps who is logged in', async () => {
    const answer = await site.visitor('ramon').send(path, init, { headers: { ...headers, ...browser } })
    expect(answer.status).toBe(status)
    expect(answer.headers.get('content-type')).toContain('text/html')
    expect(answer.headers.get('content-security-policy')).toContain('nonce-')
    const html = await answer.text()
    expect(textOf(html)).toContain(words)
    expect(textOf(html)).toContain('Profile')
    expect(html.match(/<title>[^<]+<\/title>/g)).toEqual([expect.stringMatching(/ – Hiram<\/title>$/)])
  })

  it('is answered to a program with a code, words and the id of the request', async () => {
    const answer = await site.visitor().send(path, init, { headers })
    expect(answer.status).toBe(status)
    const { error } = (await answer.json()) as { error: Record<string, string> }
    expect(error).toEqual({
      code: expect.stringMatching(/^[a-z-]+$/),
      message: expect.stringMatching(/\.$/),
      requestId: answer.headers.get('x-request-id'),
    })
  })
})

const undecodable = ['/listing/%zz', '/%E0%A4', '/help/%', '/%25%.data']
describe.each(undecodable)('a path that cannot be decoded, %s,', (path) => {
  it('is no page, takes no form, and writes nothing to the log', async () => {
    const warn = vi.spyOn(console, 'warn')
    const page = await site.visitor('ramon').send(path, {}, { headers: browser })
    expect(page.status).toBe(404)
    const form = { method: 'POST', body: new URLSearchParams({ intent: 'x' }) }
    const headers = { ...browser, 'sec-fetch-site': 'same-origin' }
    expect([404, 405, 422]).toContain((await site.visitor('ramon').send(path, form, { headers })).status)
    expect(warn).not.toHaveBeenCalled()
    warn.mockRestore()
  })
})

describe('when the catalogue cannot be read', () => {
  // Spec: S8.1
  it.each(['/', '/products'])('%s says so, and the page around it stands', async (path) => {
    const { services } = site
    await services.connection.pool.query('alter table category rename to category_away')
    try {
      const answer = await site.visitor().get(path)
      expect(answer.status).toBe(500)
      const html = await answer.text()
      expect(textOf(html)).toContain('Failed to load store data.')
      expect(textOf(html)).toContain('Try again')
      expect(html.match(/<h1/g)).toHaveLength(1)
      expect(html.match(/<title>[^<]+<\/title>/g)).toEqual([expect.stringMatching(/Hiram/)])
      expect(textOf(html)).toContain('Quick Links')
      expect(services.errors.splice(0).length).toBeGreaterThan(0)
    } finally {
      await services.connection.pool.query('alter table category_away rename to category')
    }
  })
})

describe('an address that is not there', () => {
  // Spec: D36
  it('is a page with a way back, a search box and a 404', async () => {
    const answer = await site.visitor().get('/no-such-page')
    expect(answer.status).toBe(404)
    const html = await answer.text()
    expect(textOf(html)).toContain('This page isn’t here')
    expect(html).toMatch(/<title>Page not found/)
    expect(textOf(partOf(html, 'h1', ''))).toContain('This page isn’t here')
    expect(linksOf(html)).toContainEqual({ name: 'Back to Home', href: '/' })
    expect(html).toContain('aria-label="Search from here"')
  })

  it('accepts no form either', async () => {
    expect((await site.visitor().post('/no-such-page', { a: 'b' })).status).toBe(404)
  })
})

// Spec: D39
it('whoever searches too much from one network is told how long to wait', async () => {
  const services = await testServices(site.services.connection, {
    limits: { search: { points: 1, seconds: 60 } },
  })
  const app = await testApp(services)
  const paths = ['/products?search=tent', '/api/suggestions?q=tent', '/products.data?search=tent']
  const ask = (path: string, from: string) => new Visitor(app, services).get(path, { from })
  expect((await ask(paths[0]!, '203.0.113.60')).status).toBe(200)
  for (const path of paths) {
    const answer = await ask(path, '203.0.113.60')
    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await answer.text()).toContain('That was a lot in a short time.')
  }
  expect((await ask(paths[1]!, '203.0.113.61')).status).toBe(200)
  await services.close()
})

describe('whoever is told to wait is told how long,', () => {
  it.each(['/login', '/login.data'])('by %s after too many log-ins', async (path) => {
    const services = await testServices(site.services.connection, {
      limits: { failedLoginsMinute: { points: 1, seconds: 60 } },
    })
    const visitor = new Visitor(await testApp(services), services)
    const wrong = { portal: 'renter', email: 'renter@hiram.test', password: 'not the password' }
    await visitor.post(path, wrong)
    const answer = await visitor.post(path, wrong)
    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    await services.close()
  })

  it.each(['/contact', '/contact.data'])('by %s after too many messages', async (path) => {
    const services = await testServices(site.services.connection, {
      limits: { contactMessages: { points: 1, seconds: 600 } },
    })
    const visitor = new Visitor(await testApp(services), services)
    const message = (subject: string) => ({
      name: 'Ana',
      email: 'ana@hiram.test',
      subject: `${subject} by ${path}`,
      message: 'It is gone.',
    })
    await visitor.post(path, message('A peg'))
    const answer = await visitor.post(path, message('A rope'))
    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    await services.close()
  })

  it('also when nobody knows: the site cannot reach its database', async () => {
    const app = await testApp({
      ...site.services,
      connection: { ...site.services.connection, ping: () => Promise.reject(new Error('gone')) },
    })
    const answer = await app.request('/healthz')
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('30')
  })
})
