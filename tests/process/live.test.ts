import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { connect } from '#app/live/connection.ts'
import type { LiveMessage, StreamEvent } from '#app/live/live-events.ts'
import { accepted } from '#seeds/act.ts'
import { sendMessage } from '#server/chat/send-message.ts'
import { readFrame } from '#server/stream/queries.ts'
import { eventSources } from '#tests/support/event-source.ts'
import * as people from '#tests/support/people.ts'
import { processSecret, type ServerProcess, startServer } from '#tests/support/server-process.ts'
import { by } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'

const MESSAGES = 500
const env = { SESSION_SECRET: processSecret, LIMIT_MESSAGES: '100000/60' }
const fixture = withServices(['ramon', 'katrina', 'olivia', 'amihan'], { env })

let servers: [ServerProcess, ServerProcess]
let threadId: string
beforeAll(async () => {
  const { services, cast, database } = fixture
  const listingId = await people.listApproved(services, { owner: cast.olivia, admin: cast.amihan })
  const ctx = by(services, cast.ramon)
  threadId = accepted(await sendMessage(ctx, { to: { listingId }, text: 'Hello' })).threadId
  servers = [await startServer(database.url!, env), await startServer(database.url!, env)]
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await Promise.all((servers ?? []).map((server) => server.remove()))
})

const anyone = () => servers[Math.floor(Math.random() * 2)]!.url

/** A person's page, read now: it stores the events that arrive from here on. */
async function pageOf(person: people.Person) {
  const received: StreamEvent[] = []
  const { lastEventId } = (await readFrame(fixture.services.db, person.id)).counts
  const { end } = connect(
    person.id,
    lastEventId,
    (event) => received.push(event),
    () => {},
  )
  const messages = () =>
    received.flatMap((event): LiveMessage[] => (event.kind === 'message' ? [event.data] : []))
  return { received, messages, end }
}

/** Sends a message until a server confirms it. */
async function send(person: people.Person, text: string) {
  const clientId = randomUUID()
  for (;;) {
    try {
      const answer = await fetch(`${anyone()}/api/messages?thread_id=${threadId}`, {
        method: 'POST',
        headers: { cookie: person.cookie, 'sec-fetch-site': 'same-origin' },
        body: new URLSearchParams({ intent: 'send', text, clientId }),
      })
      if (answer.ok) return void (await answer.text())
      expect(answer.status, await answer.text()).toBeGreaterThanOrEqual(500)
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
    }
    await wait(20)
  }
}

// Spec: D27
it('500 messages reach both people once each and in order, while connections are cut and both servers killed', async () => {
  const { ramon, olivia } = fixture.cast
  const { EventSource, cut } = eventSources([ramon, olivia], anyone)
  vi.stubGlobal('EventSource', EventSource)
  vi.stubGlobal('document', new EventTarget())
  const timers = { setTimeout, clearTimeout, setInterval, clearInterval }
  vi.stubGlobal('window', Object.assign(new EventTarget(), timers))
  vi.stubGlobal('navigator', { onLine: true })
  const pages = [await pageOf(olivia), await pageOf(ramon)]
  const [first, second] = servers
  const starts: Promise<void>[] = []
  const misfortunes = new Map<number, () => unknown>([
    [60, () => cut(olivia)],
    [90, () => [cut(olivia), cut(ramon)]],
    [120, () => first.kill()],
    [200, () => starts.push(first.start())],
    [260, () => starts.push(second.stop().then(() => second.start()))],
    [
      320,
      () =>
        fixture.services.connection.pool.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()
            and datname = current_database()
             and application_name = 'hiram-events'`,
        ),
    ],
    [
      380,
      () =>
        starts.push(Promise.all(servers.map((server) => server.kill().then(server.start))).then(() => {})),
    ],
    [440, () => cut(ramon)],
  ])
  const texts = Array.from({ length: MESSAGES }, (_, i) => `Message ${i}`)
  for (const [i, text] of texts.entries()) {
    await misfortunes.get(i)?.()
    await send(ramon, text)
  }
  await Promise.all(starts)
  for (const page of pages) {
    await vi.waitFor(() => expect(page.messages().length).toBeGreaterThanOrEqual(MESSAGES), 60_000)
    expect(page.messages().map(({ message }) => message.body)).toEqual(texts)
    const ids = page.messages().map(({ id }) => id)
    expect(ids).toEqual(ids.map((_, i) => ids[0]! + i))
    expect(page.received.filter(({ kind }) => kind === 'reset')).toEqual([])
    page.end()
  }
  const { messages } = (await readFrame(fixture.services.db, olivia.id)).counts
  expect(messages).toBe(MESSAGES + 1)
}, 300_000)

it('a change at one server soon appears on the pages that the other sends to guests', async () => {
  const { services, cast } = fixture
  const listingId = await people.listApproved(services, { owner: cast.olivia, admin: cast.amihan })
  const [first, second] = servers
  const [page, about] = [`${second.url}/listing/${listingId}`, `${second.url}/about`]
  const etagOf = async (url: string) => {
    const answer = await fetch(url)
    await answer.text()
    return answer.status === 200 ? answer.headers.get('etag') : answer.status
  }
  const [kept, keptToo] = [await etagOf(page), await etagOf(about)]
  expect(await etagOf(page)).toBe(kept)
  const paused = await fetch(`${first.url}/profile/listings`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: cast.olivia.cookie, 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ intent: 'pause', listingId }),
  })
  expect(paused.status).toBe(302)
  // Without an event of the first server a page would stay in the cache for half a minute.
  await vi.waitFor(async () => expect(await etagOf(page)).toBe(404), { timeout: 25_000 })
  expect(await etagOf(about)).toBe(keptToo)
})
