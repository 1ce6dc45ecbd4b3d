import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts'
import { type RedisServer, startRedis, whyNoRedis } from '#tests/support/redis-server.ts'
import { openSilentLine } from '#tests/support/silent-line.ts'
import { embeddedLimits } from './embedded.ts'
import { inProcessLimits } from './in-process.ts'
import type { LimitStore } from './port.ts'
import { postgresLimits } from './postgres.ts'
import { redisLimits } from './redis.ts'

let database: TestDatabase
let embedded: TestDatabase
let redis: RedisServer
const noRedis = whyNoRedis()
if (noRedis) console.log(`Limits in Redis are not tested: ${noRedis}.`)

beforeAll(async () => {
  database = await freshDatabase({ kind: 'postgres' })
  embedded = await freshDatabase({ kind: 'embedded' })
  if (!noRedis) redis = await startRedis()
})
afterAll(async () => {
  await redis?.kill()
  await embedded.drop()
  await database.drop()
})

const stores: [string, () => LimitStore][] = [
  ['in this process', () => inProcessLimits()],
  ['in PostgreSQL', () => postgresLimits(database.connection.pool)],
  ['with the embedded database', () => embeddedLimits(embedded.connection.pool)],
  ['in the embedded database', () => postgresLimits(embedded.connection.pool)],
  ...(noRedis ? [] : [['in Redis', () => redisLimits(redis.url)] as [string, () => LimitStore]]),
]
const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 2, 0, second))

describe.each(stores)('a window kept %s', (name, open) => {
  const window = { name: 'search', key: 'ana', part: '', points: 2, seconds: 60 }
  let store: LimitStore
  beforeAll(() => void (store = open()))
  afterAll(() => store.close())

  it('lasts its seconds from its first count on, however often room is asked for meanwhile', async () => {
    for (const second of [0, 10]) expect((await store.take(window, at(second))).taken).toBe(true)
    for (const second of [10, 30, 59])
      expect(await store.take(window, at(second))).toEqual({ taken: false, endsAt: at(60) })
    expect(await store.take(window, at(60))).toEqual({ taken: true, endsAt: at(120) })
  })

  it('accepts only its limit of fifty at once', async () => {
    const renters = { ...window, key: 'crowd', points: 7 }
    const all = await Promise.all(Array.from({ length: 50 }, () => store.take(renters, at(0))))
    expect(all.filter(({ taken }) => taken)).toHaveLength(7)
  })

  it('that begins by a clock a day ahead begins anew, and one that a clock only just ahead began stays', async () => {
    const aDay = 24 * 3600
    const early = { ...window, key: 'early', points: 1 }
    expect(await store.take(early, at(aDay))).toEqual({ taken: true, endsAt: at(aDay + 60) })
    expect(await store.take(early, at(0))).toEqual({ taken: true, endsAt: at(60) })
    const skewed = { ...window, key: 'skewed', points: 1 }
    expect((await store.take(skewed, at(60))).taken).toBe(true)
    expect(await store.take(skewed, at(0))).toEqual({ taken: false, endsAt: at(120) })
  })

  it('with no points accepts nobody', async () => {
    expect(await store.take({ ...window, key: 'nobody', points: 0 }, at(0))).toEqual({
      taken: false,
      endsAt: at(60),
    })
  })

  it('that has ended does not change the next one when a count is given back', async () => {
    const late = { ...window, key: 'late' }
    const { endsAt } = await store.take(late, at(0))
    for (const second of [60, 61]) expect((await store.take(late, at(second))).taken).toBe(true)
    await store.giveBack(late, endsAt)
    expect((await store.take(late, at(62))).taken).toBe(false)
    await store.giveBack(late, at(120))
    expect((await store.take(late, at(63))).taken).toBe(true)
  })

  it('counts each part of a key separately, and clears all parts at once', async () => {
    const parts = ['', '203.0.113.7', '% \'"'].map((part) => ({ ...window, key: 'eva', part, points: 1 }))
    const taken = async (second: number) =>
      Promise.all(parts.map(async (part) => (await store.take(part, at(second))).taken))
    await store.take(parts[0]!, at(0))
    expect(await taken(30)).toEqual([false, true, true])
    expect(await taken(60)).toEqual([true, false, false])
    await store.clear(window.name, 'eva')
    expect(await taken(61)).toEqual([true, true, true])
  })

  it('accepts any text as a key', async () => {
    const odd = { ...window, key: `'; drop table rate_limit; -- {}* ${'x'.repeat(60)}` }
    expect((await store.take(odd, at(0))).taken).toBe(true)
    expect((await store.take({ ...window, key: 'plain' }, at(0))).taken).toBe(true)
  })

  // Redis removes ended windows by its own clock.
  if (name !== 'in Redis')
    it('is deleted once it has ended, and not before', async () => {
      const ended = { ...window, key: 'ended', points: 1 }
      await store.take(ended, at(0))
      await store.deleteEnded(at(59))
      expect((await store.take(ended, at(59))).taken).toBe(false)
      await store.deleteEnded(at(60))
      expect((await store.take(ended, at(59))).taken).toBe(true)
    })
})

describe('limits with the embedded database', () => {
  const window = { name: 'failedLoginsHour', key: 'ana', part: '', points: 1, seconds: 600 }
  const taken = async (store: LimitStore, second: number, brief = window) =>
    (await store.take(brief, at(second))).taken
  const open = () => embeddedLimits(embedded.connection.pool)

  it('of ten minutes or more are known to the next process, and can be given back and cleared there', async () => {
    const { endsAt } = await open().take(window, at(0))
    expect(await taken(open(), 1)).toBe(false)
    await open().giveBack(window, endsAt)
    expect(await taken(open(), 2)).toBe(true)
    await open().clear(window.name, window.key)
    expect(await taken(open(), 3)).toBe(true)
  })

  it('of less are counted by the process, without the database', async () => {
    const brief = { ...window, seconds: 599 }
    const store = embeddedLimits({ query: () => Promise.reject(new Error('asked')) } as never)
    expect(await taken(store, 0, brief)).toBe(true)
    expect(await taken(store, 1, brief)).toBe(false)
  })
})

describe.skipIf(noRedis)('limits in Redis', () => {
  const window = { name: 'uploads', key: 'ana', part: '', points: 1, seconds: 3600 }
  const taken = async (store: LimitStore, key: string) =>
    (await store.take({ ...window, key }, new Date())).taken

  it('are shared by processes', async () => {
    const [here, there] = [redisLimits(redis.url), redisLimits(redis.url)]
    expect(await taken(here, 'shared')).toBe(true)
    expect(await taken(there, 'shared')).toBe(false)
    await Promise.all([here.close(), there.close()])
  })

  it('are forgotten by Redis once they are over, and parts that are over with the next window', async () => {
    const { createClient } = await import('redis')
    const client = await createClient({ url: redis.url, RESP: 2 }).connect()
    const store = redisLimits(redis.url)
    const key = 'hiram:limit:uploads:gone'
    for (const [part, second] of [
      ['early', 0],
      ['late', 3600],
    ] as const)
      await store.take({ ...window, key: 'gone', part }, at(second))
    expect(await client.hKeys(key)).toEqual(['late'])
    const left = await client.pTTL(key)
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThanOrEqual(3_600_000)
    await client.close()
    await store.close()
  })

  it('are counted by the process itself while Redis is down, and by Redis again afterwards', async () => {
    const failures: unknown[] = []
    const [here, there] = [redisLimits(redis.url, (error) => failures.push(error)), redisLimits(redis.url)]
    expect(await taken(here, 'before')).toBe(true)
    await redis.kill()
    for (let i = 0; i < 5; i++) {
      expect(await taken(here, `away ${i}`)).toBe(true)
      expect(await taken(here, `away ${i}`)).toBe(false)
    }
    await here.clear('uploads', 'away 1')
    expect(await taken(here, 'away 1')).toBe(true)
    expect(failures).toHaveLength(1)
    await redis.start()
    let round = 0
    await vi.waitFor(
      async () => {
        const key = `back ${round++}`
        await taken(here, key)
        expect(await taken(there, key)).toBe(false)
      },
      { timeout: 60_000, interval: 200 },
    )
    await Promise.all([here.close(), there.close()])
  })

  it('are counted by Redis again after it vanished without ending its connections', async () => {
    const line = await openSilentLine(redis.url)
    const [here, there] = [redisLimits(line.url), redisLimits(redis.url)]
    expect(await taken(here, 'heard')).toBe(true)
    line.set(true)
    for (let i = 0; i < 3; i++) expect(await taken(here, `silent ${i}`)).toBe(true)
    line.set(false)
    let round = 0
    await vi.waitFor(
      async () => {
        const key = `heard again ${round++}`
        await taken(here, key)
        expect(await taken(there, key)).toBe(false)
      },
      { timeout: 20_000, interval: 200 },
    )
    await Promise.all([here.close(), there.close()])
    line.close()
  })

  it('are counted by the process itself when Redis accepts connections but does not answer', async () => {
    const { createServer } = await import('node:net')
    const silent = createServer(() => {}).listen(0, '127.0.0.1')
    await new Promise((done) => silent.once('listening', done))
    const { port } = silent.address() as { port: number }
    const store = redisLimits(`redis://127.0.0.1:${port}`)
    expect(await taken(store, 'ana')).toBe(true)
    expect(await taken(store, 'ana')).toBe(false)
    await store.close()
    silent.close()
  })
})
