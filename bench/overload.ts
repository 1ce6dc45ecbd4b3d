import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { startPaymentEmulator, type RunningEmulator } from '#gateways/payments/emulator.ts'
import { arrivals, type Arrival, type Outcome } from './arrivals.ts'
import type { Bench } from './bench.ts'
import { browsers } from './browsers.ts'
import { fieldsToAdd, fieldsToOrder, order } from './checkout.ts'
import type { Members } from './city.ts'
import { load, percentiles } from './load.ts'
import type { Server } from './server.ts'
import type { Row } from './table.ts'

/** How many checkouts, webhooks and health checks come in a second, beside pages, in each phase. */
const PER_SECOND = { checkouts: 2, webhooks: 2, 'health checks': 4 }
/** The p99 of accepted pages under overload is at most this many times that at half load. */
const MOST_SLOWER = 2
const keys = { secretKey: 'sk_test_overload', webhookSecret: 'whsk_overload' }

type Class = 'pages' | keyof typeof PER_SECOND
type Phase = { name: string; times: number; seconds: number; judged?: 'overload' | 'after' }
const phases: Phase[] = [
  { name: 'half of it', times: 0.5, seconds: 20 },
  { name: '3 times it', times: 3, seconds: 20, judged: 'overload' },
  { name: 'half again, the first 5 s', times: 0.5, seconds: 5 },
  { name: 'half again, the next 5 s', times: 0.5, seconds: 5, judged: 'after' },
]

/** For how long the process is warmed up, and for how long the load that it carries is measured. */
const [WARM_SECONDS, CARRIED_SECONDS] = [5, 20]

/**
 * What people who are logged in wait at half the load that a process carries, at three times it, and after that; and
 * those who go first: checkouts in cash, webhooks of payments, health checks. These come in each phase, also while the
 * load that the process carries is measured.
 */
export async function* benchOverload(bench: Bench): AsyncIterable<Row> {
  const [payers, members] = divided(bench.city.members)
  const provider = await startPaymentEmulator({ ...keys, mode: 'bench', port: 0, host: '127.0.0.1' })
  let server: Server | undefined
  try {
    server = await bench.another({
      ...(await bench.city.settings()),
      PAYMONGO_SECRET_KEY: keys.secretKey,
      PAYMONGO_WEBHOOK_SECRET: keys.webhookSecret,
      NODE_OPTIONS: `--import=${pathToFileURL(path.resolve(import.meta.dirname, '../tests/chaos/preload.ts')).href}`,
      CHAOS_HOSTS: JSON.stringify({ 'https://api.paymongo.com': provider.url }),
      CHAOS_PAYMENTS: provider.url,
    })
    await pay(server, payers, provider)
    const classes = classesOf(members, provider)
    await capacity(server, members, classes(0), WARM_SECONDS)
    const carried = await capacity(server, members, classes(0), CARRIED_SECONDS)
    yield {
      name: 'pages of people who are logged in, 6 at once, beside the others',
      figure: `${carried.toFixed(0)}/s`,
    }
    let atHalf: Record<Class, Outcome[]> | undefined
    for (const phase of phases) {
      const outcomes = await arrivals(server.origin, phase.seconds, classes(carried * phase.times))
      atHalf ??= outcomes
      for (const of of Object.keys(outcomes) as Class[]) yield rowOf(phase, of, outcomes[of], atHalf[of])
    }
  } finally {
    await server?.stop()
    await provider.close()
  }
}

function rowOf({ name, judged }: Phase, of: Class, outcomes: Outcome[], atHalf: Outcome[]): Row {
  const answered = outcomes.filter(({ as }) => as === 'answered')
  const refused = outcomes.filter(({ as }) => as === 'refused')
  const failed = outcomes.filter(({ as }) => as === 'failed').map(({ what }) => what)
  const again = outcomes.filter(({ again }) => again).length
  const statuses = failed.length > 0 ? ` (${[...new Set(failed)].join(', ')})` : ''
  const twice = again > 0 ? `, ${again} asked twice` : ''
  const ratio = p99(answered) / p99(atHalf.filter(({ as }) => as === 'answered'))
  const isFast = ratio <= MOST_SLOWER
  const isComplete = answered.length === outcomes.length
  const aim =
    judged &&
    (of !== 'pages' ? 'none refused' : `≤ ${MOST_SLOWER} ×${judged === 'after' ? ', none refused' : ''}`)
  const holds = of !== 'pages' ? isComplete : isFast && (judged === 'overload' || isComplete)
  return {
    name:
      `${name}, ${of}: ${outcomes.length} sent, ${answered.length} answered, ${refused.length} refused, ` +
      `${failed.length} failed${statuses}${twice}`,
    figure:
      `p99 ${p99(answered).toFixed(0)} ms` +
      (refused.length > 0 ? `; refused ${p99(refused).toFixed(0)} ms` : ''),
    floor: 'p99 at half',
    ratio,
    ...(aim ? { aim, holds } : {}),
  }
}

const pages = ['/', '/products', '/profile', '/profile/rental-tracker', '/products?search=tent']

type Classes = Record<Class, { rate: number; arrival: Arrival }>

/** Who comes how often: so many pages a second, the others as `PER_SECOND` says. */
function classesOf(members: Members, { webhooks }: RunningEmulator) {
  let turn = 0
  const page: Arrival = async (ask) => {
    const { cookie } = members.nextRenter()
    await ask(200, pages[turn++ % pages.length]!, { cookie })
  }
  const checkout: Arrival = async (ask) => {
    const { cookie } = members.nextRenter()
    const request = members.nextRequest()
    const added = await ask(302, `/listing/${request.listingId}`, { cookie, fields: fieldsToAdd(request) })
    const shown = added === null ? null : await ask(200, '/checkout', { cookie })
    if (shown !== null)
      await ask(302, '/checkout', { cookie, fields: fieldsToOrder(shown, 'cash_on_delivery') })
  }
  const webhook: Arrival = async (ask) => {
    const { body, signature } = webhooks.collected.shift()!
    await ask(200, '/api/paymongo/webhook', { body, signature })
  }
  const health: Arrival = async (ask) => void (await ask(200, '/healthz'))
  const { checkouts, webhooks: paid, 'health checks': checks } = PER_SECOND
  return (pagesPerSecond: number): Classes => ({
    pages: { rate: pagesPerSecond, arrival: page },
    checkouts: { rate: checkouts, arrival: checkout },
    webhooks: { rate: paid, arrival: webhook },
    'health checks': { rate: checks, arrival: health },
  })
}

/** The payments whose webhooks come. */
const PAYMENTS =
  PER_SECOND.webhooks *
  (WARM_SECONDS + CARRIED_SECONDS + phases.reduce((sum, phase) => sum + phase.seconds, 0))

/**
 * Those who pay online, once each, and all others. Until its webhook comes, what they ordered stays in their cart, and
 * the checkout leads back to it.
 */
function divided(members: Members): [payers: Members, others: Members] {
  const only = (renters: Members['renters']): Members => {
    let turn = 0
    return { ...members, renters, nextRenter: () => renters[turn++ % renters.length]! }
  }
  return [only(members.renters.slice(0, PAYMENTS)), only(members.renters.slice(PAYMENTS))]
}

/** Makes the payments whose webhooks come: orders things online, some at once, and pays them. */
async function pay(
  { origin }: Server,
  payers: Members,
  { list, pay: payFor }: RunningEmulator,
): Promise<void> {
  const { send, close } = browsers(origin, 4)
  let left = PAYMENTS
  const shopper = async () => {
    while (left-- > 0) await order(send, payers, 'online')
  }
  await Promise.all(Array.from({ length: 4 }, shopper))
  close()
  for (const { id } of list().checkouts) payFor(id)
}

/**
 * How many such pages a second the server shows to 6 people who each wait for the answer, beside those of the other
 * classes; refusals don't count.
 */
async function capacity(
  { origin }: Server,
  members: Members,
  { pages: _, ...beside }: Classes,
  seconds: number,
): Promise<number> {
  const asks = Array.from({ length: 1500 }, (_, i) => ({
    path: pages[i % pages.length]!,
    headers: { cookie: members.nextRenter().cookie, accept: 'text/html', 'accept-encoding': 'br' },
  }))
  const [{ rate }] = await Promise.all([
    load(origin, asks, { connections: 6, seconds }),
    arrivals(origin, seconds, beside),
  ])
  return rate
}

const p99 = (outcomes: readonly Outcome[]) => percentiles(outcomes.map(({ ms }) => ms)).p99
