import { Agent, request as open } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { chanceOf } from '#seeds/metropolis/chance.ts'

/** What somebody sends: with `fields` a form of a page, with a `body` a webhook. */
type Sent = { cookie?: string; fields?: Record<string, string>; body?: Uint8Array; signature?: string }
/** Asks, and gives the text of the answer; null when it has not that status. */
type Ask = (expected: number, path: string, sent?: Sent) => Promise<string | null>
/** What one who arrives asks for, one request after the other. */
export type Arrival = (ask: Ask) => Promise<void>

/**
 * What became of a request; it is refused by 503. `what` is its status, or the code of its error. `again`: asked
 * twice, as the first connection was being closed.
 */
export type Outcome = {
  as: 'answered' | 'refused' | 'failed'
  what: number | string
  ms: number
  again: boolean
}
type Answer = { what: number | string; text: string; again: boolean }

/**
 * Lets each kind of arrivals come so many times a second on average, whatever the answers, for so long. They come at
 * random (a Poisson process), as people do, and at the same times in each run. Gives the outcomes of their requests.
 */
export async function arrivals<Kind extends string>(
  origin: string,
  seconds: number,
  kinds: Record<Kind, { rate: number; arrival: Arrival }>,
): Promise<Record<Kind, Outcome[]>> {
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity, maxFreeSockets: 512 })
  const come = async (rate: number, arrival: Arrival, seed: number): Promise<Outcome[]> => {
    const outcomes: Outcome[] = []
    const ask: Ask = async (expected, path, sent) => {
      const began = performance.now()
      const { what, text, again } = await send(agent, origin + path, sent)
      const as = what === expected ? 'answered' : what === 503 ? 'refused' : 'failed'
      outcomes.push({ as, what, ms: performance.now() - began, again })
      return as === 'answered' ? text : null
    }
    const under: Promise<void>[] = []
    const chance = chanceOf(seed)
    let due = performance.now()
    for (let come = 0; come < rate * seconds; come++) {
      due -= (Math.log(1 - chance.next()) * 1000) / rate
      await wait(Math.max(0, due - performance.now()))
      under.push(arrival(ask))
    }
    await Promise.all(under)
    return outcomes
  }
  const all = Object.entries<{ rate: number; arrival: Arrival }>(kinds)
  const came = await Promise.all(
    all.map(async ([kind, { rate, arrival }], i) => [kind, await come(rate, arrival, i + 1)] as const),
  )
  agent.destroy()
  return Object.fromEntries(came) as Record<Kind, Outcome[]>
}

/**
 * Sends a request. The server may close a kept connection at the moment at which it is used again; browsers and
 * proxies then ask once more, and so does this (`request.reusedSocket` in the documentation of Node).
 */
function send(
  agent: Agent,
  address: string,
  { cookie, fields, body, signature }: Sent = {},
): Promise<Answer> {
  const bytes = fields ? Buffer.from(new URLSearchParams(fields).toString()) : body
  const headers: Record<string, string> = {
    accept: 'text/html',
    'accept-encoding': 'br',
    ...(cookie ? { cookie } : {}),
    ...(fields
      ? { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
      : {}),
    ...(signature ? { 'content-type': 'application/json', 'paymongo-signature': signature } : {}),
  }
  return new Promise((done) => {
    let [again, text] = [false, '']
    const failed = (error: NodeJS.ErrnoException) => done({ what: error.code ?? error.name, text, again })
    const begin = () => {
      const request = open(address, { agent, headers, method: bytes ? 'POST' : 'GET' }, (answer) =>
        answer
          .setEncoding('utf8')
          .on('data', (part: string) => (text += part))
          .on('error', failed)
          .on('end', () => done({ what: answer.statusCode!, text, again })),
      )
      request.on('error', (error: NodeJS.ErrnoException) => {
        if (again || !request.reusedSocket || error.code !== 'ECONNRESET') return failed(error)
        again = true
        begin()
      })
      request.end(bytes)
    }
    begin()
  })
}
