import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { AT_ONCE, checkOut } from './checkout.ts'
import { createMembers } from './many-members.ts'
import { measureMetrics } from './metrics.ts'
import { startMailServer, sendEmails, untilSent } from './emails.ts'
import { arrive, capacity } from './overload.ts'
import { benchPostgres, pgbench, type Postgres } from './postgres.ts'
import { measureRendering } from './rendering.ts'
import { type Server, startServer } from './server.ts'
import { openStreams } from './streams.ts'

/* `npm run bench` measures everything, `npm run bench -- start checkout` those parts: `pages` (see pages.ts), and on
   its own PostgreSQL that writes to the disk: `rendering` of pages compared with React’s own, and with the server as
   in production, one process: `start`, `checkout` compared with TPC-B of `pgbench`, `emails`, `streams` with two
   processes, and what `metrics` add to a cached page. The CPU time is that of the processes: other work on the machine
   affects it less than elapsed time. */
const ROUNDS = 3
const [ORDERS, EMAILS, MESSAGES] = [150, 300, 300]
const PORT = 4180

const parts = ['pages', 'rendering', 'start', 'checkout', 'emails', 'streams', 'overload', 'metrics'] as const
const chosen = process.argv.slice(2)
if (chosen[0] === '--short') {
  await import('./short.ts')
}
const unknown = chosen.filter((name) => !(parts as readonly string[]).includes(name))
if (unknown.length > 0) throw new Error(`There is no ${unknown.join(', ')}; there are ${parts.join(', ')}.`)
const runs = (part: (typeof parts)[number]) => chosen.length === 0 || chosen.includes(part)

if (runs('pages'))
  execFileSync(process.execPath, [path.join(import.meta.dirname, 'pages.ts')], { stdio: 'inherit' })
if (chosen.length === 0 || chosen.some((part) => part !== 'pages')) {
  const postgres = await benchPostgres()
  try {
    console.log('\n| measured | figure | CPU ms of Node | CPU ms of PostgreSQL | of the floor |')
    console.log('| --- | ---: | ---: | ---: | ---: |')
    if (runs('rendering'))
      for (const { name, page, react } of await measureRendering(await postgres.create('rendering')))
        printRow(name, `React alone ${react.toFixed(2)} ms`, page.toFixed(2), '', (react / page).toFixed(2))
    if (runs('start')) await benchStart(postgres)
    if (runs('checkout') || runs('emails')) await benchOrders(postgres)
    if (runs('streams')) await benchStreams(postgres)
    if (runs('overload')) await benchOverload(postgres)
    if (runs('metrics')) await benchMetrics(postgres)
  } finally {
    await postgres.stop()
  }
}

function printRow(name: string, figure: string, node = '', ofPostgres = '', ratio = '') {
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
  printRow(`start to the first answer, ${where}`, `${(best / 1000).toFixed(2)} s`, cpu.toFixed(0))
  printRow(`memory at start, ${where}`, `${memory.toFixed(0)} MiB`)
}

type Round = { rate: number; node: number; postgres: number }

/** One round of `n` jobs: how many per second, and the cost of each. */
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
  const members = await createMembers(databaseUrl)
  const smtp = await startMailServer()
  const server = await startServer(PORT, { DATABASE_URL: databaseUrl, SMTP_URL: smtp.url })
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    if (runs('checkout')) {
      const tpcb = await pgbench(postgres)
      const [rounds, floors, ages]: [Round[], number[], number[]] = [[], [], []]
      for (let i = 0; i <= ROUNDS; i++) {
        if (tpcb) floors.push(await tpcb.run())
        const checked = await round(postgres, server, ORDERS, () => checkOut(server, members, ORDERS))
        // The first round is a warm-up.
        if (i > 0) rounds.push(checked)
        ages.push(await untilSent(client))
      }
      const found = best(rounds)
      const floor = Math.max(...floors)
      printRow(`floor: TPC-B, ${AT_ONCE} at once`, tpcb ? `${floor.toFixed(0)}/s` : 'no pgbench here')
      const ratio = tpcb ? (found.rate / floor).toFixed(3) : ''
      const costs = [found.node.toFixed(1), found.postgres.toFixed(1)] as const
      printRow(
        `checkout: cart, page, order, ${AT_ONCE} at once`,
        `${found.rate.toFixed(1)}/s`,
        ...costs,
        ratio,
      )
      printRow('oldest email waiting at the end of a round', `${Math.max(...ages).toFixed(1)} s`)
    }
    if (runs('emails')) {
      const rounds: Round[] = []
      for (let i = 0; i <= ROUNDS; i++)
        rounds.push(await round(postgres, server, EMAILS, () => sendEmails(databaseUrl, EMAILS)))
      const found = best(rounds.slice(1))
      printRow('emails', `${found.rate.toFixed(0)}/s`, found.node.toFixed(2), found.postgres.toFixed(2))
    }
    printRow('memory after that', `${server.memory().toFixed(0)} MiB`)
  } finally {
    await client.end()
    await server.stop()
    smtp.stop()
  }
}

/** What people who are logged in wait at half the load that a process carries, at three times it, and after that. */
async function benchOverload(postgres: Postgres) {
  const databaseUrl = await postgres.create('overload')
  const members = await createMembers(databaseUrl)
  const server = await startServer(PORT, { DATABASE_URL: databaseUrl })
  try {
    await capacity(server, members, 300)
    const carried = await capacity(server, members, 1500)
    printRow('pages of people who are logged in, 16 at once', `${carried.toFixed(0)}/s`)
    const unloaded = await arrive(server, members, carried / 2, 20)
    const phases = {
      'half of that': unloaded,
      'three times that': await arrive(server, members, carried * 3, 20),
      'half of it again, the first 5 s': await arrive(server, members, carried / 2, 5),
    }
    for (const [name, { sent, accepted, refused, failed, acceptedP99, refusedP99 }] of Object.entries(
      phases,
    )) {
      const counts = `${sent} sent, ${accepted} answered, ${refused} refused, ${failed} failed`
      const ratio = (acceptedP99 / unloaded.acceptedP99).toFixed(2)
      printRow(
        `${name}: ${counts}`,
        `p99 ${acceptedP99.toFixed(0)} ms; refused ${refusedP99.toFixed(0)} ms`,
        '',
        '',
        ratio,
      )
    }
  } finally {
    await server.stop()
  }
}

async function benchStreams(postgres: Postgres) {
  const databaseUrl = await postgres.create('streams')
  const members = await createMembers(databaseUrl)
  const servers = await Promise.all(
    [PORT, PORT + 1].map((port) => startServer(port, { DATABASE_URL: databaseUrl }, { isInspected: true })),
  )
  const cpu = () => servers.reduce((sum, server) => sum + server.cpu(), 0)
  try {
    const streams = await openStreams(servers, members)
    printRow('2,000 streams opened at two processes', `${(streams.openedInMs / 1000).toFixed(1)} s`)
    printRow('memory that a stream holds', `${streams.kibEach.toFixed(0)} KiB`)
    // The first round is a warm-up.
    await streams.delays(AT_ONCE, MESSAGES)
    for (const atOnce of [1, 16]) {
      const [node, ofPostgres] = [cpu(), postgres.cpu()]
      const { p50, p99 } = await streams.delays(atOnce, MESSAGES)
      const costs = [cpu() - node, postgres.cpu() - ofPostgres].map((ms) => (ms / MESSAGES).toFixed(1))
      const figure = `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`
      printRow(`a message to a stream, ${atOnce === 1 ? 'one' : atOnce} at once`, figure, ...costs)
    }
    streams.close()
  } finally {
    for (const server of servers) await server.stop()
  }
}

async function benchMetrics(postgres: Postgres) {
  const databaseUrl = await postgres.create('metrics')
  const { plain, watched } = await measureMetrics(PORT, { DATABASE_URL: databaseUrl })
  printRow('cached page without metrics', `${plain.rate.toFixed(0)}/s`, plain.cpu.toFixed(3))
  const ratio = (plain.cpu / watched.cpu).toFixed(3)
  printRow('cached page with metrics', `${watched.rate.toFixed(0)}/s`, watched.cpu.toFixed(3), '', ratio)
}
