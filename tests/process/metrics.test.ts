import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accepted } from '#seeds/act.ts'
import { sendMessage } from '#server/chat/send-message.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { METRICS_TOKEN, type Scrape, scrape, sumOf } from '#tests/support/metrics.ts'
import * as people from '#tests/support/people.ts'
import { copyProgram } from '#tests/support/program-copy.ts'
import { processSecret, type ServerProcess, startServer } from '#tests/support/server-process.ts'
import { by } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'

const env = { SESSION_SECRET: processSecret }
const fixture = withServices(['ramon', 'olivia', 'amihan'], { env })
let site: ServerProcess
let listingId: string
let threadId: string
beforeAll(async () => {
  const { services, cast, database } = fixture
  listingId = await people.listApproved(services, { owner: cast.olivia, admin: cast.amihan })
  const sent = await sendMessage(by(services, cast.ramon), { to: { listingId }, text: 'Hello' })
  threadId = accepted(sent).threadId
  const watched = { METRICS_TOKEN, WORKERS: '2', LIMIT_MESSAGES: '3/60', DATABASE_POOL: '5' }
  site = await startServer(database.url!, { ...env, ...watched })
})
afterAll(() => site?.remove())

const get = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(site.url + path, { headers, redirect: 'manual' })
  await answer.text()
  return answer.status
}
const send = (text: string) =>
  fetch(`${site.url}/api/messages?thread_id=${threadId}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: fixture.cast.ramon.cookie, 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ intent: 'send', text, clientId: randomUUID() }),
  }).then((answer) => answer.text())

it('are for whoever has the token', async () => {
  expect(await get('/metrics')).toBe(401)
  expect(await get('/metrics', { authorization: 'Bearer no' })).toBe(401)
  const bare = await startServer(fixture.database.url!, env)
  try {
    expect((await fetch(`${bare.url}/metrics`)).status).toBe(404)
    const asked = { headers: { authorization: `Bearer ${METRICS_TOKEN}` } }
    expect((await fetch(`${bare.url}/metrics`, asked)).status).toBe(404)
  } finally {
    await bare.remove()
  }
})

it('count requests by route and class over all processes, and never by address', async () => {
  const of = { route: '/listing/:listingId', status: '2xx', method: 'GET' }
  const counted = (all: Awaited<ReturnType<typeof scrape>>) =>
    sumOf(all, 'hiram_http_request_duration_seconds_count', of)
  const before = counted(await scrape(site.url))
  // A connection is kept by one process; a new one may go to the other.
  for (let i = 0; i < 20; i++) expect(await get(`/listing/${listingId}`, { connection: 'close' })).toBe(200)
  for (const path of ['/listing/none', `/no/such/${listingId}`, `/images/${listingId}/40.webp`])
    await get(path)
  const after = await scrape(site.url)
  expect(counted(after) - before).toBe(20)
  expect(sumOf(after, 'hiram_http_request_duration_seconds_count', { ...of, status: '4xx' })).toBe(1)
  expect(
    sumOf(after, 'hiram_http_request_duration_seconds_count', { route: '/*', status: '4xx' }),
  ).toBeGreaterThan(0)
  expect(after.text).not.toContain(listingId)
  expect(new Set(after.text.match(/worker="\d+"/g))).toEqual(new Set(['worker="1"', 'worker="2"']))
  const pages = 'hiram_page_cache_requests_total'
  expect(
    sumOf(after, pages, { result: 'hit' }) + sumOf(after, pages, { result: 'miss' }),
  ).toBeGreaterThanOrEqual(20)
  expect(sumOf(after, pages, { result: 'hit' })).toBeGreaterThan(0)
})

it('count what was committed, what limits refused, and open streams', async () => {
  for (let i = 0; i < 5; i++) await send(`Is it free? ${i}`)
  const ended = new AbortController()
  const { cookie } = fixture.cast.olivia
  await fetch(`${site.url}/api/stream`, { headers: { cookie }, signal: ended.signal })
  const all = await scrape(site.url)
  expect(sumOf(all, 'hiram_messages_sent_total', { by: 'person' })).toBe(3)
  expect(sumOf(all, 'hiram_limit_refusals_total', { limit: 'messages' })).toBe(2)
  expect(sumOf(all, 'hiram_streams_open')).toBe(1)
  ended.abort()
  await expect.poll(async () => sumOf(await scrape(site.url), 'hiram_streams_open')).toBe(0)
})

it('are those of the processes that answer, while one starts and while one hangs', async () => {
  const database = await freshDatabase({ kind: 'postgres' })
  const program = copyProgram()
  const watched = { METRICS_TOKEN, WORKERS: '2', LOG_LEVEL: 'info' }
  const server = await startServer(database.url!, watched, program.folder)
  const workers = ({ text }: Scrape) => new Set(text.match(/worker="\d+"/g)).size
  const pids = () => [...server.output().matchAll(/"listening".*?"pid":(\d+)/g)].map(([, pid]) => Number(pid))
  const { pool } = database.connection
  const holder = await pool.connect()
  try {
    await expect.poll(pids, { timeout: 60_000 }).toHaveLength(2)
    await holder.query('select pg_advisory_lock(998)')
    const steps = 'create table steps (id int);\n\nselect pg_advisory_xact_lock(998);'
    program.addMigration('998_long.steps.sql', steps)
    server.askToReload()
    const begun = async () => (await pool.query(`select to_regclass('steps') is not null as is`)).rows[0].is
    await expect.poll(begun, { timeout: 60_000 }).toBe(true)
    expect(workers(await scrape(server.url))).toBe(2)

    // A connection may go to the one that hangs.
    process.kill(pids()[0]!, 'SIGSTOP')
    const all = Array.from({ length: 4 }, () => scrape(server.url))
    expect(workers(await Promise.any(all))).toBe(1)
    process.kill(pids()[0]!, 'SIGCONT')
    for (const each of all) await each
  } finally {
    await server.remove()
    holder.release(true)
    program.remove()
    await database.drop()
  }
})

it('show what all processes share once', async () => {
  const { db } = fixture.services
  const at = new Date(Date.now() - 3_600_000)
  const job = {
    kind: 'hide-photo' as const,
    payload: '{}',
    createdAt: at,
    dueAt: at,
    attempts: 33,
    failedAt: at,
  }
  await db.insertInto('effect').values(job).execute()
  const all = await scrape(site.url)
  expect(all.values.get('hiram_jobs_failed{lane="images"}')).toBe(1)
  expect(all.values.get('hiram_database_up{}')).toBe(1)
  expect(sumOf(all, 'hiram_database_pool_size', { pool: 'primary' })).toBe(10)
  expect(sumOf(all, 'hiram_disk_free_bytes')).toBeGreaterThan(0)
})
