import { describe, expect, it } from 'vitest'
import { withSite } from '#tests/support/with-site.ts'

const site = withSite(['ramon', 'olivia', 'amihan'], { withFiles: true })

describe('a path is taken as it was sent:', () => {
  it.each([
    '//evil.test/',
    '/..%2f..%2fetc/passwd',
    '/assets/../../../../etc/passwd',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/images/../../session-secret',
    '/faq/..%2fadmin',
    '/faq%00',
    '/%c0%ae%c0%ae/etc/passwd',
  ])('%s leads nowhere', async (path) => {
    const answer = await site.visitor('ramon').get(path)
    expect([400, 404]).toContain(answer.status)
    expect(answer.headers.get('location')).toBeNull()
    expect(await answer.text()).not.toMatch(/root:|"dependencies"/)
  })

  it.each(['/faq/../admin', '/./admin', '//admin', '/faq/%2e%2e/admin'])(
    '%s opens no page of admins to a renter',
    async (path) => {
      const answer = await site.visitor('ramon').get(path)
      expect([302, 303, 400, 403, 404]).toContain(answer.status)
      expect(answer.headers.get('location') ?? '/').toMatch(/^\/(?![/\\])/)
    },
  )
})

describe('a header that stands twice', () => {
  const press = (headers: Record<string, string[]>) => site.visitor('ramon').post('/logout', {}, { headers })
  const isLoggedIn = async () => (await site.visitor('ramon').get('/profile')).status === 200

  it.each([
    ['sec-fetch-site', ['same-origin', 'cross-site']],
    ['sec-fetch-site', ['cross-site', 'same-origin']],
  ] as const)('lets no other site write: %s as %j', async (name, values) => {
    expect((await press({ [name]: [...values] })).status).toBe(403)
    expect(await isLoggedIn()).toBe(true)
  })

  it.each([
    ['content-length', ['0', '9']],
    ['transfer-encoding', ['chunked', 'identity']],
  ] as const)('is refused where it says how long a request is: %s', async (name, values) => {
    const answer = press({ [name]: [...values] }).then(
      ({ status }) => status,
      (error: { code?: string }) => error.code,
    )
    expect([400, 'ECONNRESET', 'EPIPE']).toContain(await answer)
    expect(await isLoggedIn()).toBe(true)
  })

  it('makes nobody’s address: the connection’s counts, where no proxy of ours is', async () => {
    const from = '198.51.100.9'
    const forged = { 'x-forwarded-for': ['203.0.113.1', '203.0.113.2'] }
    await site.visitor('ramon').get('/admin', { headers: forged, from })
    const noted = await site.services.db
      .selectFrom('event')
      .select('network')
      .where('action', '=', 'refuse')
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(noted?.network).toMatch(/^198\.51\.100\./)
  })
})

it('an answer in place of another has its own length and encoding', async () => {
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-site', accept: 'text/html' }
  const intent = { method: 'POST', body: '{}' }
  const answer = await site
    .visitor('ramon')
    .send('/api/createPaymentIntent', intent, { headers: { ...headers, 'accept-encoding': 'zstd' } })
  expect([answer.status, answer.headers.get('content-encoding')]).toEqual([403, null])
  expect(answer.headers.get('content-security-policy') ?? '').not.toContain('nonce')
  expect(await answer.json()).toEqual({ error: { message: 'Failed to create payment intent' } })
})

it('the refusal of an upload that is too large has none of the headers of the answer before it', async () => {
  const head = '--b\r\nContent-Disposition: form-data; name="picture"; filename="a.jpg"\r\n\r\n'
  let sent = 0
  const body = new ReadableStream<Uint8Array>({
    start: (to) => to.enqueue(new TextEncoder().encode(head)),
    pull: (to) => (sent++ < 32 ? to.enqueue(new Uint8Array(1024 * 1024)) : to.close()),
  })
  const upload = { method: 'POST', body, duplex: 'half' } as RequestInit
  const headers = {
    'content-type': 'multipart/form-data; boundary=b',
    'sec-fetch-site': 'same-origin',
    'accept-encoding': 'zstd',
  }
  const answer = await site.visitor('ramon').send('/profile/settings.data', upload, { headers })
  expect([answer.status, answer.headers.get('content-encoding')]).toEqual([413, null])
  expect(await answer.json()).toMatchObject({ error: { code: 'too-large' } })
})
