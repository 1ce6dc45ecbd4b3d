import { Agent, get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { chanceOf } from '#seeds/metropolis/chance.ts'
import type { Bench } from './bench.ts'
import type { Members } from './city.ts'
import { load, percentiles } from './load.ts'
import type { Server } from './server.ts'
import type { Row } from './table.ts'

/** What people who are logged in wait at half the load that a process carries, at three times it, and after that. */
export async function benchOverload(bench: Bench): Promise<Row[]> {
  const { members } = bench.city
  const server = await bench.server()
  await capacity(server, members, 300)
  const carried = await capacity(server, members, 1500)
  const unloaded = await arrive(server, members, carried / 2, 20)
  const phases = {
    'half of that': unloaded,
    'three times that': await arrive(server, members, carried * 3, 20),
    'half of it again, the first 5 s': await arrive(server, members, carried / 2, 5),
  }
  return [
    { name: 'pages of people who are logged in, 6 at once', figure: `${carried.toFixed(0)}/s` },
    ...Object.entries(phases).map(([name, phase]) => rowOf(name, phase, unloaded)),
  ]
}

function rowOf(
  name: string,
  { sent, accepted, refused, failed, again, acceptedP99, refusedP99 }: Phase,
  unloaded: Phase,
): Row {
  const statuses = failed.length > 0 ? ` (${[...new Set(failed)].join(', ')})` : ''
  const twice = again > 0 ? `, ${again} asked twice` : ''
  const outcomes = `${accepted} answered, ${refused} refused, ${failed.length} failed`
  return {
    name: `${name}: ${sent} sent, ${outcomes}${statuses}${twice}`,
    figure: `p99 ${acceptedP99.toFixed(0)} ms; refused ${refusedP99.toFixed(0)} ms`,
    floor: 'p99 at half',
    ratio: acceptedP99 / unloaded.acceptedP99,
  }
}

/**
 * What became of the requests of a phase: times in milliseconds at the 99th percentile. `failed` has the status of
 * each that got neither its page nor a refusal, or the code of its error.
 */
type Phase = {
  sent: number
  accepted: number
  refused: number
  failed: (number | string)[]
  again: number
  acceptedP99: number
  refusedP99: number
}

/** `again`: asked twice, as the first connection was being closed. */
type Outcome = { status: number | string; ms: number; again: boolean }
const pages = ['/', '/products', '/profile', '/profile/rental-tracker', '/products?search=tent']

/**
 * Requests pages of people who are logged in, `rate` a second on average whatever the answers, for so long. They come
 * at random (a Poisson process), as people do, and at the same times in each run.
 */
async function arrive(server: Server, members: Members, rate: number, seconds: number): Promise<Phase> {
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity, maxFreeSockets: 512 })
  const outcomes: Promise<Outcome>[] = []
  const chance = chanceOf(1)
  let due = performance.now()
  for (let sent = 0; sent < rate * seconds; sent++) {
    due -= (Math.log(1 - chance.next()) * 1000) / rate
    await wait(Math.max(0, due - performance.now()))
    const { cookie } = members.nextRenter()
    outcomes.push(ask(agent, server.origin + pages[sent % pages.length]!, cookie))
  }
  const all = await Promise.all(outcomes)
  agent.destroy()
  const accepted = all.filter(({ status }) => status === 200)
  const refused = all.filter(({ status }) => status === 503)
  return {
    sent: all.length,
    accepted: accepted.length,
    refused: refused.length,
    failed: all.map(({ status }) => status).filter((status) => status !== 200 && status !== 503),
    again: all.filter(({ again }) => again).length,
    acceptedP99: p99(accepted),
    refusedP99: p99(refused),
  }
}

/** How many such pages a second the server shows to 16 people who each wait for the answer; refusals don't count. */
async function capacity({ origin }: Server, members: Members, requests: number): Promise<number> {
  const asks = Array.from({ length: requests }, (_, i) => ({
    path: pages[i % pages.length]!,
    headers: { cookie: members.nextRenter().cookie, accept: 'text/html', 'accept-encoding': 'br' },
  }))
  return (await load(origin, asks, { connections: 6, requests })).rate
}

/**
 * Asks for a page. The server may close a kept connection at the moment at which it is used again; browsers and
 * proxies then ask once more, and so does this (`request.reusedSocket` in the documentation of Node).
 */
function ask(agent: Agent, address: string, cookie: string): Promise<Outcome> {
  const began = performance.now()
  return new Promise((done) => {
    let again = false
    const ended = (status: number | string) => done({ status, ms: performance.now() - began, again })
    const failed = (error: NodeJS.ErrnoException) => ended(error.code ?? error.name)
    const headers = { cookie, accept: 'text/html', 'accept-encoding': 'br' }
    const send = () => {
      const request = get(address, { agent, headers }, (answer) =>
        answer
          .on('error', failed)
          .on('end', () => ended(answer.statusCode!))
          .resume(),
      ).on('error', (error: NodeJS.ErrnoException) => {
        if (again || !request.reusedSocket || error.code !== 'ECONNRESET') return failed(error)
        again = true
        send()
      })
    }
    send()
  })
}

const p99 = (outcomes: readonly Outcome[]) => percentiles(outcomes.map(({ ms }) => ms)).p99
