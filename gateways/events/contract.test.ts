import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts'
import { type RedisServer, startRedis, whyNoRedis } from '#tests/support/redis-server.ts'
import { openSilentLine } from '#tests/support/silent-line.ts'
import { redisEmulator, type RedisEmulator } from './emulator.ts'
import { inProcessEvents } from './in-process.ts'
import type { EventsGateway, EventNotification } from './port.ts'
import { APPLICATION, postgresEvents } from './postgres.ts'
import { redisEvents } from './redis.ts'

/** Two processes of a site; `cut` breaks their connections, `say` publishes as another program on the same channel. */
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
if (noRedis) console.log(`Event notifications over a real Redis are not tested: ${noRedis}.`)
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
          // A restart ends the connections and empties Redis.
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

const notification = (i: number): EventNotification => ({ to: `account-${i}`, kind: 'live-event' })

describe.each(kinds)('event notifications over $name', ({ open, cut, say }) => {
  let gateways: EventsGateway[] = []
  afterEach(async () => {
    await Promise.all(gateways.map((gateway) => gateway.close()))
  })

  async function start() {
    gateways = open()
    await Promise.all(gateways.map((gateway) => gateway.ready()))
    const [here, there] = gateways as [EventsGateway, EventsGateway]
    return { here, there, ownReceived: listenTo(here), otherReceived: listenTo(there) }
  }

  it('reach all listeners, also those of the publisher, in the order of publishing', async () => {
    const { here, ownReceived, otherReceived } = await start()
    const all = Array.from({ length: 500 }, (_, i) => notification(i))
    here.publish(all.slice(0, 3))
    for (const each of all.slice(3)) here.publish([each])
    await vi.waitFor(() => expect(otherReceived.received).toHaveLength(500), 20_000)
    await vi.waitFor(() => expect(ownReceived.received).toHaveLength(500), 20_000)
    expect(otherReceived.received).toEqual(all)
    expect(ownReceived.received).toEqual(all)
    expect(otherReceived.gaps()).toBe(0)
  })

  it('contain the account, the kind and the id, and reach only listeners', async () => {
    const { here, ownReceived, otherReceived } = await start()
    otherReceived.stop()
    const typing = { to: 'ramon', kind: 'typing', about: '0199a000-0000-7000-8000-000000000000' }
    here.publish([typing])
    await vi.waitFor(() => expect(ownReceived.received).toEqual([typing]), 20_000)
    expect(otherReceived.received).toEqual([])
  })

  it('are not published after closing, and closing twice is harmless', async () => {
    const { here, ownReceived } = await start()
    await here.close()
    await here.close()
    expect(() => here.publish([notification(1)])).not.toThrow()
    await new Promise((done) => setTimeout(done, 50))
    expect(ownReceived.received).toEqual([])
  })

  if (say)
    it('are distinguished from other programs’ messages on the same channel', async () => {
      const { here, otherReceived } = await start()
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
      here.publish([notification(7)])
      await vi.waitFor(() => expect(otherReceived.received).toEqual([notification(7)]), 20_000)
    })

  if (cut)
    it('may be lost with the connection, which causes a gap event once it is back', async () => {
      const { here, ownReceived, otherReceived } = await start()
      await cut()
      expect(() => here.publish([notification(1)])).not.toThrow()
      await vi.waitFor(() => expect([ownReceived.gaps(), otherReceived.gaps()]).toEqual([1, 1]), 20_000)
      here.publish([notification(2)])
      await vi.waitFor(() => expect(otherReceived.received).toContainEqual(notification(2)), 20_000)
    })
})

function listenTo(gateway: EventsGateway) {
  const received: EventNotification[] = []
  let gaps = 0
  const stop = gateway.subscribe({ notify: (notify) => void received.push(notify), gap: () => void gaps++ })
  return { received, stop, gaps: () => gaps }
}

describe('a connection that fails at the start', () => {
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

it('the channel of PostgreSQL takes event notifications of the longest ids', async () => {
  const gateway = postgresEvents([database.url!])
  await gateway.ready()
  const { received } = listenTo(gateway)
  const long = { to: 'x'.repeat(64), kind: 'y'.repeat(64), about: 'z'.repeat(64) }
  gateway.publish(Array.from({ length: 100 }, () => long))
  await vi.waitFor(() => expect(received).toHaveLength(100), 20_000)
  await gateway.close()
})

it('closes while the host of PostgreSQL is silent', async () => {
  const line = await openSilentLine(database.url!)
  try {
    const gateway = postgresEvents([line.url])
    await gateway.ready()
    line.set(true)
    const begunAt = Date.now()
    await gateway.close()
    expect(Date.now() - begunAt).toBeLessThan(5_000)
  } finally {
    line.close()
  }
})
