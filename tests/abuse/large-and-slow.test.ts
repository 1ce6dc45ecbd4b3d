import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtPages } from '#server/http/built-pages.ts'
import { MAX_WEBHOOK_BYTES } from '#gateways/payments/port.ts'
import { FORM, takeBody } from '#server/http/take-body.ts'
import { limitUploads } from '#server/http/uploads.ts'
import { type Running, serve } from '#server/main.ts'
import { chunk, head, lastChunk, rawRequest } from '#tests/support/raw-request.ts'
import { testServices } from '#tests/support/services.ts'
import { withSite } from '#tests/support/with-site.ts'

const site = withSite(['ramon', 'olivia', 'amihan'])
const KIB = 1024
const urlencoded = { 'Content-Type': 'application/x-www-form-urlencoded', 'Sec-Fetch-Site': 'same-origin' }

let running: Running
let url: string
beforeAll(async () => {
  const services = await testServices(site.services.connection, { env: { MAX_CONNECTIONS: '10' } })
  const { mail, close } = services
  const settings = { ...services.settings, port: 0, host: '127.0.0.1' }
  const wiring = { settings, services, mail, emulator: null, ping: async () => {}, close }
  running = await serve(wiring, { pages: await builtPages() })
  url = running.url.replace('localhost', '127.0.0.1')
})
afterAll(() => running.stop())

const post = (path: string, headers: Record<string, string>, ...parts: string[]) =>
  rawRequest(url, [head('POST', path, { Host: new URL(url).host, ...headers }), ...parts])
const loggedIn = async () => true
const logIn = 'portal=renter&email=nobody%40hiram.test&password=not+the+password'

describe('a body that is not read', () => {
  const large = { ...urlencoded, 'Content-Type': 'image/jpeg', Host: 'localhost', Connection: 'keep-alive' }
  const next = head('GET', '/faq', { Host: 'localhost' })

  it('costs nobody the next request on its connection', async () => {
    const asked = head('POST', '/contact', { ...large, 'Content-Length': String(300 * KIB) })
    const { socket, statuses } = conversation()
    socket.write(asked + 'x'.repeat(300 * KIB))
    await expect.poll(statuses).toEqual([413])
    await wait(700)
    socket.write(next)
    await expect.poll(statuses).toEqual([413, 200])
  })

  it('is answered although its client sends on', async () => {
    const asked = head('POST', '/api/photos', { ...large, 'Content-Length': String(8 * KIB * KIB) })
    const { socket, statuses } = conversation()
    socket.write(asked)
    for (let i = 0; i < 16; i++) {
      expect(await new Promise((sent) => socket.write('x'.repeat(512 * KIB), sent))).toBeFalsy()
      await wait(60)
    }
    socket.write(next)
    await expect.poll(statuses).toEqual([401, 200])
  })

  it.each([
    ['by its handler', {}, 401],
    ['by nobody', { 'Sec-Fetch-Site': 'cross-site' }, 403],
  ])('%s has its connection closed soon after 16 MiB came after its answer', async (_, from, status) => {
    const long = { ...large, ...from, 'Content-Length': String(800 * KIB * KIB) }
    const { socket, statuses } = conversation()
    socket.write(head('POST', '/api/photos', long))
    for (let i = 0; i < 15; i++) await new Promise((sent) => socket.write('x'.repeat(KIB * KIB), sent))
    await expect.poll(statuses).toEqual([status])
    await wait(300)
    expect(socket.closed).toBe(false)
    for (let i = 0; i < 4 && !socket.closed; i++) socket.write('x'.repeat(KIB * KIB))
    // Its time alone would be 15 s.
    await expect.poll(() => socket.closed, { timeout: 5000 }).toBe(true)
  })

  /** A connection, and the statuses of the answers that came on it. */
  function conversation() {
    const { hostname, port } = new URL(url)
    let text = ''
    const socket = connect(Number(port), hostname).on('error', () => {})
    socket.on('data', (bytes) => (text += bytes.toString('latin1')))
    return {
      socket,
      statuses: () => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status)),
    }
  }
})

describe('a form that is sent in chunks is taken as any other', () => {
  const chunked = { ...urlencoded, 'Transfer-Encoding': 'chunked' }

  it.each(['/login', '/login.data'])('by %s', async (path) => {
    const half = logIn.length / 2
    const parts = [chunk(logIn.slice(0, half)), chunk(logIn.slice(half)), lastChunk]
    const answer = await post(path, chunked, ...parts)
    expect(answer.status).toBe(401)
    const whole = await post(path, { ...urlencoded, 'Content-Length': String(logIn.length) }, logIn)
    expect(whole.status).toBe(401)
  })

  it('also by the doors of scripts, and by the webhook', async () => {
    const asJson = { ...chunked, 'Content-Type': 'application/json' }
    expect((await post('/api/createPaymentIntent', asJson, chunk('{}'), lastChunk)).status).toBe(401)
    expect((await post('/api/typing', chunked, chunk('threadId=x'), lastChunk)).status).toBe(422)
    expect((await post('/api/support', chunked, chunk('intent=clear'), lastChunk)).status).toBe(401)
    expect((await post('/api/paymongo/webhook', asJson, chunk('{}'), lastChunk)).status).toBe(401)
    expect((await post('/unsubscribe?token=x', chunked, chunk('a=b'), lastChunk)).status).toBe(303)
  })

  it('within the same limit', async () => {
    const parts = (size: number) => [
      ...Array.from({ length: size / (8 * KIB) + 1 }, () => chunk('x'.repeat(8 * KIB))),
      lastChunk,
    ]
    for (const [path, most] of [
      ['/login', FORM.bytes],
      ['/api/typing', FORM.bytes],
      ['/api/paymongo/webhook', MAX_WEBHOOK_BYTES],
    ] as const)
      expect([path, (await post(path, chunked, ...parts(most))).status]).toEqual([path, 413])
  })
})

describe('before anyone is known, no more is taken than a form needs', () => {
  const boundary = 'b'.repeat(20)
  const multipart = { ...urlencoded, 'Content-Type': `multipart/form-data; boundary=${boundary}` }

  it.each(['/login', '/contact', '/cart', '/api/favorites', '/no-such-page', '/profile/listings/calendar'])(
    'by %s: 64 KiB of multipart or of a photo',
    async (path) => {
      for (const type of [multipart, { ...urlencoded, 'Content-Type': 'image/jpeg' }]) {
        const answer = await post(path, { ...type, 'Content-Length': String(80 * KIB * KIB) }, 'x')
        expect(answer.status).toBe(413)
      }
    },
  )

  it.each([
    ['/profile/listings?add=1', 302],
    ['/profile/listings.data?add=1', 202],
    ['/profile/settings', 302],
    ['/api/photos', 401],
    ['/chat', 401],
    ['/api/messages', 401],
  ])(
    'by %s, where photos are sent: a guest is asked to log in, and nothing is read',
    async (path, status) => {
      const heap = process.memoryUsage().arrayBuffers
      const answer = await post(path, { ...multipart, 'Content-Length': String(80 * KIB * KIB) }, 'x')
      expect(answer.status).toBe(status)
      expect(process.memoryUsage().arrayBuffers - heap).toBeLessThan(KIB * KIB)
    },
  )

  it('a form of 64 KiB is, and one byte more is not', async () => {
    const body = (bytes: number) => `portal=renter&email=${'x'.repeat(bytes - 20)}`
    const send = (bytes: number) =>
      post('/login', { ...urlencoded, 'Content-Length': String(bytes) }, body(bytes))
    expect((await send(FORM.bytes)).status).toBe(422)
    expect((await send(FORM.bytes + 1)).status).toBe(413)
  })

  it('a form of 200 fields is, and one of 201 is not', async () => {
    const fields = (n: number) => Array.from({ length: n }, (_, i) => `f${i}=`).join('&')
    const parts = (n: number) =>
      `${Array.from(
        { length: n },
        (_, i) => `--${boundary}\r\nContent-Disposition: ` + `form-data; name="f${i}"\r\n\r\n\r\n`,
      ).join('')}--${boundary}--\r\n`
    for (const path of ['/login', '/login.data', '/contact', '/api/support', '/api/typing'])
      for (const [headers, make] of [
        [urlencoded, fields],
        [multipart, parts],
      ] as const) {
        const send = (body: string) => post(path, { ...headers, 'Content-Length': String(body.length) }, body)
        expect([path, (await send(make(201))).status]).toEqual([path, 413])
        expect([path, (await send(make(200))).status]).not.toEqual([path, 413])
      }
  })

  it('is counted whatever else its type says', async () => {
    const type = (value: string) => ({ ...urlencoded, 'Content-Type': value })
    const fields = Array.from({ length: 201 }, (_, i) => `f${i}=`).join('&')
    const part = `--${boundary}\r\nContent-Disposition: form-data; name="f"\r\n\r\n\r\n`
    const parts = `${part.repeat(201)}--${boundary}--\r\n`
    for (const [headers, body] of [
      [type('application/x-www-form-urlencoded; x=json'), fields],
      [type(`multipart/form-data; boundary=${boundary}; xboundary=y`), parts],
      [type(`multipart/form-data; x="boundary=y"; boundary="${boundary}"`), parts],
    ] as const) {
      const answer = await post('/login', { ...headers, 'Content-Length': String(body.length) }, body)
      expect([headers['Content-Type'], answer.status]).toEqual([headers['Content-Type'], 413])
    }
  })
})

describe('who uploads photos and is logged in', () => {
  const cookie = () => ({ Cookie: site.cast.olivia.cookie })
  it.each(['/profile/listings?add=1', '/profile/settings', '/chat'])(
    'is held to its limit by %s too, also in chunks',
    async (path) => {
      const type = { ...urlencoded, 'Content-Type': 'multipart/form-data; boundary=b', ...cookie() }
      const large = await post(path, { ...type, 'Content-Length': String(200 * KIB * KIB) }, 'x')
      expect(large.status).toBe(413)
    },
  )

  it.each([
    ['/profile/listings?add=1', 'title'],
    ['/profile/listings.data', 'title'],
    ['/profile/settings', 'fullName'],
    ['/chat', 'text'],
    ['/api/messages', 'text'],
  ])('has its texts at %s held to what any form may have', async (path, name) => {
    const form = (bytes: number) =>
      `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${'x'.repeat(bytes)}\r\n--b--\r\n`
    const type = { ...urlencoded, 'Content-Type': 'multipart/form-data; boundary=b', ...cookie() }
    const send = (body: string) => post(path, { ...type, 'Content-Length': String(body.length) }, body)
    const refused = await send(form(8 * KIB * KIB))
    expect(refused.status).toBe(413)
    expect(refused.text.length).toBeLessThan(200 * KIB)
    expect((await send(form(60 * KIB))).status).not.toBe(413)
  })

  it('sends what the page reads, and not what comes after the limit', async () => {
    const start = '--b\r\nContent-Disposition: form-data; name="other"; filename="a"\r\n\r\n'
    const file = [
      chunk(start),
      ...Array.from({ length: 17 }, () => chunk('x'.repeat(KIB * KIB))),
      chunk('\r\n'),
    ]
    const type = { ...urlencoded, 'Content-Type': 'multipart/form-data; boundary=b', ...cookie() }
    const sent = [...file, ...file, lastChunk]
    const inChunks = { ...type, 'Transfer-Encoding': 'chunked', Connection: 'keep-alive' }
    const answer = await post('/profile/settings', inChunks, ...sent)
    expect(answer.status).toBe(413)
  })

  it.each([
    '/profile/listings?add=1',
    '/profile/listings.data',
    `/profile/rental-tracker/${randomUUID()}/claim`,
    `/handover/${randomUUID()}`,
    '/profile/settings',
    '/admin/settings',
    '/chat',
    '/api/messages',
  ])('sends no photo as the whole body to %s, which reads forms', async (path) => {
    const type = { ...urlencoded, 'Content-Type': 'image/jpeg', ...cookie() }
    expect((await post(path, { ...type, 'Content-Length': String(FORM.bytes + 1) }, 'x')).status).toBe(413)
    const inChunks = { ...type, 'Transfer-Encoding': 'chunked' }
    expect((await post(path, inChunks, ...Array<string>(9).fill(chunk('x'.repeat(8 * KIB))))).status).toBe(
      413,
    )
  })

  it('has no more under way at once than its largest form, while others upload', async () => {
    const { hostname, port, host } = new URL(url)
    const type = { ...urlencoded, 'Content-Type': 'image/jpeg', Host: host }
    const size = 10 * KIB * KIB
    const asked = head('POST', '/api/photos', { ...type, ...cookie(), 'Content-Length': String(size) })
    const held = Array.from({ length: 8 }, () => connect(Number(port), hostname))
    await Promise.all(
      held.map((socket) => {
        socket.on('error', () => {}).write(asked)
        return new Promise((sent) => socket.write('x'.repeat(size - 1), sent))
      }),
    )
    const photo = (sent: object) =>
      post('/api/photos?for=timeline', { ...type, 'Transfer-Encoding': 'chunked', ...sent }, ...photoParts)
    const photoParts = [...Array<string>(5).fill(chunk('x'.repeat(KIB * KIB))), lastChunk]
    // An answer can be lost, as the site closes the connection while the rest is still being sent.
    let refused = await photo(cookie())
    await expect.poll(async () => (refused = await photo(cookie())).status).toBe(429)
    expect(refused.text).toMatch(/^retry-after: \d+/im)
    expect(refused.text).toContain('You are sending too many photos at once.')
    expect((await photo({ Cookie: site.cast.ramon.cookie })).status).toBe(422)
    for (const socket of held) socket.destroy()
    await expect.poll(async () => (await photo(cookie())).status).toBe(422)
  })

  it('may send one form that is larger than what several of its uploads may have at once', async () => {
    const limitUpload = limitUploads()
    let sent = 0
    const body = new ReadableStream<Uint8Array>({
      pull: (to) => (sent++ < 120 ? to.enqueue(new Uint8Array(KIB * KIB)) : to.close()),
    })
    const request = new Request(url, { method: 'POST', body, duplex: 'half' } as RequestInit)
    const upload = limitUpload(request, 121 * KIB * KIB, 'account', loggedIn)
    expect((await upload.request.arrayBuffer()).byteLength).toBe(120 * KIB * KIB)
    expect(upload.refusal()).toBe(null)
  })

  it('is not kept out by others whose uploads stall: whoever holds most room gives some back', async () => {
    const limitUpload = limitUploads()
    const begin = (account: string, mib: number, stalls: boolean) => {
      let sent = 0
      const body = new ReadableStream<Uint8Array>({
        pull: (to) => {
          if (sent++ < mib) return to.enqueue(new Uint8Array(KIB * KIB))
          return stalls ? new Promise(() => {}) : to.close()
        },
      })
      const request = new Request(url, { method: 'POST', body, duplex: 'half' } as RequestInit)
      const upload = limitUpload(request, 90 * KIB * KIB, account, loggedIn)
      const read = upload.request.arrayBuffer().then(
        ({ byteLength }) => byteLength,
        () => null,
      )
      return { ...upload, read, sent: () => sent }
    }
    const stalled = [70, 83, 82, 81].map((mib, i) => begin(`account ${i}`, mib, true))
    await expect.poll(() => stalled.map(({ sent }) => sent())).toEqual([71, 84, 83, 82])
    const newcomer = begin('newcomer', 10, false)
    expect([await newcomer.read, newcomer.refusal()]).toEqual([10 * KIB * KIB, null])
    expect(await stalled[1]!.read).toBe(null)
    expect(stalled.map(({ refusal }) => refusal())).toEqual([null, 'overloaded', null, null])
  })

  it('has to wait when others have too much under way', async () => {
    const limitUpload = limitUploads()
    const send = async (account: number) => {
      let sent = 0
      const body = new ReadableStream<Uint8Array>({
        pull: (to) => (sent++ < 80 ? to.enqueue(new Uint8Array(KIB * KIB)) : to.close()),
      })
      const request = new Request(url, { method: 'POST', body, duplex: 'half' } as RequestInit)
      const upload = limitUpload(request, 90 * KIB * KIB, `account ${account}`, loggedIn)
      const read = await upload.request.arrayBuffer().catch(() => null)
      return { read: read !== null, ...upload }
    }
    const [first, ...others] = await Promise.all([1, 2, 3, 4].map(send))
    expect([first!, ...others].map(({ read, refusal }) => [read, refusal()])).toEqual(
      Array(4).fill([true, null]),
    )
    const fifth = await send(5)
    expect([fifth.read, fifth.refusal()]).toEqual([false, 'overloaded'])
    first!.end()
    fifth.end()
    expect((await send(5)).refusal()).toBe(null)
  })
})

describe('a slow request', () => {
  it('is given 15 seconds, and 5 to be noticed', () => {
    expect(FORM.ms).toBe(15_000)
    expect(running.server.headersTimeout).toBe(15_000)
  })

  it('is given up when its time is over', async () => {
    const never = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('portal=')),
    })
    const init = { method: 'POST', body: never, duplex: 'half' }
    const slow = new Request('http://localhost/login', init as RequestInit)
    expect(await takeBody(slow, { bytes: FORM.bytes, ms: 30 })).toBe('too-slow')
  })

  it('is told apart from one whose sender disconnected', async () => {
    const body = new ReadableStream({ pull: (form) => form.error(new Error('aborted')) })
    const broken = new Request('http://localhost/login', {
      method: 'POST',
      body,
      duplex: 'half',
    } as RequestInit)
    expect(await takeBody(broken)).toBe('cut-off')
  })

  it('has no connection kept for it when nobody reads its body', async () => {
    const request = head('GET', '/about', {
      Host: new URL(url).host,
      'Content-Length': '1000000',
      Connection: 'keep-alive',
    })
    const answer = await rawRequest(url, [request])
    expect(answer.status).toBe(200)
    expect(answer.text).toMatch(/^connection: close/im)
  })
})

describe('a client that does not read its answers', () => {
  it('holds nothing that others need, and is cut off when nothing moves for a minute', async () => {
    const { server } = running
    expect(server.timeout).toBe(60_000)
    const { hostname, port, host } = new URL(url)
    const asked = head('GET', '/help', { Host: host, Connection: 'keep-alive' })
    let arrived = 0
    server.on('connection', () => arrived++).timeout = 1000
    const lazy = Array.from({ length: 3 }, () => connect(Number(port), hostname).pause())
    await expect.poll(() => arrived).toBe(lazy.length)
    // A connection keeps the time of its beginning: those of the others may wait long while this process is busy.
    server.timeout = 60_000
    for (const socket of lazy) socket.on('error', () => {}).write(asked.repeat(200))
    // Others are answered meanwhile.
    for (let i = 0; i < 5; i++) expect((await fetch(`${url}/about`)).status).toBe(200)
    const open = () => promisify(server.getConnections.bind(server))()
    await expect.poll(open, { timeout: 60_000 }).toBeLessThan(lazy.length)
    for (const socket of lazy) socket.destroy()
  })
})

it('headers may have 16 KiB', async () => {
  const ask = (bytes: number) =>
    rawRequest(url, [head('GET', '/about', { Host: new URL(url).host, 'X-Long': 'x'.repeat(bytes) })])
  expect((await ask(15 * KIB)).status).toBe(200)
  expect((await ask(17 * KIB)).status).toBe(431)
})
