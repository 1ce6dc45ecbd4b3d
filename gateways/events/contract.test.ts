import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts'
import { type RedisServer, startRedis, whyNoRedis } from '#tests/support/redis-server.ts'
import { redisEmulator, type RedisEmulator } from './emulator.ts'
import { inProcessEvents } from './in-process.ts'
import type { EventsGateway, Hint } from './port.ts'
import { APPLICATION, postgresEvents } from './postgres.ts'
import { redisEvents } from './redis.ts'

/** Two processes of a site; `cut` breaks their connections, `say` is another program on the same channel. */
type Kind = {
  name: string
  open(): EventsGateway[]
  cut?(): Promise<void> | void
  say?(message: string): Promise<void> | void
}

let database: TestDatabase
let redis: RedisEmulator
let realRedis: RedisServer
const noRedis = whyNoRedis()
if (noRedis) console.log(`Hints over a real Redis are not tested: ${noRedis}.`)
beforeAll(async () => {
  database = await freshDatabase({ kind: 'postgres' })
  redis = await redisEmulator()
  if (!noRedis) realRedis = await startRedis()
})
afterAll(async () => {
  await redis.close()
  await realRedis?.kill()
  await database.drop()
})

const real = process.env.EVENTS_URL_TEST
const kinds: Kind[] = [
  {
    name: 'one process',
    open() {
      const both = inProcessEvents()
      return [both, both]
    },
  },
  {
    name: 'PostgreSQL',
    open: () => [postgresEvents([database.url!]), postgresEvents([database.url!])],
    cut: async () => {
      await database.connection.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = $1 and datname = current_database()`,
        [APPLICATION],
      )
    },
    say: async (message) => {
      await database.connection.pool.query('select pg_notify($1, $2)', ['hiram_events', message])
    },
  },
  {
    name: 'Redis, emulated',
    open: () => [redisEvents(redis.url), redisEvents(redis.url)],
    cut: () => redis.cut(),
    say: (message) => redis.publish('hiram:events', message),
  },
  ...(noRedis
    ? []
    : [
        {
          name: 'Redis',
          open: () => [redisEvents(realRedis.url), redisEvents(realRedis.url)],
          // A restart takes the connections and all that Redis knew.
          async cut() {
            await realRedis.kill()
            await realRedis.start()
          },
        },
      ]),
  ...(real
    ? [{ name: 'the Redis of EVENTS_URL_TEST', open: () => [redisEvents(real), redisEvents(real)] }]
    : []),
]

const news = (i: number): Hint => ({ to: `account-${i}`, kind: 'news' })

describe.each(kinds)('hints over $name', ({ open, cut, say }) => {
  let gateways: EventsGateway[] = []
  afterEach(async () => {
    await Promise.all(gateways.map((gateway) => gateway.close()))
  })

  async function start() {
    gateways = open()
    await Promise.all(gateways.map((gateway) => gateway.ready()))
    const [here, there] = gateways as [EventsGateway, EventsGateway]
    return { here, there, ownEars: ears(here), otherEars: ears(there) }
  }

  it('reach everyone who listens, the publisher too, in the order in which they were published', async () => {
    const { here, ownEars, otherEars } = await start()
    const all = Array.from({ length: 500 }, (_, i) => news(i))
    here.publish(all.slice(0, 3))
    for (const each of all.slice(3)) here.publish([each])
    await vi.waitFor(() => expect(otherEars.heard).toHaveLength(500), 20_000)
    await vi.waitFor(() => expect(ownEars.heard).toHaveLength(500), 20_000)
    expect(otherEars.heard).toEqual(all)
    expect(ownEars.heard).toEqual(all)
    expect(otherEars.gaps()).toBe(0)
  })

  it('say whom they are for, what happened and about what, and arrive nowhere but with who listens', async () => {
    const { here, ownEars, otherEars } = await start()
    otherEars.stop()
    const typing = { to: 'ramon', kind: 'typing', about: '0199a000-0000-7000-8000-000000000000' }
    here.publish([typing])
    await vi.waitFor(() => expect(ownEars.heard).toEqual([typing]), 20_000)
    expect(otherEars.heard).toEqual([])
  })

  it('are not published any more once it is closed, and closing twice is closing once', async () => {
    const { here, ownEars } = await start()
    await here.close()
    await here.close()
    expect(() => here.publish([news(1)])).not.toThrow()
    await new Promise((done) => setTimeout(done, 50))
    expect(ownEars.heard).toEqual([])
  })

  if (say)
    it('are told from what other programs say on the same channel', async () => {
      const { here, otherEars } = await start()
      for (const noise of [
        '',
        'hello',
        '{"to":1}',
        '[["a"]]',
        '[[1,2]]',
        '[["a","b","c","d"]]',
        '[["\\u0000","b"]]',
      ])
        await say(noise)
      here.publish([news(7)])
      await vi.waitFor(() => expect(otherEars.heard).toEqual([news(7)]), 20_000)
    })

  if (cut)
    it('may be lost with the connection, which is told as a gap once it is back', async () => {
      const { here, ownEars, otherEars } = await start()
      await cut()
      expect(() => here.publish([news(1)])).not.toThrow()
      await vi.waitFor(() => expect([ownEars.gaps(), otherEars.gaps()]).toEqual([1, 1]), 20_000)
      here.publish([news(2)])
      await vi.waitFor(() => expect(otherEars.heard).toContainEqual(news(2)), 20_000)
    })
})

function ears(gateway: EventsGateway) {
  const heard: Hint[] = []
  let gaps = 0
  const stop = gateway.subscribe({ hint: (hint) => void heard.push(hint), gap: () => void gaps++ })
  return { heard, stop, gaps: () => gaps }
}

describe('a way that is closed when it starts', () => {
  it('is tried again until it opens', async () => {
    const failures: unknown[] = []
    const wrong = new URL(redis.url)
    wrong.password = 'wrong'
    const shut = redisEvents(wrong.href, (error) => failures.push(error))
    await vi.waitFor(() => expect(failures.length).toBeGreaterThan(1), 20_000)
    expect(String(failures[0])).toContain('WRONGPASS')
    await shut.close()

    const notThere = redisEvents('redis://127.0.0.1:1', (error) => failures.push(error))
    await vi.waitFor(() => expect(String(failures.at(-1))).toContain('ECONNREFUSED'), 20_000)
    await notThere.close()
    failures.length = 0

    const nobody = postgresEvents(['postgres://hiram@127.0.0.1:1/none'], (error) => failures.push(error))
    await vi.waitFor(() => expect(String(failures.at(-1))).toContain('ECONNREFUSED'), 20_000)
    await nobody.close()
  })
})

it('the channel of PostgreSQL takes hints of the longest ids', async () => {
  const gateway = postgresEvents([database.url!])
  await gateway.ready()
  const { heard } = ears(gateway)
  const long = { to: 'x'.repeat(64), kind: 'y'.repeat(64), about: 'z'.repeat(64) }
  gateway.publish(Array.from({ length: 100 }, () => long))
  await vi.waitFor(() => expect(heard).toHaveLength(100), 20_000)
  await gateway.close()
})
