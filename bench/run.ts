import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { AT_ONCE, checkOut } from './checkout.ts'
import { settleCrowd } from './crowd.ts'
import { mailSink, sendEmails, untilSent } from './emails.ts'
import { benchPostgres, pgbench, type Postgres } from './postgres.ts'
import { measureRendering } from './rendering.ts'
import { type Server, startServer } from './server.ts'
import { measureStreams } from './streams.ts'

/*
 * `npm run bench` measures everything, `npm run bench -- start checkout` those parts: `pages` (see pages.ts), and on
 * a PostgreSQL of its own that writes to the disk: `rendering` of pages beside React’s own, and with the server as in
 * production, one process: `start`, `checkout` beside TPC-B of `pgbench`, `emails`, and `streams` with two processes.
 * CPU time is of the processes, which other work on the machine disturbs less than the clock.
 */
const ROUNDS = 3
const [ORDERS, EMAILS, MESSAGES] = [150, 300, 300]
const PORT = 4180

const parts = ['pages', 'rendering', 'start', 'checkout', 'emails', 'streams'] as const
const asked = process.argv.slice(2)
if (asked[0] === '--short') {
  await import('./short.ts')
}
const unknown = asked.filter((name) => !(parts as readonly string[]).includes(name))
if (unknown.length > 0) throw new Error(`There is no ${unknown.join(', ')}; there are ${parts.join(', ')}.`)
const runs = (part: (typeof parts)[number]) => asked.length === 0 || asked.includes(part)

if (runs('pages'))
  execFileSync(process.execPath, [path.join(import.meta.dirname, 'pages.ts')], { stdio: 'inherit' })
if (asked.length === 0 || asked.some((part) => part !== 'pages')) {
  const postgres = await benchPostgres()
  try {
    console.log('\n| measured | figure | CPU ms of Node | CPU ms of PostgreSQL | of the floor |')
    console.log('| --- | ---: | ---: | ---: | ---: |')
    if (runs('rendering'))
      for (const { name, page, react } of await measureRendering(await postgres.create('rendering')))
        say(name, `React alone ${react.toFixed(2)} ms`, page.toFixed(2), '', (react / page).toFixed(2))
    if (runs('start')) await benchStart(postgres)
    if (runs('checkout') || runs('emails')) await benchOrders(postgres)
    if (runs('streams')) await benchStreams(postgres)
  } finally {
    await postgres.stop()
  }
}

function say(name: string, figure: string, node = '', ofPostgres = '', ratio = '') {
  console.log(`| ${name} | ${figure} | ${node} | ${ofPostgres} | ${ratio} |`)
}

async function benchStart(postgres: Postgres) {
  const databaseUrl = await postgres.create('start')
  await (await startServer(PORT, { DATABASE_URL: databaseUrl })).stop()
  await quickestStart('PostgreSQL', { DATABASE_URL: databaseUrl })
  const folder = await mkdtemp(path.join(tmpdir(), 'hiram-bench-'))
  const embedded = { DATA_DIR: folder, ALLOW_EMBEDDED: '1' }
  await (await startServer(PORT, embedded)).stop()
  await quickestStart('embedded database', embedded)
  await rm(folder, { recursive: true, force: true })
}

async function quickestStart(where: string, env: Record<string, string>) {
  let [best, cpu, memory] = [Infinity, Infinity, Infinity]
  for (let round = 0; round < ROUNDS; round++) {
    const server = await startServer(PORT, env)
    best = Math.min(best, server.startedInMs)
    cpu = Math.min(cpu, server.cpu())
    memory = Math.min(memory, server.memory())
    await server.stop()
  }
  say(`start to the first answer, ${where}`, `${(best / 1000).toFixed(2)} s`, cpu.toFixed(0))
  say(`memory at start, ${where}`, `${memory.toFixed(0)} MiB`)
}

type Round = { rate: number; node: number; postgres: number }

/** One round of `n` jobs: how many a second, and what each cost. */
async function round(
  postgres: Postgres,
  server: Server,
  n: number,
  run: () => Promise<number>,
): Promise<Round> {
  const [node, ofPostgres] = [server.cpu(), postgres.cpu()]
  const rate = await run()
  return { rate, node: (server.cpu() - node) / n, postgres: (postgres.cpu() - ofPostgres) / n }
}

function best(rounds: readonly Round[]): Round {
  return {
    rate: Math.max(...rounds.map(({ rate }) => rate)),
    node: Math.min(...rounds.map(({ node }) => node)),
    postgres: Math.min(...rounds.map(({ postgres }) => postgres)),
  }
}

async function benchOrders(postgres: Postgres) {
  const databaseUrl = await postgres.create('orders')
  const crowd = await settleCrowd(databaseUrl)
  const sink = await mailSink()
  const server = await startServer(PORT, { DATABASE_URL: databaseUrl, SMTP_URL: sink.url })
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    if (runs('checkout')) {
      const tpcb = await pgbench(postgres)
      const [rounds, floors, ages]: [Round[], number[], number[]] = [[], [], []]
      for (let i = 0; i <= ROUNDS; i++) {
        if (tpcb) floors.push(await tpcb.run())
        const checked = await round(postgres, server, ORDERS, () => checkOut(server, crowd, ORDERS))
        // The first warms up.
        if (i > 0) rounds.push(checked)
        ages.push(await untilSent(client))
      }
      const found = best(rounds)
      const floor = Math.max(...floors)
      say(`floor: TPC-B, ${AT_ONCE} at once`, tpcb ? `${floor.toFixed(0)}/s` : 'no pgbench here')
      const ratio = tpcb ? (found.rate / floor).toFixed(3) : ''
      const costs = [found.node.toFixed(1), found.postgres.toFixed(1)] as const
      say(`checkout: cart, page, order, ${AT_ONCE} at once`, `${found.rate.toFixed(1)}/s`, ...costs, ratio)
      say('oldest email waiting at the end of a round', `${Math.max(...ages).toFixed(1)} s`)
    }
    if (runs('emails')) {
      const rounds: Round[] = []
      for (let i = 0; i <= ROUNDS; i++)
        rounds.push(await round(postgres, server, EMAILS, () => sendEmails(databaseUrl, EMAILS)))
      const found = best(rounds.slice(1))
      say('emails', `${found.rate.toFixed(0)}/s`, found.node.toFixed(2), found.postgres.toFixed(2))
    }
    say('memory after that', `${server.memory().toFixed(0)} MiB`)
  } finally {
    await client.end()
    await server.stop()
    sink.stop()
  }
}

async function benchStreams(postgres: Postgres) {
  const databaseUrl = await postgres.create('streams')
  const crowd = await settleCrowd(databaseUrl)
  const servers = [PORT, PORT + 1].map((port) => startServer(port, { DATABASE_URL: databaseUrl }))
  const started = await Promise.all(servers)
  try {
    const { openedInMs, kibEach, p50, p99 } = await measureStreams(started, crowd, MESSAGES)
    say('2,000 streams opened at two processes', `${(openedInMs / 1000).toFixed(1)} s`)
    say('memory of a stream', `${kibEach.toFixed(0)} KiB`)
    say('a message to a stream, 16 at once, p50', `${p50.toFixed(0)} ms`)
    say('a message to a stream, 16 at once, p99', `${p99.toFixed(0)} ms`)
  } finally {
    for (const server of started) await server.stop()
  }
}
