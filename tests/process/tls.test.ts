import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { addDays, dayInManila } from '#domain/period.ts'
import { startSmtpEmulator, type SmtpEmulator } from '#gateways/mail/emulator.ts'
import { signWebhook } from '#gateways/payments/signature.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { fieldsOf, textOf } from '#tests/support/html.ts'
import { formToAdd } from '#tests/support/form-to-add.ts'
import { PASSWORD } from '#tests/support/people.ts'
import { type ServerProcess, startServer } from '#tests/support/server-process.ts'
import { type Asking, type TlsProxy, tlsProxy } from '#tests/support/tls-proxy.ts'

/* Production behind a proxy that ends TLS, as real ones do: the server itself receives http. The first actions of
   people run here, once with forms of known length, and once with chunked forms. */
const HOST = 'hiram.ph'
const SITE = `https://${HOST}`
const WEBHOOK_SECRET = 'whsk_4rT8nBq1ZcXw'
const admin = { email: 'amihan@hiram.test', password: 'jeepney ride at dusk' }

let smtp: SmtpEmulator
let database: Awaited<ReturnType<typeof freshDatabase>>
let server: ServerProcess
let proxy: TlsProxy
beforeAll(async () => {
  smtp = await startSmtpEmulator()
  database = await freshDatabase({ kind: 'postgres' })
  server = await startServer(database.url!, {
    BASE_URL: SITE,
    TRUST_PROXY: '1',
    SMTP_URL: smtp.url,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    ADMIN_TWO_FACTOR: 'optional',
    PAYMONGO_SECRET_KEY: 'sk_test_9hV2kQ7sLm3T',
    PAYMONGO_WEBHOOK_SECRET: WEBHOOK_SECRET,
    LIMIT_SEARCH: '3/600',
    MAX_CONNECTIONS: '10',
  })
  proxy = await tlsProxy(HOST, server.url)
})
afterAll(async () => {
  await proxy?.close()
  await server?.remove()
  await smtp.close()
  await database.drop()
})

/** A browser on the site. An old one sends only `Origin` with a form, a newer one also `Sec-Fetch-Site`. */
function browser({ old = false } = {}) {
  const jar = new Map<string, string>()
  const ask = async (path: string, asking: Asking = {}) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await proxy.ask(path, { ...asking, headers: { cookie, ...asking.headers } })
    for (const each of answer.cookies) {
      expect(each).toMatch(/^__Host-[^;]+; Path=\/;.*; Secure$/)
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(each)!
      if (/max-age=0\b/i.test(each)) jar.delete(name!)
      else jar.set(name!, value!)
    }
    if (answer.location) expect(answer.location).toMatch(/^\//)
    return answer
  }
  const post = (path: string, fields: Record<string, string> | FormData, headers = {}) => {
    const said = { origin: SITE, ...(old ? {} : { 'sec-fetch-site': 'same-origin' }), ...headers }
    return sendForm(ask, path, fields, said)
  }
  return { ask, post, get: async (path: string) => (await ask(path)).text }
}

async function sendForm(
  ask: (path: string, asking: Asking) => ReturnType<TlsProxy['ask']>,
  path: string,
  fields: Record<string, string> | FormData,
  headers: Record<string, string>,
) {
  const form = fields instanceof FormData ? fields : new URLSearchParams(fields)
  const request = new Request(SITE, { method: 'POST', body: form })
  const type = request.headers.get('content-type')!
  const body = new Uint8Array(await request.arrayBuffer())
  return ask(path, { method: 'POST', body, headers: { 'content-type': type, ...headers } })
}

const signUp = (name: string, role: string) => ({
  intent: 'sign-up',
  role,
  firstName: name,
  lastName: 'Reyes',
  email: `${name.toLowerCase()}@hiram.test`,
  username: name.toLowerCase(),
  password: PASSWORD,
  confirmPassword: PASSWORD,
})

/** The link with this path in the newest mail to someone. */
async function mailedLink(to: string, path: string): Promise<string> {
  return vi.waitFor(
    async () => {
      const mails = smtp.delivered.filter((mail) => mail.to.includes(to)).map(({ message }) => message)
      const texts = await Promise.all(mails.map(async (mail) => (await PostalMime.parse(mail)).text ?? ''))
      const link = texts
        .map((text) => new RegExp(`https?://\\S*${path}\\S*`).exec(text)?.[0])
        .findLast(Boolean)
      if (!link) throw new Error(`no mail to ${to} with ${path}`)
      return link
    },
    { timeout: 60_000, interval: 100 },
  )
}

describe.each([
  ['with their length', false],
  ['in chunks', true],
])('behind a proxy that ends TLS, and sends forms on %s,', (_, streams) => {
  const suffix = streams ? 'b' : 'a'
  const olivia = browser()
  const ramon = browser({ old: true })
  const amihan = browser()
  let listingId: string
  let orderNumber: string
  beforeAll(() => void (proxy.streams = streams))

  it('people sign up and log in, by a form and by a script', async () => {
    const owner = await olivia.post('/login?portal=owner&tab=signup', signUp(`Olivia${suffix}`, 'owner'))
    expect([owner.status, owner.location]).toEqual([302, expect.stringMatching(/^\//)])
    expect(textOf(await olivia.get('/profile'))).toContain('Olivia')
    const renter = await ramon.post(
      '/login.data?portal=renter&tab=signup',
      signUp(`Ramon${suffix}`, 'renter'),
    )
    expect(renter.status).toBe(202)
    expect(textOf(await ramon.get('/profile'))).toContain('Ramon')
    const entered = await amihan.post('/login?portal=admin', { intent: 'log-in', portal: 'admin', ...admin })
    expect(entered.status).toBe(302)
    const wrong = { portal: 'renter', email: 'nobody@hiram.test', password: 'not the password' }
    expect((await browser().post('/login', wrong)).status).toBe(401)
  })

  it('mailed links lead to the site, and work there', async () => {
    const link = await mailedLink(`ramon${suffix}@hiram.test`, '/verify-email')
    expect(new URL(link).origin).toBe(SITE)
    const { pathname, search } = new URL(link)
    const page = await ramon.get(pathname + search)
    const { token } = fieldsOf(page)
    expect((await ramon.post(pathname, { token: token! })).status).toBe(302)
  })

  it('an owner lists a thing with a photo, and an admin lets it in', async () => {
    const form = await formToAdd(`Telescope ${suffix}`)
    const added = await olivia.post('/profile/listings?add=1', form)
    expect([added.status, added.location]).toEqual([302, '/profile/listings'])
    const list = await amihan.get('/admin/listings?status=available')
    listingId = /name="listingId" value="([0-9a-f-]{36})"/.exec(list)![1]!
    const accepted = await amihan.post('/admin/listings', { intent: 'accept', listingId })
    expect(accepted.status).toBe(302)
    const page = await browser().ask(`/listing/${listingId}`)
    expect(page.status).toBe(200)
    expect(page.text).toContain(`<link rel="canonical" href="${SITE}/listing/${listingId}"`)
    expect(page.headers.get('strict-transport-security')).toContain('max-age=')
    expect(page.headers.get('content-security-policy')).toContain('upgrade-insecure-requests')
    const photo = /\/images\/[0-9a-f-]{36}\/\d+\.webp/.exec(page.text)![0]
    expect((await browser().ask(photo)).headers.get('content-type')).toBe('image/webp')
  })

  it('a renter checks out', async () => {
    const request = {
      listingId,
      durationDays: '3',
      deliveryOption: 'pickup',
      startDate: addDays(dayInManila(new Date()), 2),
    }
    expect((await ramon.post(`/listing/${listingId}`, request)).location).toBe(`/listing/${listingId}`)
    const { idempotencyKey, quoteSeen } = fieldsOf(await ramon.get('/checkout'))
    const placed = await ramon.post('/checkout', {
      idempotencyKey: idempotencyKey!,
      quoteSeen: quoteSeen!,
      agreed: 'on',
      paymentMethod: 'cash_on_delivery',
    })
    expect(placed.status).toBe(302)
    orderNumber = new URLSearchParams(placed.location!.split('?')[1]).get('payment')!
    expect(await ramon.get(`/receipt/${orderNumber}`)).toContain('Telescope')
  })

  it('the two write to each other, and hear it live', async () => {
    const opened = await ramon.post(`/chat?listingId=${listingId}`, {
      intent: 'send',
      text: 'Hello, neighbour',
    })
    expect(opened.status).toBe(302)
    const stream = olivia.ask('/api/stream?after=0', {
      headers: { 'sec-fetch-site': 'same-origin' },
      keepOpen: (text) => text.includes('Are you there?'),
    })
    const threadId = new URLSearchParams(opened.location!.split('?')[1]).get('thread_id')!
    const sent = await ramon.post(`/api/messages?thread_id=${threadId}`, {
      intent: 'send',
      text: 'Are you there?',
    })
    expect([sent.status, JSON.parse(sent.text)]).toEqual([200, expect.objectContaining({ ok: true })])
    const received = await stream
    expect(received.headers.get('content-type')).toContain('text/event-stream')
    expect(received.text).toContain('Are you there?')
  })

  it('the provider’s webhook is heard', async () => {
    const data = { id: `cs_${suffix}`, type: 'checkout_session', attributes: {} }
    const attributes = { type: 'something.new', livemode: false, data }
    const body = Buffer.from(JSON.stringify({ data: { id: `evt_${suffix}`, type: 'event', attributes } }))
    const send = (signature: string) =>
      proxy.ask('/api/paymongo/webhook', {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', 'paymongo-signature': signature },
      })
    expect((await send(signWebhook(body, WEBHOOK_SECRET, false, new Date()))).status).toBe(200)
    expect((await send(signWebhook(body, 'whsk_of_someone_else', false, new Date()))).status).toBe(401)
  })

  it('a form from elsewhere is refused, from the same name without https too', async () => {
    for (const origin of ['https://evil.test', `http://${HOST}`])
      expect((await browser({ old: true }).post('/login', { portal: 'renter' }, { origin })).status).toBe(403)
    const forged = { origin: 'https://evil.test', 'x-forwarded-host': 'evil.test' }
    expect((await browser({ old: true }).post('/login', { portal: 'renter' }, forged)).status).toBe(403)
  })

  it('who logs out is logged out', async () => {
    const left = await ramon.post('/logout', {})
    expect([left.status, left.location]).toEqual([303, '/'])
    expect(left.headers.get('clear-site-data')).toBe('"storage"')
    expect((await ramon.ask('/profile')).location).toBe('/')
  })
})

it('a guest is counted by the address the proxy saw, whatever the guest says', async () => {
  const ask = (i: number) =>
    proxy.ask('/api/suggestions?q=telescope', { headers: { 'x-forwarded-for': `198.51.100.${i}` } })
  const statuses = []
  for (let i = 0; i < 5; i++) statuses.push((await ask(i)).status)
  expect(statuses.at(-1)).toBe(429)
})

it('people are not capped together because they come by one proxy', async () => {
  const through = (from: string) =>
    fetch(`${server.url}/about`, { headers: { 'x-forwarded-for': from } }).then(({ status }) => status)
  const renters = Array.from({ length: 30 }, (_, i) => through(`203.0.113.${i}`))
  expect(new Set(await Promise.all(renters))).toEqual(new Set([200]))
})
