import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { accepted } from '#seeds/act.ts'
import { addDays, dayInManila } from '#domain/period.ts'
import { sendMessage } from '#server/chat/send-message.ts'
import { fieldsOf } from '#tests/support/html.ts'
import { type Machines, startMachines, whyNoMachines } from '#tests/support/machines.ts'
import * as people from '#tests/support/people.ts'
import { by } from '#tests/support/services.ts'
import { readStream } from '#tests/support/stream.ts'

const missing = whyNoMachines()
if (missing) console.log(`A site on many machines is not tested: ${missing}.`)

const patiently = { timeout: 60_000, interval: 100 }
let fixture: Machines
let listingId: string
let threadId: string
let first: string
let second: string
let photo: { id: string; widths: number[] }

beforeAll(async () => {
  if (missing) return
  fixture = await startMachines()
  ;[first, second] = [fixture.hirams[0].url, fixture.hirams[1].url]
  const { services, cast } = fixture
  listingId = await people.listApproved(services, { owner: cast.olivia, admin: cast.amihan })
  const sent = await sendMessage(by(services, cast.ramon), { to: { listingId }, text: 'Hello' })
  threadId = accepted(sent).threadId
})
afterAll(() => fixture?.remove())

const get = (url: string, cookie = '') =>
  fetch(url, { headers: { cookie }, redirect: 'manual', signal: AbortSignal.timeout(30_000) })
const post = (url: string, cookie: string, body: BodyInit) =>
  fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie, 'sec-fetch-site': 'same-origin', accept: 'application/json' },
    body,
    signal: AbortSignal.timeout(30_000),
  })
const form = (fields: Record<string, string>) => new URLSearchParams(fields)

/** Repeats a request until a server answers it: a failure says nothing about whether it was done. */
async function insist(ask: () => Promise<Response>) {
  const giveUpAt = Date.now() + 60_000
  for (;;) {
    try {
      const answer = await ask()
      const said = await answer.text()
      if (answer.status < 500) return { answer, said, location: answer.headers.get('location') }
    } catch (error) {
      if (!(error instanceof TypeError || (error as Error).name === 'TimeoutError')) throw error
    }
    if (Date.now() > giveUpAt) throw new Error('nobody answered for a minute')
    await wait(100)
  }
}

/** Sends a message of Ramon's until a server confirms it. */
async function send(text: string, site = fixture.site) {
  const asked = form({ intent: 'send', text, clientId: randomUUID() })
  const url = `${site}/api/messages?thread_id=${threadId}`
  const { answer, said } = await insist(() => post(url, fixture.cast.ramon.cookie, asked))
  expect(answer.status, said).toBe(200)
}

/** Rents a listing for a day, paid in cash; returns the number of the confirmed order, or null when others have it. */
async function order(cookie: string, wanted: string, startDate: string): Promise<string | null> {
  const page = (path: string) => insist(() => get(fixture.site + path, cookie))
  const write = (path: string, fields: Record<string, string>) =>
    insist(() => post(fixture.site + path, cookie, form(fields)))
  const choice = { listingId: wanted, startDate, durationDays: '1', deliveryOption: 'pickup' }
  await write(`/listing/${wanted}`, choice)
  const { said, location } = await page('/checkout')
  if (!location) {
    const { idempotencyKey, quoteSeen } = fieldsOf(said) as Record<string, string>
    const fields = {
      idempotencyKey: idempotencyKey!,
      quoteSeen: quoteSeen!,
      paymentMethod: 'cash_on_delivery',
    }
    const placed = await write('/checkout', { ...fields, agreed: 'on' })
    const [, number] = /^\/checkout\?payment=(cod-\d+)$/.exec(placed.location ?? '') ?? []
    if (number) return number
    expect(placed.location, placed.said).toBe('/cart')
  }
  await write('/cart', { intent: 'remove', listingId: wanted })
  return null
}

/** Olivia approves what waits for her, since nobody may have many requests that wait. */
async function approveAll() {
  const { cookie } = fixture.cast.olivia
  const tracker = `${fixture.site}/profile/rental-tracker`
  const { said } = await insist(() => get(tracker, cookie))
  for (const part of said.split('<form').filter((each) => each.includes('value="approve"'))) {
    const [, rentalId] = /name="rentalId" value="([^"]+)"/.exec(part)!
    await insist(() => post(tracker, cookie, form({ rentalId: rentalId!, action: 'approve' })))
  }
}

describe.skipIf(missing)('two servers behind a balancer work as one site', () => {
  it('whose sessions begin at one, hold at the other, and end at both', async () => {
    const login = await post(
      `${first}/login`,
      '',
      form({ portal: 'renter', email: fixture.cast.ramon.email, password: people.PASSWORD }),
    )
    const cookie = people.cookieOf(login.headers.getSetCookie())
    for (const site of [first, second, fixture.site, fixture.site])
      expect((await get(`${site}/profile`, cookie)).status).toBe(200)
    await post(`${second}/logout`, cookie, form({}))
    for (const site of [first, second]) expect((await get(`${site}/profile`, cookie)).status).toBe(302)
  })

  it('whose messages reach the stream at the other', async () => {
    const stream = await fetch(`${second}/api/stream`, { headers: { cookie: fixture.cast.olivia.cookie } })
    const liveStream = readStream(stream.body!)
    await liveStream.until('ready')
    await send('Is it free?', first)
    await liveStream.until('message')
    await liveStream.stop()
  })

  it('whose photos are uploaded at one and shown by the other', async () => {
    const body = new Blob([(await people.tinyJpeg()) as BlobPart], { type: 'image/jpeg' })
    const { cookie } = fixture.cast.olivia
    const answer = await post(`${first}/api/photos`, cookie, body)
    ;({ photo } = (await answer.json()) as { photo: typeof photo })
    for (const site of [first, second]) {
      const shown = await get(`${site}/images/${photo.id}/${photo.widths[0]}.webp`, cookie)
      expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp'])
    }
  })

  it('whose limits count what happens at both', async () => {
    const statuses = []
    for (let i = 0; i < 6; i++) {
      const site = i % 2 === 0 ? first : second
      const asked = form({ listingId, intent: i % 2 === 0 ? 'add' : 'remove' })
      statuses.push((await post(`${site}/api/favorites`, fixture.cast.ramon.cookie, asked)).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })

  it('whose cached pages show changes made at the other, even if the replica lacks them', async () => {
    const { services, cast, pair } = fixture
    const other = await people.listApproved(services, { owner: cast.olivia, admin: cast.amihan })
    const page = `${second}/listing/${other}`
    await vi.waitFor(async () => expect((await get(page)).status).toBe(200), patiently)
    const reads = `select count(*)::int as n from pg_stat_activity
      where application_name = 'hiram-reads' and query like '%listing%'`
    await vi.waitFor(async () => {
      await get(`${second}/products?search=tent`)
      expect((await pair.standby.ask(reads))[0]!['n']).toBeGreaterThan(0)
    }, patiently)

    await pair.standby.ask('select pg_wal_replay_pause()')
    try {
      await post(`${first}/profile/listings`, cast.olivia.cookie, form({ intent: 'pause', listingId: other }))
      // Without an event of the first server the page would stay in the cache for half a minute.
      await vi.waitFor(async () => expect((await get(page)).status).toBe(404), {
        ...patiently,
        timeout: 25_000,
      })
    } finally {
      await pair.standby.ask('select pg_wal_replay_resume()')
    }
  })
})

describe.skipIf(missing)('the site stays available, and keeps what it confirmed,', () => {
  const acknowledged: string[] = []
  const orders: string[] = []
  let isOver = false
  let writing: Promise<unknown>
  let things: string[]
  beforeAll(async () => {
    const { services, cast } = fixture
    things = []
    for (let i = 0; i < 3; i++) {
      const changes = { bookableWhileRented: true }
      things.push(await people.listApproved(services, { owner: cast.olivia, admin: cast.amihan }, changes))
    }
    const sending = async () => {
      for (let i = 0; !isOver; i++) {
        await send(`Message ${i}`)
        acknowledged.push(`Message ${i}`)
        await wait(50)
      }
    }
    // Both want the same days of the same things, at about the same time.
    const renting = async (cookie: string) => {
      for (let i = 0; !isOver; i++) {
        const startDate = addDays(dayInManila(new Date()), 2 + Math.floor(i / things.length))
        const number = await order(cookie, things[i % things.length]!, startDate)
        if (number) orders.push(number)
        await approveAll()
        await wait(100)
      }
    }
    writing = Promise.all([sending(), renting(cast.katrina.cookie), renting(cast.miguel.cookie)])
  })

  /** Checks that guests, logged-in people and people who write and rent get answers through the balancer. */
  async function serves() {
    const { cookie } = fixture.cast.olivia
    const enough = { messages: acknowledged.length + 5, orders: orders.length + 2 }
    const pages: [string, string][] = [
      ['/', ''],
      [`/listing/${listingId}`, ''],
      ['/products?search=tent', ''],
      ['/profile', cookie],
      [`/chat?thread_id=${threadId}`, cookie],
    ]
    for (const [page, as] of [...pages, ...pages])
      await vi.waitFor(
        async () => expect((await get(fixture.site + page, as)).status, page).toBe(200),
        patiently,
      )
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThanOrEqual(enough.messages), patiently)
    await vi.waitFor(() => expect(orders.length).toBeGreaterThanOrEqual(enough.orders), patiently)
  }

  it.each([0, 1] as const)('when server %i of Hiram dies and comes back', async (i) => {
    await serves()
    await fixture.hirams[i].kill()
    await serves()
    await fixture.hirams[i].start()
    await vi.waitFor(async () => expect((await get(fixture.hirams[i].url)).status).toBe(200), patiently)
  })

  it.each([0, 1, 2])('when PgBouncer %i dies and comes back', async (i) => {
    await fixture.poolers[i]!.kill()
    await serves()
    await fixture.poolers[i]!.start()
  })

  it('when the bucket is away: only photos answer 503, until it is back', async () => {
    const shown = async () =>
      (await get(`${fixture.site}/images/${photo.id}/${photo.widths[0]}.webp`, fixture.cast.olivia.cookie))
        .status
    expect(await shown()).toBe(200)
    fixture.bucket.fault = 'down'
    await vi.waitFor(async () => expect(await shown()).toBe(503), patiently)
    await serves()
    fixture.bucket.fault = null
    await vi.waitFor(async () => expect(await shown()).toBe(200), patiently)
  })

  it('after a restart of HAProxy, which is the single point of this site: without it nobody is served', async () => {
    await fixture.haproxy.kill()
    await expect(get(fixture.site)).rejects.toThrow(TypeError)
    await fixture.haproxy.start()
    await serves()
  })

  it('when Redis dies; once it is back, messages reach the stream at the other server again', async () => {
    await fixture.redis.kill()
    await serves()
    await fixture.redis.start()
    await vi.waitFor(async () => {
      const stream = await fetch(`${second}/api/stream`, { headers: { cookie: fixture.cast.olivia.cookie } })
      const liveStream = readStream(stream.body!)
      await liveStream.until('message', 3).finally(() => liveStream.stop())
    }, patiently)
  })

  it('when the replica dies and comes back', async () => {
    await fixture.pair.standby.kill()
    await serves()
    await fixture.pair.standby.start()
    await serves()
  })

  it('when the primary dies and the replica is promoted', async () => {
    const { primary } = fixture.pair
    // A commit is confirmed once the replica has it.
    await primary.ask(`alter system set synchronous_standby_names = '*'`)
    await primary.ask('select pg_reload_conf()')
    const isSynchronous = `select count(*)::int as n from pg_stat_replication where sync_state = 'sync'`
    await vi.waitFor(async () => expect((await primary.ask(isSynchronous))[0]!['n']).toBe(1), patiently)
    await serves()
    await primary.kill()
    await fixture.pair.promote()
    await serves()
  })

  it('each confirmed message exists once', async () => {
    isOver = true
    await writing
    const rows = await fixture.pair.standby.ask(
      `select body from message where body like 'Message %' order by id`,
    )
    expect(rows.map(({ body }) => body)).toEqual(acknowledged)
    expect(acknowledged.length).toBeGreaterThan(30)
  })

  it('each confirmed order exists once, with its rental and its money, and no day is sold twice', async () => {
    const rows = await fixture.pair.standby.ask(`
      select o.number, count(*)::int as rentals, min(r.listing_id::text || lower(r.period)) as day,
        min((select string_agg(m.kind || ' ' || m.centavos, ', ' order by m.id) from money_line m
          where m.order_id = o.id and m.rental_id = r.id)) as money
      from "order" o left join rental r on r.order_id = o.id group by o.id`)
    const sold = '1 rent 45000, delivery 0, service_fee 2250'
    expect(rows.map(({ number }) => number).toSorted()).toEqual(orders.toSorted())
    expect(new Set(rows.map(({ rentals, money }) => `${rentals} ${money}`))).toEqual(new Set([sold]))
    expect(new Set(rows.map(({ day }) => day)).size).toBe(orders.length)
    expect(orders.length).toBeGreaterThan(20)
  })
})
