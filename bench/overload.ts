import { Agent, get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { chanceOf } from '#seeds/metropolis/chance.ts'
import type { ManyMembers } from './many-members.ts'
import type { Server } from './server.ts'

/** What became of the requests of a phase: times in milliseconds at the 99th percentile. */
export type Phase = {
  sent: number
  accepted: number
  refused: number
  failed: number
  acceptedP99: number
  refusedP99: number
}

type Outcome = { status: number; ms: number }
const pages = ['/', '/products', '/profile', '/profile/rental-tracker', '/products?search=tent']

/**
 * Requests pages of people who are logged in, `rate` a second on average whatever the answers, for so long. They come
 * at random (a Poisson process), as people do, and at the same times in each run.
 */
export async function arrive(
  server: Server,
  members: ManyMembers,
  rate: number,
  seconds: number,
): Promise<Phase> {
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
    failed: all.length - accepted.length - refused.length,
    acceptedP99: p99(accepted),
    refusedP99: p99(refused),
  }
}

/** How many such pages a second the server shows to 16 people who each wait for the answer; refusals don't count. */
export async function capacity(server: Server, members: ManyMembers, requests: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  let left = requests
  let shown = 0
  const began = performance.now()
  const person = async () => {
    while (left-- > 0) {
      const { cookie } = members.nextRenter()
      const { status } = await ask(agent, server.origin + pages[left % pages.length]!, cookie)
      if (status === 200) shown++
    }
  }
  await Promise.all(Array.from({ length: 16 }, person))
  agent.destroy()
  return (shown * 1000) / (performance.now() - began)
}

function ask(agent: Agent, address: string, cookie: string): Promise<Outcome> {
  const began = performance.now()
  return new Promise((done) => {
    const ended = (status: number) => done({ status, ms: performance.now() - began })
    const headers = { cookie, accept: 'text/html', 'accept-encoding': 'br' }
    get(address, { agent, headers }, (answer) =>
      answer.resume().on('end', () => ended(answer.statusCode ?? 0)),
    ).on('error', () => ended(0))
  })
}

const p99 = (outcomes: readonly Outcome[]) =>
  outcomes.map(({ ms }) => ms).toSorted((a, b) => a - b)[Math.floor(outcomes.length * 0.99)] ?? 0
