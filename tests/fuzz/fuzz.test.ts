import { beforeAll, expect, it } from 'vitest'
import { signWebhook } from '#gateways/payments/signature.ts'
import { chanceOf } from '#seeds/metropolis/chance.ts'
import { broken } from '#seeds/metropolis/invariants.ts'
import { auditBook } from '#tests/money/audit-book.ts'
import { auditPrices } from '#tests/money/audit-prices.ts'
import { gather } from '#tests/money/facts.ts'
import { doorsOf } from '#tests/support/doors.ts'
import { makeSamples } from '#tests/support/page-samples.ts'
import { noLimits } from '#tests/support/services.ts'
import { withSite } from '#tests/support/with-site.ts'
import { hostileImages } from './images.ts'
import { fuzzVisitors } from './people.ts'
import { cookiesWith } from './hostile.ts'
import { type FuzzRequest, requestTo } from './requests.ts'
import { type Stall, STALL_MS } from './stalls.ts'
import { findTargets, sentByPrograms, type Target } from './targets.ts'
import { type Outcome, SLOW_MS, watched } from './watched.ts'

/*
 * Hostile requests to everything that takes one. The same seed makes the same requests. `npm run fuzz` sends 100,000
 * requests and 1,000 photos; a run of all tests sends these.
 */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 1500)
const PHOTOS = Number(process.env.FUZZ_PHOTOS ?? 60)
const SEED = Number(process.env.FUZZ_SEED ?? 1)
const AT_ONCE = 8
const RENEW_AFTER = 200

const site = withSite(['ramon', 'olivia', 'amihan'], { limits: noLimits })
let samples: Record<string, string>
beforeAll(async () => {
  samples = await makeSamples(site)
})

type Sent = { target: Target; request: FuzzRequest }
/** What is kept of all: so many whole requests would make collecting garbage slow. */
type Counted = { status: number; ms: number; hasBytes: boolean; path: string }

it(
  'no hostile photo is answered by 5xx, is slow or stops the event loop',
  { timeout: 3_600_000 },
  async () => {
    const chance = chanceOf(SEED)
    const imageFor = await hostileImages()
    type Photo = { body: Uint8Array<ArrayBuffer>; type: string }
    const run = watched(async ({ body, type }: Photo) => {
      const headers = { 'sec-fetch-site': 'same-origin', 'content-type': type }
      const answer = await site.visitor('olivia').send('/api/photos', { method: 'POST', body }, { headers })
      await answer.arrayBuffer()
      return answer.status
    })
    const statuses: Record<number, number> = {}
    const late: Photo[] = []
    let slowest = 0
    for (let i = 0; i < PHOTOS; i++) {
      const photo = {
        body: imageFor(chance),
        type: chance.pick(['image/jpeg', 'image/png', 'text/html', 'x']),
      }
      const { status, ms } = await run.send(photo)
      statuses[status] = (statuses[status] ?? 0) + 1
      slowest = Math.max(slowest, ms)
      if (ms > SLOW_MS) late.push(photo)
    }
    const stalls = run.stopWatching()
    const [longest] = stalls.map(({ worked }) => Math.round(worked))
    console.log(
      `${PHOTOS} photos, seed ${SEED}, by status: ${JSON.stringify(statuses)}; ` +
        `the slowest ${Math.round(slowest)} ms, the longest stall ${longest} ms`,
    )
    expect(Object.keys(statuses).filter((status) => Number(status) >= 500)).toEqual([])
    expect(site.services.errors).toEqual([])
    expect(await run.findSlow(late)).toEqual([])
    expect(await run.findBlocking(stalls)).toEqual([])
  },
)

it('no hostile request is answered by 5xx or leaves half-written rows', { timeout: 7_200_000 }, async () => {
  const { visitors, renew } = fuzzVisitors(site)
  const doors = await doorsOf(site.app)
  expect(Object.keys(sentByPrograms).filter((door) => !doors.includes(door))).toEqual([])
  const targets = await findTargets(visitors, samples, doors)
  expect(targets.filter(({ kind }) => kind === 'form').length).toBeGreaterThan(60)
  expect(await halfWritten()).toEqual([])

  const chance = chanceOf(SEED)
  const outcomes: Counted[] = []
  const failed: Outcome<Sent>[] = []
  const late: Sent[] = []
  const run = watched(statusOf)
  for (let sent = 0; sent < REQUESTS; sent += AT_ONCE) {
    if (sent % RENEW_AFTER < AT_ONCE) await renew()
    const batch = Array.from({ length: AT_ONCE }, () => {
      const target = chance.pick(targets)
      return { target, request: requestTo(target, chance) }
    })
    for (const outcome of await Promise.all(batch.map(run.send))) {
      const { status, ms } = outcome
      const { request } = outcome.sent
      const path = `${request.method} ${request.path.slice(0, 80)}`
      outcomes.push({ status, ms, hasBytes: request.body instanceof Uint8Array, path })
      if (status >= 500) failed.push(outcome)
      if (ms > SLOW_MS) late.push(outcome.sent)
    }
  }
  const stalls = run.stopWatching()
  const slow = await run.findSlow(late)
  const found = await run.findBlocking(stalls, renew)
  const blocking = found.map(({ sent, worked }) => `${Math.round(worked)} ms: ${nameOf(sent)}`)
  report(outcomes, slow, stalls, blocking)
  const shown = failed.map(({ status, sent: { target, request } }) => {
    const { body, ...rest } = request
    const text = typeof body === 'string' ? body : body && Buffer.from(body).toString('latin1')
    return { status, role: target.role, ...rest, body: text }
  })
  expect(shown).toEqual([])
  expect(site.services.errors).toEqual([])
  expect(await halfWritten()).toEqual([])
  expect(slow.map(({ request }) => request.path)).toEqual([])
  expect(blocking).toEqual([])

  async function statusOf({ target, request }: Sent): Promise<number> {
    const { method, path, headers, body } = request
    // Without a signature no event is read: those of people who are logged in get the provider's.
    const isSigned = path.startsWith('/api/paymongo/webhook') && body !== null && target.role !== 'guest'
    const signed: Record<string, string> = isSigned ? { 'paymongo-signature': signatureOf(body) } : {}
    const visitor = visitors[target.role]
    const cookie: Record<string, string> = headers.cookie
      ? { cookie: cookiesWith(visitor.cookie, headers.cookie) }
      : {}
    const answer = await visitor
      .send(path, { method, body }, { headers: { ...headers, ...cookie, ...signed } })
      .catch((error: unknown) => expectTooLong(error, [path, visitor.cookie, JSON.stringify(headers)]))
    if (!answer.headers.get('content-type')?.includes('event-stream'))
      await answer.arrayBuffer().catch(expectEndedDownload(path))
    else await answer.body?.cancel()
    return answer.status
  }
})

/** A request at the same time may log the person out, which ends their download; any other error is thrown. */
function expectEndedDownload(path: string) {
  return (error: unknown) => {
    const isCut = (error as { code?: string }).code === 'ECONNRESET'
    if (!isCut || !path.startsWith('/profile/settings/data/download')) throw error
  }
}

/** Node closes a connection with a head of more than 16 KiB, perhaps before its answer arrives. */
function expectTooLong(error: unknown, head: readonly (string | undefined)[]): Response {
  const { code } = error as { code?: string }
  if (!['ECONNRESET', 'EPIPE'].includes(code ?? '') || head.join('').length < 15_000) throw error
  return new Response(null, { status: 431 })
}

function signatureOf(body: string | Uint8Array): string {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  return signWebhook(bytes, site.services.settings.payments!.webhookSecret, false, site.services.clock.now())
}

const nameOf = ({ target, request: { method, path } }: Sent) =>
  `${target.role} ${method} ${path.split('?')[0]!.slice(0, 60)}`

/** What the rules of the product, and of the book, find wrong in the database. */
async function halfWritten(): Promise<string[]> {
  const { connection, db } = site.services
  const renters = await db.selectFrom('account').select('id').execute()
  const facts = await gather(
    db,
    renters.map(({ id }) => id),
  )
  const rows = await broken(connection.pool)
  return [
    // What a late cancellation costs stays on a rental that was cancelled.
    ...rows.filter((fault) => !fault.startsWith('The lines of a rental that came to nothing')),
    ...auditBook(facts),
    ...auditPrices(facts),
  ]
}

/**
 * Prints what `docs/reliability.md` tells: answers by status, the slowest, and how long the event loop stood still.
 */
function report(
  outcomes: readonly Counted[],
  slow: readonly Sent[],
  stalls: readonly Stall<Sent>[],
  blocking: readonly string[],
) {
  const byStatus = Object.groupBy(outcomes, ({ status }) => String(status))
  const bodies = outcomes.filter(({ hasBytes }) => hasBytes).length
  const slowest = outcomes.toSorted((a, b) => b.ms - a.ms).slice(0, 3)
  console.log(
    [
      `${outcomes.length} requests, ${bodies} of them with broken bytes, seed ${SEED}, ${AT_ONCE} at once`,
      ...Object.entries(byStatus).map(([status, all]) => `  ${status}: ${all!.length}`),
      `  longer than 1 s: ${outcomes.filter(({ ms }) => ms > SLOW_MS).length}; again, sent alone: ${slow.length}`,
      '  longest stalls of the event loop (ms of work, by the clock, collecting garbage; requests under way):',
      ...stalls.map(
        ({ worked, ms, collected, during }) =>
          `  ${Math.round(worked)}, ${Math.round(ms)}, ${Math.round(collected)}: ${during.map(nameOf).join(' | ')}`,
      ),
      `  of these requests, sent alone, stop it for longer than ${STALL_MS} ms: ${blocking.join(' | ') || 'none'}`,
      ...slowest.map(({ ms, path }) => `  ${Math.round(ms)} ms: ${path}`),
    ].join('\n'),
  )
}
