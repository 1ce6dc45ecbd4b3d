import '#server/production.ts'
import { fork, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildDemoData } from '#seeds/demo-data.ts'
import { serve, wire } from '#server/main.ts'
import { readSettings } from '#server/settings.ts'
import { CLIENTS, load } from './load.ts'

/* `npm run bench`: what pages cost the server. Cached pages of guests are compared with the floor, the same bytes sent
   from memory by `node:http`; guest pages during changes are compared with the same pages without changes; for
   rendered pages, of guests and of a logged-in person, it reports the CPU time. `DATABASE_URL` measures on a
   PostgreSQL (an empty database) instead of the embedded one, whose work is in the same process and counts. CPU time
   is that of the server's process, because other work on the machine affects it less than elapsed time. */
const ROUNDS = 3
const CHANGES_A_SECOND = 10
const PASSWORD = 'hiram-demo-2026'

type Subject = { name: string; paths: readonly string[]; headers?: Record<string, string>; requests: number }
type Cost = { cpu: number; rate: number }
type Site = { child: ChildProcess; origin: string }

if (process.argv[2] === 'product') await product()
else if (process.argv[2] === 'floor') await floor()
else await measure()

async function measure() {
  const dataDir = await mkdtemp(join(tmpdir(), 'hiram-bench-'))
  const sites: Site[] = []
  try {
    const site = await start('product', { DATA_DIR: dataDir })
    sites.push(site)
    const { origin } = site
    const listings = await listingPaths(origin)
    const page = await fetch(`${origin}/products`, { headers: { 'accept-encoding': 'br' } })
    const size = Number(page.headers.get('content-length'))
    const floorSite = await start('floor', { BYTES: String(size) })
    sites.push(floorSite)
    const renter = { cookie: await logIn(origin, 'renter') }
    const etag = page.headers.get('etag')!

    const floorOnce = () => best(floorSite, { name: 'floor', paths: ['/products'], requests: 4000 })
    const before = await floorOnce()
    console.log(`\n${process.version}, ${process.env.DATABASE_URL ? 'PostgreSQL' : 'embedded database'}; `)
    console.log(`best of ${ROUNDS} rounds, ${CLIENTS} connections. Floor: ${size} bytes sent from memory.\n`)
    console.log('| answer | requests/s | CPU ms a request | of the floor’s requests/s |')
    console.log('| --- | --- | --- | --- |')
    const cached: Subject[] = [
      { name: 'kept: /products', paths: ['/products'], requests: 4000 },
      { name: 'kept: /', paths: ['/'], requests: 4000 },
      { name: 'kept: a listing', paths: [listings[0]!], requests: 4000 },
      { name: 'kept: 304', paths: ['/products'], headers: { 'if-none-match': etag }, requests: 4000 },
    ]
    const answers: [string, Cost][] = []
    for (const subject of cached) answers.push([subject.name, await best(site, subject)])
    // Other load on the machine varies: the floor is the better of before and after.
    const after = await floorOnce()
    const atFloor = before.rate > after.rate ? before : after
    for (const [name, cost] of [['floor', atFloor] as const, ...answers]) printRow(name, cost, atFloor)

    const many = { name: `kept: ${listings.length} listings`, paths: listings, requests: 4000 }
    const quiet = await best(site, many)
    printRow(`${many.name}, in quiet`, quiet, quiet)
    const stop = changeThings(origin, renter.cookie, listings)
    printRow(`${many.name}, ${CHANGES_A_SECOND} changes a second`, await best(site, many), quiet)
    await stop()

    const rendered: Subject[] = [
      { name: 'rendered: a search', paths: ['/products?search=tent'], requests: 200 },
      { name: 'rendered: by price', paths: ['/products?sort=price-low'], requests: 200 },
      ...[
        '/',
        '/products',
        listings[0]!,
        '/profile',
        '/profile/rental-tracker',
        '/cart',
        '/profile/messages',
      ].map((path): Subject => ({
        name: `logged in: ${path === listings[0] ? 'a listing' : path}`,
        paths: [path],
        headers: renter,
        requests: 200,
      })),
    ]
    for (const subject of rendered) printRow(subject.name, await best(site, subject), atFloor)
  } finally {
    for (const { child } of sites) child.kill()
    await rm(dataDir, { recursive: true, force: true })
  }
}

function printRow(name: string, { rate, cpu }: Cost, floor: Cost) {
  console.log(`| ${name} | ${Math.round(rate)} | ${cpu.toFixed(3)} | ${(rate / floor.rate).toFixed(2)} |`)
}

/** The best of several rounds, after a warm-up round. */
async function best({ child, origin }: Site, { paths, headers = {}, requests }: Subject): Promise<Cost> {
  let found: Cost = { cpu: Infinity, rate: 0 }
  for (let round = 0; round <= ROUNDS; round++) {
    const before = await cpu(child)
    const began = performance.now()
    await load(origin, paths, { 'accept-encoding': 'br, gzip', ...headers }, requests)
    const rate = requests / ((performance.now() - began) / 1000)
    const each = ((await cpu(child)) - before) / requests
    if (round > 0) found = { cpu: Math.min(found.cpu, each), rate: Math.max(found.rate, rate) }
  }
  return found
}

/** The addresses of every listing on the first pages of the catalogue. */
async function listingPaths(origin: string): Promise<string[]> {
  const found = new Set<string>()
  for (let at: string | null = '/products'; at && found.size < 200;) {
    const html: string = await (await fetch(origin + at)).text()
    for (const [path] of html.matchAll(/\/listing\/[0-9a-f-]{36}/g)) found.add(path)
    const after: string | undefined = /href="\/products\?after=([^"]+)"/.exec(html)?.[1]
    at = after ? `/products?after=${after}` : null
  }
  return [...found]
}

async function logIn(origin: string, portal: string): Promise<string> {
  const answer = await fetch(`${origin}/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ portal, email: `${portal}@hiram.test`, password: PASSWORD }),
  })
  if (answer.status !== 302) throw new Error(`logging in answered ${answer.status}`)
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0]!)
    .filter((cookie) => cookie.includes('session_token'))
    .join('; ')
}

/** Changes favourites, this many times per second, until it is stopped. */
function changeThings(origin: string, cookie: string, listings: readonly string[]) {
  let isOver = false
  const inTransaction = (async () => {
    for (let i = 0; !isOver; i++) {
      const listingId = listings[i % listings.length]!.split('/').at(-1)!
      const intent = Math.floor(i / listings.length) % 2 === 0 ? 'add' : 'remove'
      const answer = await fetch(`${origin}/api/favorites`, {
        method: 'POST',
        headers: { cookie, accept: 'application/json', 'sec-fetch-site': 'same-origin' },
        body: new URLSearchParams({ listingId, intent }),
      })
      await answer.text()
      await new Promise((next) => setTimeout(next, 1000 / CHANGES_A_SECOND))
    }
  })()
  return async () => {
    isOver = true
    await inTransaction
  }
}

async function start(what: string, env: Record<string, string>): Promise<Site> {
  const child = fork(import.meta.filename, [what], { env: { ...process.env, ...env, LOG_LEVEL: 'silent' } })
  const origin = await new Promise<string>((done, fail) => {
    child.once('message', (message) => done(String(message)))
    child.once('exit', () => fail(new Error(`${what} did not start`)))
  })
  return { child, origin }
}

async function product() {
  const limits = { LIMIT_SEARCH: '1000000/60', LIMIT_FAVORITES: '1000000/60' }
  const settings = readSettings({ ...process.env, HOST: '127.0.0.1', PORT: '0', ...limits }, 'test')
  const wiring = await wire(settings)
  await buildDemoData(wiring.services, () => {})
  const { url } = await serve(wiring)
  answerCpu(url.replace('localhost', '127.0.0.1'))
}

async function floor() {
  const body = Buffer.alloc(Number(process.env.BYTES), 'x')
  const server = createServer((_, response) =>
    response.writeHead(200, { 'Content-Type': 'text/html', 'Content-Length': body.length }).end(body),
  )
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  answerCpu(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
}

function answerCpu(origin: string) {
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send!((user + system) / 1000)
  })
  process.send!(origin)
}

function cpu(child: ChildProcess): Promise<number> {
  const answer = new Promise<number>((done) => child.once('message', (ms) => done(Number(ms))))
  child.send('cpu')
  return answer
}
