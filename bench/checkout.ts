import { setTimeout as wait } from 'node:timers/promises'
import type { Bench } from './bench.ts'
import { browsers } from './browsers.ts'
import { loadCity, type Members } from './city.ts'
import { bestOf, type Cost } from './cost.ts'
import { untilSent } from './emails.ts'
import { openTpcB } from './pgbench.ts'
import type { Server } from './server.ts'
import type { Row } from './table.ts'

const [ROUNDS, ORDERS, AT_ONCE] = [3, 150, 32]
/** A busy process refuses some requests, which are sent again after so many milliseconds. */
const AGAIN_MS = 50
const LEAST_OF_TPC_B = 0.1
/** How much slower checkouts may be in the city than in a town with 1,000 rentals. */
const MOST_SLOWER = 1.3
const TOWN = { listings: 1000, people: 1000, rentals: 1000 }

type Round = Cost & { rate: number }
type Place = { server: Server; members: Members; databaseUrl: string; rounds: Round[] }

/** Checkouts in cash over HTTP beside TPC-B and, with PostgreSQL, beside those in a small town. */
export async function benchCheckout(bench: Bench): Promise<Row[]> {
  const { isEmbedded, members, databaseUrl } = bench.city
  const city: Place = { server: await bench.server(), members, databaseUrl, rounds: [] }
  if (isEmbedded) {
    for (let i = 0; i <= ROUNDS; i++) city.rounds.push(await orderIn(bench, city))
    return [rowOf(bench, city, null)]
  }
  const tpcb = await openTpcB(bench.postgres)
  const town = await openTown(bench)
  const [floors, waits]: [number[], number[]] = [[], []]
  try {
    for (let i = 0; i <= ROUNDS; i++) {
      if (tpcb) floors.push(await tpcb.run())
      // Whoever comes first waits for what TPC-B left to write.
      for (const place of i % 2 === 0 ? [city, town] : [town, city]) {
        place.rounds.push(await orderIn(bench, place))
        waits.push(await untilSent(place.databaseUrl))
      }
    }
  } finally {
    await town.server.stop()
  }
  const oldest = `${Math.max(...waits).toFixed(1)} s`
  return [
    rowOf(bench, city, tpcb && Math.max(...floors)),
    slowerRow(bench, city, town),
    { name: 'oldest email waiting at the end of a round of checkouts', figure: oldest },
  ]
}

async function openTown(bench: Bench): Promise<Place> {
  const databaseUrl = await bench.postgres.create('town')
  const members = await loadCity(databaseUrl, TOWN)
  return { server: await bench.another({ DATABASE_URL: databaseUrl }), members, databaseUrl, rounds: [] }
}

/** The best of the rounds after the first, which is a warm-up. */
const bestIn = ({ rounds }: Place) => bestOf(rounds.slice(1))

function rowOf({ city }: Bench, place: Place, tpcb: number | null): Row {
  const { rate, ...cost } = bestIn(place)
  return {
    name: `checkout: cart, page, order, ${AT_ONCE} at once, ${city.listings.toLocaleString('en')} rentals before`,
    figure: `${rate.toFixed(1)}/s`,
    ...cost,
    ...(tpcb && {
      floor: `TPC-B ${tpcb.toFixed(0)}/s`,
      ratio: rate / tpcb,
      aim: `≥ ${LEAST_OF_TPC_B.toFixed(2)} of its transactions/s`,
      holds: rate / tpcb >= LEAST_OF_TPC_B,
    }),
  }
}

function slowerRow({ city }: Bench, inCity: Place, inTown: Place): Row {
  const { rate, ...cost } = bestIn(inTown)
  const slower = rate / bestIn(inCity).rate
  return {
    name: `the same with ${TOWN.rentals.toLocaleString('en')} rentals before`,
    figure: `${rate.toFixed(1)}/s`,
    ...cost,
    floor: 'how much slower the city is',
    ratio: slower,
    aim: `≤ ${MOST_SLOWER} × with 1,000,000 rentals`,
    // A smaller city says little.
    ...(city.listings >= 1_000_000 && { holds: slower <= MOST_SLOWER }),
  }
}

const orderIn = (bench: Bench, { server, members }: Place) =>
  bench.cost([server], ORDERS, async () => ({ rate: await checkOut(server.origin, members) }))

/** Places orders in cash, each by another renter: add to the cart, read the checkout page, order. */
async function checkOut(origin: string, members: Members): Promise<number> {
  const { send, close } = browsers(origin, AT_ONCE)
  const patient: typeof send = async (...request) => {
    for (;;) {
      const answer = await send(...request)
      if (answer.status !== 503) return answer
      await wait(AGAIN_MS)
    }
  }
  let left = ORDERS
  const began = performance.now()
  const shopper = async () => {
    while (left-- > 0) await order(patient, members)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, shopper))
  close()
  return ORDERS / ((performance.now() - began) / 1000)
}

type PaymentMethod = 'cash_on_delivery' | 'online'

/**
 * Places one order of the next renter, by default in cash. Throws with the words of the page when it is refused.
 */
export async function order(
  send: ReturnType<typeof browsers>['send'],
  members: Members,
  paymentMethod: PaymentMethod = 'cash_on_delivery',
) {
  const { cookie } = members.nextRenter()
  const request = members.nextRequest()
  const added = await send(cookie, `/listing/${request.listingId}`, fieldsToAdd(request))
  if (added.status !== 302) throw new Error(`adding answered ${added.status}: ${wordsOf(added.body)}`)
  const page = await send(cookie, '/checkout')
  if (page.status !== 200) throw new Error(`the checkout answered ${page.status}: ${wordsOf(page.body)}`)
  const placed = await send(cookie, '/checkout', fieldsToOrder(page.body, paymentMethod))
  const next = { cash_on_delivery: '/checkout?payment=', online: 'https://checkout.paymongo.com/' }[
    paymentMethod
  ]
  if (!placed.location.startsWith(next))
    throw new Error(`ordering answered ${placed.status} ${placed.location}: ${wordsOf(placed.body)}`)
}

/** The form on a listing's page that adds it to the cart for a day. */
export const fieldsToAdd = ({ listingId, startDate }: ReturnType<Members['nextRequest']>) => ({
  listingId,
  startDate,
  durationDays: '1',
  deliveryOption: 'pickup',
})

/** The form on a checkout page that orders what is in the cart. */
export const fieldsToOrder = (page: string, paymentMethod: PaymentMethod) => ({
  agreed: 'on',
  paymentMethod,
  idempotencyKey: hidden(page, 'idempotencyKey'),
  quoteSeen: hidden(page, 'quoteSeen'),
})

function hidden(html: string, name: string): string {
  const found = new RegExp(`name="${name}" value="([^"]*)"`).exec(html)
  if (!found) throw new Error(`the page has no ${name}: ${wordsOf(html)}`)
  return found[1]!
}

/** The text of an unexpected page, shortened. */
const wordsOf = (html: string) =>
  html
    .replaceAll(/<(script|style)[\s\S]*?<\/\1>|<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .slice(0, 400)
