import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { accepted } from '#seeds/act.ts'
import { makeFeed } from '../calendar-feed/change-feed.ts'
import { type Admission, Overloaded, type WorkKind } from './admission.ts'
import type { PageCache } from './page-cache.ts'
import { textOf } from '#tests/support/html.ts'
import { by } from '#tests/support/services.ts'
import { testApp, testPageCache, toastOf, Visitor } from '#tests/support/visitor.ts'
import { withServices } from '#tests/support/with-services.ts'

const site = withServices(['ramon'])

/** The site of a process that begins everything, and counts it. */
async function counting(fill?: PageCache['fill'], until: Promise<void> = Promise.resolve()) {
  const begun: (WorkKind | undefined)[] = []
  const admission: Admission = { run: (work, as) => (begun.push(as), until.then(work)) }
  const pageCache = testPageCache(site.services)
  const app = await testApp(site.services, {
    admission,
    pageCache: fill ? { ...pageCache, fill } : pageCache,
  })
  return { begun, get: (path: string) => new Visitor(app, site.services).get(path, asPerson) }
}

/** The site of a process that begins no request but urgent ones. */
async function overloaded(who?: 'ramon') {
  const asked: (WorkKind | undefined)[] = []
  const app = await testApp(site.services, {
    admission: {
      async run(work, as) {
        asked.push(as)
        if (as === 'urgent' || as === 'payment') return work()
        throw new Overloaded('This process is overloaded.')
      },
    },
  })
  return { visitor: new Visitor(app, site.services, who && site.cast[who]), asked }
}
const asPerson = { headers: { accept: 'text/html' } }

describe('an overloaded process', () => {
  it('lets who reads the conversation with the assistant wait, and not who asks it', async () => {
    const { visitor, asked } = await overloaded('ramon')
    expect((await visitor.get('/api/support')).status).toBe(503)
    expect((await visitor.post('/api/support', { intent: 'clear' })).status).toBe(204)
    expect(asked).toEqual(['page'])
  })

  it.each(['/', '/products?search=tent', '/help', '/profile'])(
    'answers %s with a page that says so, and when to try again',
    async (path) => {
      const answer = await (await overloaded('ramon')).visitor.get(path, asPerson)
      expect(answer.status).toBe(503)
      expect(answer.headers.get('retry-after')).toBe('5')
      expect(answer.headers.get('cache-control')).toBe('no-store')
      const html = await answer.text()
      const text = textOf(html)
      expect(text).toContain('Hiram is very busy at the moment. Many people are here at once.')
      const [, style] = /<style>([^]*)<\/style>/.exec(html)!
      const hash = createHash('sha256').update(style!).digest('base64')
      expect(answer.headers.get('content-security-policy')).toContain(`style-src 'sha256-${hash}'`)
    },
  )

  it('answers a guest’s page in the same way, and caches nothing', async () => {
    const { visitor } = await overloaded()
    expect((await visitor.get('/products', asPerson)).status).toBe(503)
    expect((await visitor.get('/products', asPerson)).status).toBe(503)
  })

  it('limits a page also when its request says that it is an upload', async () => {
    const { visitor, asked } = await overloaded('ramon')
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    expect((await visitor.get('/profile/settings', { headers })).status).toBe(503)
    expect((await visitor.get('/help', { headers })).status).toBe(503)
    expect(asked).toEqual(['page', 'page'])
  })

  it.each(['/chat', '/chat.data', '/api/messages', '/profile/settings', '/api/photos'])(
    'limits what a guest sends to %s as an upload, as nobody reads a photo of theirs',
    async (path) => {
      const { visitor, asked } = await overloaded()
      const headers = { 'content-type': 'multipart/form-data; boundary=x', 'sec-fetch-site': 'same-origin' }
      const answer = await visitor.send(path, { method: 'POST', body: '--x--\r\n' }, { headers })
      expect([answer.status, asked]).toEqual([503, ['form']])
    },
  )

  it('says of a form that it was not saved', async () => {
    const { visitor } = await overloaded('ramon')
    const answer = await visitor.post('/profile/settings', { intent: 'profile' }, asPerson)
    expect(answer.status).toBe(503)
    expect(textOf(await answer.text())).toContain('so this was not saved. Please go back and send it again')
  })

  it.each([
    '/sitemap.xml',
    '/sitemaps/pages.xml',
    '/sitemaps/listings-0199a000-0000-7000-8000-000000000000.xml',
  ])('does not begin %s', async (path) => {
    const { visitor, asked } = await overloaded()
    const answer = await visitor.get(path)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
    expect(asked).toHaveLength(1)
  })

  it('does not begin a person’s calendar', async () => {
    const { token } = accepted(await makeFeed(by(site.services, site.cast.ramon)))
    const { visitor, asked } = await overloaded()
    expect((await visitor.get(`/calendar/${token}.ics`)).status).toBe(503)
    expect(asked).toHaveLength(1)
  })

  it('tells programs in JSON', async () => {
    const answer = await (await overloaded('ramon')).visitor.get('/products.data')
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({
      error: { code: 'overloaded', message: 'Hiram is very busy at the moment.' },
    })
  })

  it('still answers health checks, webhooks, and checkouts, which are urgent', async () => {
    const { visitor, asked } = await overloaded('ramon')
    expect((await visitor.get('/healthz')).status).toBe(200)
    const webhook = { method: 'POST', body: '{}' }
    expect((await visitor.send('/api/paymongo/webhook', webhook)).status).toBe(401)
    expect(asked).toEqual([])
    expect((await visitor.get('/checkout')).status).toBe(302)
    expect((await visitor.get('/checkout/return?order=on-1', asPerson)).status).toBe(404)
    for (const path of ['/checkout', '/checkout.data'])
      expect((await visitor.post(path, { paymentMethod: 'cash_on_delivery' })).status).not.toBe(503)
    expect(asked).toEqual(['urgent', 'urgent', 'urgent', 'urgent'])
  })

  it('lets what waits for the payment provider wait apart from pages and forms', async () => {
    const { visitor, asked } = await overloaded('ramon')
    await visitor.get('/api/order-standing/on-1')
    const headers = { 'sec-fetch-site': 'same-origin' }
    await visitor.send('/api/createPaymentIntent', { method: 'POST', body: '{}' }, { headers })
    await visitor.post('/profile/rental-tracker/x/owed', { intent: 'pay' })
    await visitor.get('/profile/rental-tracker/x/owed')
    expect(asked).toEqual(['payment', 'payment', 'payment', 'page'])
  })

  it('lets what waits for the assistant wait apart from forms, as its answer takes long', async () => {
    const { visitor, asked } = await overloaded('ramon')
    await visitor.post('/support', { intent: 'ask', text: 'What does it cost?' })
    await visitor.post('/support.data', { intent: 'ask', text: 'What does it cost?' })
    await visitor.get('/support')
    expect(asked).toEqual(['assistant', 'assistant', 'page'])
  })
})

describe('a page that guests share', () => {
  it('is rendered once for all who ask at once for a listing that is gone, which leads them on at once', async () => {
    const all = Promise.withResolvers<void>()
    const { fill } = testPageCache(site.services)
    let asked = 0
    const counted: typeof fill = (...args) => {
      if (++asked === 20) all.resolve()
      return fill(...args)
    }
    const { begun, get } = await counting(counted, all.promise)
    const listing = '/listing/0199a000-0000-7000-8000-000000000000'
    const answers = await Promise.all(Array.from({ length: 20 }, () => get(listing)))
    for (const answer of answers) {
      expect(answer.status).toBe(404)
      expect(toastOf(answer)).toBe('Sorry, that listing could not be found.')
      const html = await answer.text()
      expect(html).toContain('content="0;url=/products"')
      expect(html).toMatch(/<script[^>]* type="module"/)
    }
    expect(begun).toEqual([undefined])
  })

  it('waits for its turn also when it is rendered for one request', async () => {
    const { begun, get } = await counting(async () => null)
    expect((await get('/products')).status).toBe(200)
    expect(begun).toEqual([undefined])
  })
})
