import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { noStalePages } from '../stale-pages.ts'
import { createPageCache, type PageCache } from './page-cache.ts'

const everything = { ...noStalePages(), all: true }

const script = 'let theme = 1'
const pageHtml = (nonce: string) =>
  `<html><link rel="modulepreload" href="/a.js" nonce="${nonce}"/><script nonce="${nonce}">${script}</script>` +
  '<script>smuggled()</script><p>Tents</p></html>'
const rendered = async (nonce: string) => new Response(pageHtml(nonce))

let cache: PageCache
let server: Server
let origin: string
let renderings: number

/** A server whose pages are rendered by `render` when the cache has none. */
async function serving(render: (nonce: string) => Promise<Response>) {
  cache = createPageCache({ 'X-Content-Type-Options': 'nosniff' }, (scripts) => `script-src ${scripts}`)
  server = createServer((request, response) => {
    if (cache.answer(request, response)) return
    const counted = async (nonce: string) => {
      renderings++
      return render(nonce)
    }
    void cache
      .fill(request.url!, String(request.headers['accept-encoding'] ?? ''), counted)
      .then(async (answer) => {
        if (!answer) return response.writeHead(404).end()
        response
          .writeHead(answer.status, Object.fromEntries(answer.headers))
          .end(Buffer.from(await answer.arrayBuffer()))
      })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function until(holds: () => boolean) {
  while (!holds()) await new Promise((next) => setTimeout(next, 2))
}

beforeEach(() => {
  renderings = 0
})
afterEach(async () => {
  await new Promise((done) => server?.close(done))
})

test('a page is rendered once for all guests, and answered with 304 when the browser has it', async () => {
  await serving(rendered)
  const first = await fetch(`${origin}/products`)
  const second = await fetch(`${origin}/products`)
  expect(renderings).toBe(1)
  expect(await second.text()).toBe(await first.text())
  const etag = second.headers.get('etag')!
  const third = await fetch(`${origin}/products`, { headers: { 'if-none-match': etag } })
  expect(third.status).toBe(304)
  expect(third.headers.get('x-content-type-options')).toBe('nosniff')
})

test('a page is rendered once for any number of parallel requests', async () => {
  await serving(async (nonce) => {
    await new Promise((next) => setTimeout(next, 50))
    return rendered(nonce)
  })
  const answers = await Promise.all(Array.from({ length: 20 }, () => fetch(`${origin}/`)))
  expect(answers.every((answer) => answer.status === 200)).toBe(true)
  expect(renderings).toBe(1)
})

test('after a change the page is rendered again', async () => {
  let what = 'Tents'
  await serving(async (nonce) => new Response(pageHtml(nonce).replace('Tents', what)))
  expect(await (await fetch(`${origin}/`)).text()).toContain('Tents')
  what = 'Drills'
  cache.markStale(everything)
  expect(await (await fetch(`${origin}/`)).text()).toContain('Drills')
})

test('only one request waits for a page that is rendered again; others get the stale page meanwhile', async () => {
  let what = 'Tents'
  let go = () => {}
  let gate: Promise<void> | undefined
  await serving(async (nonce) => {
    await gate
    return new Response(pageHtml(nonce).replace('Tents', what))
  })
  const ask = async () => (await fetch(`${origin}/`)).text()
  await ask()
  gate = new Promise((open) => (go = open))
  what = 'Drills'
  cache.markStale(everything)
  const waiting = ask()
  await expect.poll(() => renderings).toBe(2)
  expect(await ask()).toContain('Tents')
  expect(renderings).toBe(2)
  go()
  expect(await waiting).toContain('Drills')
  expect(await ask()).toContain('Drills')
})

test('a page that became 404 is never sent as it was, for any number of parallel requests', async () => {
  let isGone = false
  let go = () => {}
  let gate: Promise<void> | undefined
  await serving(async (nonce) => {
    const status = isGone ? 404 : 200
    await gate
    return new Response(pageHtml(nonce), { status })
  })
  const ask = async () => (await fetch(`${origin}/`)).status
  expect(await ask()).toBe(200)
  isGone = true
  cache.markStale(everything)
  expect(await ask()).toBe(404)
  gate = new Promise((open) => (go = open))
  const waiting = ask()
  await expect.poll(() => renderings).toBe(3)
  const meanwhile = ask()
  // A cached page would be answered by then; a waiting one is answered below.
  await Promise.race([meanwhile, new Promise((next) => setTimeout(next, 200))])
  go()
  expect([await waiting, await meanwhile]).toEqual([404, 404])
})

test('the first answer is compressed too', async () => {
  await serving(rendered)
  const ask = (encodings: string) => fetch(`${origin}/`, { headers: { 'accept-encoding': encodings } })
  expect((await ask('gzip, br')).headers.get('content-encoding')).toBe('br')
  expect((await ask('br')).headers.get('content-encoding')).toBe('br')
  const old = await ask('gzip, deflate')
  expect(old.headers.get('content-encoding')).toBe('gzip')
  expect(await old.text()).toContain('Tents')
  const plain = await ask('identity')
  expect(plain.headers.get('content-encoding')).toBeNull()
  expect(await plain.text()).toContain('Tents')
})

const [tent, drill] = ['01a1fddb-2565-723b-b7af-6e7eed8cf3fd', '01a1fddb-2565-723b-b7af-6e7eed8cf3fe']

test('a change renders only the pages with its listing again', async () => {
  await serving(
    async (nonce) => new Response(pageHtml(nonce).replace('Tents', `<a href="/listing/${tent}">`)),
  )
  const pages = ['/', '/products?after=x', `/listing/${tent}`]
  const ask = async () => {
    const before = renderings
    for (const page of pages) await (await fetch(origin + page)).text()
    return renderings - before
  }
  expect(await ask()).toBe(3)
  cache.markStale({ ...noStalePages(), listings: new Set([drill]) })
  expect(await ask()).toBe(0)
  cache.markStale({ ...noStalePages(), listings: new Set([tent]) })
  expect(await ask()).toBe(3)
})

test('a listing that enters the catalogue renders the pages with lists again', async () => {
  await serving(rendered)
  const pages = ['/', '/products', '/products?category=2', '/about', `/listing/${tent}`]
  const made: string[] = []
  for (let time = 0; time < 2; time++) {
    for (const page of pages) {
      const before = renderings
      await (await fetch(origin + page)).text()
      if (renderings > before && time > 0) made.push(page)
    }
    cache.markStale({ ...noStalePages(), listPages: true })
  }
  expect(made).toEqual(['/', '/products', '/products?category=2'])
})

test('a rendering is stored although something else changes meanwhile', async () => {
  await serving(async (nonce) => {
    cache.markStale({ ...noStalePages(), listings: new Set([drill]) })
    return rendered(nonce)
  })
  for (let time = 0; time < 2; time++) await (await fetch(`${origin}/listing/${tent}`)).text()
  expect(renderings).toBe(1)
})

test('a page that changed while it was rendered is rendered again at the next request', async () => {
  await serving(async (nonce) => {
    cache.markStale(everything)
    return rendered(nonce)
  })
  await fetch(`${origin}/`)
  await fetch(`${origin}/`)
  expect(renderings).toBe(2)
})

test('a request after a change does not wait for a rendering that began before it', async () => {
  let what = 'Tents'
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await serving(async (nonce) => {
    const read = what
    if (read === 'Tents') await held
    return new Response(pageHtml(nonce).replace('Tents', read))
  })
  const before = fetch(`${origin}/`)
  await until(() => renderings === 1)
  what = 'Drills'
  cache.markStale(everything)
  expect(await (await fetch(`${origin}/`)).text()).toContain('Drills')
  letGo()
  expect(await (await before).text()).toContain('Tents')
  expect(await (await fetch(`${origin}/`)).text()).toContain('Drills')
  expect(renderings).toBe(2)
})

test('a page that was never rendered is not shared with requests after the change of a listing', async () => {
  let what = 'Tents'
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await serving(async (nonce) => {
    const read = what
    if (read === 'Tents') await held
    return new Response(pageHtml(nonce).replace('Tents', `${read} ${tent}`))
  })
  const before = fetch(`${origin}/products`)
  await until(() => renderings === 1)
  what = 'Drills'
  cache.markStale({ ...noStalePages(), listings: new Set([tent]) })
  expect(await (await fetch(`${origin}/products`)).text()).toContain('Drills')
  letGo()
  await (await before).text()
})

test.each([200, 404])(
  'a rendering with status %i that another one overtook neither replaces nor deletes the newer page',
  async (status) => {
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    await serving(async (nonce) => {
      if (renderings > 1) return new Response(pageHtml(nonce).replace('Tents', 'Drills'))
      await held
      return status === 200 ? rendered(nonce) : new Response('no such page', { status })
    })
    const before = fetch(`${origin}/`)
    await until(() => renderings === 1)
    cache.markStale(everything)
    await (await fetch(`${origin}/`)).text()
    letGo()
    expect((await before).status).toBe(status)
    expect(await (await fetch(`${origin}/`)).text()).toContain('Drills')
    expect(renderings).toBe(2)
  },
)

test('a page that was taken down does not come back by a rendering that began before', async () => {
  const holds = Array.from({ length: 3 }, () => Promise.withResolvers<void>())
  await serving(async (nonce) => {
    const turn = renderings
    await holds[turn - 1]?.promise
    return turn === 1 ? rendered(nonce) : new Response('no such page', { status: 404 })
  })
  const first = fetch(`${origin}/`)
  await until(() => renderings === 1)
  cache.markStale(everything)
  holds[1]!.resolve()
  expect((await fetch(`${origin}/`)).status).toBe(404)
  holds[0]!.resolve()
  expect((await first).status).toBe(200)
  const third = fetch(`${origin}/`)
  await until(() => renderings === 3)
  const fourth = fetch(`${origin}/`)
  holds[2]!.resolve()
  expect([(await third).status, (await fourth).status]).toEqual([404, 404])
})

test('a rendering that others no longer share still learns what becomes stale', async () => {
  const holds = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await serving(async (nonce) => {
    await holds[renderings - 1]?.promise
    return rendered(nonce)
  })
  const first = fetch(`${origin}/`)
  await until(() => renderings === 1)
  cache.markStale(everything)
  const second = fetch(`${origin}/`)
  await until(() => renderings === 2)
  cache.markStale(everything)
  for (const { resolve } of holds) resolve()
  await Promise.all([first, second])
  await (await fetch(`${origin}/`)).text()
  expect(renderings).toBe(3)
})

test.each([404, 410])('a page that answers %i is rendered once for all who wait for it', async (status) => {
  const pageCache = createPageCache({}, (scripts) => `script-src ${scripts}`)
  const render = async (nonce: string) => {
    renderings++
    return new Response(pageHtml(nonce), { status, headers: { 'Set-Cookie': 'flash=gone; Path=/' } })
  }
  const ask = () => pageCache.fill(`/listing/${tent}`, '', render)
  for (const answer of await Promise.all(Array.from({ length: 20 }, ask))) {
    expect(answer?.status).toBe(status)
    expect(answer!.headers.get('cache-control')).toBe('no-store')
    expect(answer!.headers.getSetCookie()).toEqual(['flash=gone; Path=/'])
    expect(await answer!.text()).toContain('Tents')
  }
  expect(renderings).toBe(1)
  await ask()
  expect(renderings).toBe(2)
})

test('a page that sets a cookie belongs to one person, and is not cached', async () => {
  await serving(
    async (nonce) => new Response(pageHtml(nonce), { headers: { 'Set-Cookie': 'flash=hello; Path=/' } }),
  )
  for (const turn of [1, 2]) {
    expect((await fetch(`${origin}/products`)).status).toBe(404)
    expect(renderings).toBe(turn)
  }
})

test('redirects and errors are not cached', async () => {
  await serving(async () => new Response('no such page', { status: 404 }))
  expect((await fetch(`${origin}/products`)).status).toBe(404)
  expect((await fetch(`${origin}/products`)).status).toBe(404)
  expect(renderings).toBe(2)
})

test('the policy allows scripts with the nonce, by hash, and no injected ones', async () => {
  await serving(rendered)
  const answer = await fetch(`${origin}/`)
  const hash = createHash('sha256').update(script).digest('base64')
  expect(answer.headers.get('content-security-policy')).toBe(`script-src 'self' 'sha256-${hash}'`)
  expect(await answer.text()).not.toContain('nonce')
})

test.each([
  ['the catalogue of a category', { url: '/products?category=Camping' }, true],
  ['a listing', { url: '/listing/01a1fddb-2565-723b-b7af-6e7eed8cf3fd' }, true],
  ['a search, which anyone could vary without end', { url: '/products?search=tent' }, false],
  ['an unknown query key', { url: '/?x=1' }, false],
  ['the cart', { url: '/cart' }, false],
  ['a guest with the theme cookie of something else', { url: '/', cookie: 'a=b' }, true],
  ['someone with a session', { url: '/', cookie: 'a=b; hiram.session_token=x' }, false],
  ['an address of slashes alone', { url: '/////' }, false],
  ['someone with a message waiting over https', { url: '/', cookie: 'a=b; __Host-flash=x' }, false],
  ['someone with a secure session', { url: '/', cookie: '__Host-hiram.session_token=x' }, false],
  ['someone with a message waiting', { url: '/', cookie: 'flash=x' }, false],
  ['a write', { url: '/', method: 'POST' }, false],
])('who may share a page: %s', async (_, asked, shared) => {
  await serving(rendered)
  expect(cache.accepts({ method: 'GET', cookie: undefined, ...asked })).toBe(shared)
})
