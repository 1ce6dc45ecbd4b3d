import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { accepted } from '#seeds/act.ts'
import { sendMessage } from '#server/chat/send-message.ts'
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

/** Sends a message of Ramon's until a server confirms it. */
async function send(text: string, site = fixture.site) {
  const [clientId, giveUpAt] = [randomUUID(), Date.now() + 60_000]
  const url = `${site}/api/messages?thread_id=${threadId}`
  for (;;) {
    try {
      const answer = await post(url, fixture.cast.ramon.cookie, form({ intent: 'send', text, clientId }))
      const said = await answer.text()
      if (answer.ok) return
      expect(answer.status, said).toBeGreaterThanOrEqual(500)
    } catch (error) {
      if (!(error instanceof TypeError || (error as Error).name === 'TimeoutError')) throw error
    }
    if (Date.now() > giveUpAt) throw new Error(`nobody took ${text} for a minute`)
    await wait(100)
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
    const { photo } = (await answer.json()) as { photo: { id: string; widths: number[] } }
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
  let isOver = false
  let sending: Promise<void>
  beforeAll(() => {
    sending = (async () => {
      for (let i = 0; !isOver; i++) {
        await send(`Message ${i}`)
        acknowledged.push(`Message ${i}`)
      }
    })()
  })

  /** Checks that guests, logged-in people and people who write get answers through the balancer. */
  async function serves() {
    const [enough, { cookie }] = [acknowledged.length + 5, fixture.cast.olivia]
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
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThanOrEqual(enough), patiently)
  }

  it('when a server of Hiram dies and comes back', async () => {
    await serves()
    await fixture.hirams[0].kill()
    await serves()
    await fixture.hirams[0].start()
  })

  it('when a PgBouncer dies and comes back', async () => {
    await fixture.poolers[0]!.kill()
    await serves()
    await fixture.poolers[0]!.start()
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
    await sending
    const rows = await fixture.pair.standby.ask(
      `select body from message where body like 'Message %' order by id`,
    )
    expect(rows.map(({ body }) => body)).toEqual(acknowledged)
    expect(acknowledged.length).toBeGreaterThan(30)
  })
})
