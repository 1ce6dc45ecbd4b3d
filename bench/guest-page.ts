import '#server/production.ts'
import { fork, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildTown } from '#seeds/town.ts'
import { serve, wire } from '#server/main.ts'
import { readSettings } from '#server/settings.ts'

/*
 * `npm run bench`: what a catalogue page costs the server, kept for guests and rendered, against the floor of sending the same bytes
 * from memory with `node:http`. CPU time of the server process, which other work on the machine disturbs less than the clock.
 */
const ROUNDS = 3
const CLIENTS = 16
const subjects = [
  {
    name: 'floor: the same bytes from memory',
    child: 'floor',
    path: '/products',
    headers: {},
    requests: 4000,
  },
  { name: 'kept for guests', child: 'product', path: '/products', headers: {}, requests: 4000 },
  {
    name: 'kept for guests, 304',
    child: 'product',
    path: '/products',
    headers: { 'if-none-match': 'ETAG' },
    requests: 4000,
  },
  {
    name: 'rendered (a search)',
    child: 'product',
    path: '/products?search=tent',
    headers: {},
    requests: 400,
  },
] as const

if (process.argv[2] === 'product') await product()
else if (process.argv[2] === 'floor') await floor()
else await measure()

async function measure() {
  const dataDir = await mkdtemp(join(tmpdir(), 'hiram-bench-'))
  const children = new Map<string, { child: ChildProcess; origin: string }>()
  try {
    children.set('product', await start('product', { DATA_DIR: dataDir }))
    const { origin } = children.get('product')!
    await fetch(`${origin}/products`)
    const page = await fetch(`${origin}/products`, { headers: { 'accept-encoding': 'br' } })
    const etag = page.headers.get('etag')!
    const size = Number(page.headers.get('content-length'))
    children.set('floor', await start('floor', { BYTES: String(size) }))
    const best = new Map<string, number>()
    for (let round = 0; round <= ROUNDS; round++)
      for (const subject of subjects) {
        const { child, origin: at } = children.get(subject.child)!
        const headers = Object.fromEntries(
          Object.entries(subject.headers).map(([k, v]) => [k, v === 'ETAG' ? etag : v]),
        )
        const before = await cpu(child)
        await load(at + subject.path, { 'accept-encoding': 'br, gzip', ...headers }, subject.requests)
        const each = ((await cpu(child)) - before) / subject.requests
        // The first round warms up.
        if (round > 0) best.set(subject.name, Math.min(best.get(subject.name) ?? Infinity, each))
      }
    const atFloor = best.get(subjects[0].name)!
    console.log(`\nOne catalogue page of 24 listings, ${size} bytes compressed; best of ${ROUNDS} rounds\n`)
    console.log('| answer | server CPU, ms a request | ratio to the floor |\n| --- | --- | --- |')
    for (const [name, each] of best)
      console.log(`| ${name} | ${each.toFixed(3)} | ${(each / atFloor).toFixed(1)} |`)
  } finally {
    for (const { child } of children.values()) child.kill()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function start(what: string, env: Record<string, string>) {
  const child = fork(import.meta.filename, [what], { env: { ...process.env, ...env, LOG_LEVEL: 'silent' } })
  const origin = await new Promise<string>((done, fail) => {
    child.once('message', (message) => done(String(message)))
    child.once('exit', () => fail(new Error(`${what} did not start`)))
  })
  return { child, origin }
}

async function product() {
  const settings = readSettings(
    { ...process.env, HOST: '127.0.0.1', PORT: '0', LIMIT_SEARCH: '1000000/60' },
    'test',
  )
  const wiring = await wire(settings)
  await buildTown(wiring.services, () => {})
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

async function load(url: string, headers: Record<string, string>, requests: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })
  let left = requests
  const client = async () => {
    while (left-- > 0)
      await new Promise<void>((done, fail) => {
        get(url, { agent, headers }, (response) => {
          if (response.statusCode !== 200 && response.statusCode !== 304)
            fail(new Error(`answered ${response.statusCode}`))
          response.resume().on('end', done)
        }).on('error', fail)
      })
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  agent.destroy()
}
