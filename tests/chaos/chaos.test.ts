import { expect, it, vi } from 'vitest'
import { whyNoRedis } from '#tests/support/redis-server.ts'
import { databaseKilled, type Fault, processKilled, redisKilled } from './faults.ts'
import { stock } from './journeys.ts'
import { peopleOf } from './people.ts'
import { runRound } from './rounds.ts'
import { SLOW_MS } from './gate.ts'
import { bucketFaults, redisFaults, serviceFaults, storageFaults, whyNot } from './service-faults.ts'
import { type SiteOptions, startSite } from './site.ts'
import { allSlow } from './slow-faults.ts'
import { upgradedAndKilled } from './upgrade-faults.ts'
import { nextVersion } from './versions.ts'

/* The short form of `npm run chaos`: each fault once, and everything counted at the end. */
vi.setConfig({ testTimeout: 900_000 })

/** Shorter faults than those of the full run. */
const PACE = 0.25

async function countAfter(options: SiteOptions, faults: readonly Fault[]) {
  const site = await startSite(options)
  try {
    const world = await peopleOf(site, { renters: 3, owners: 2, pauseMs: 150 })
    await stock(world, 4)
    const possible = faults.filter((fault) => {
      const why = whyNot(fault, world)
      if (why) console.warn(`Not injected: ${fault.name}: ${why}`)
      return why === null
    })
    expect(possible, 'faults that can be injected here').not.toEqual([])
    const row = await runRound(world, possible, 1, new Set(), PACE)
    const { lost, doubled, wrong, shown, waiting } = row
    expect({ lost, doubled, wrong }).toEqual({ lost: [], doubled: [], wrong: [] })
    expect(shown).toBe(waiting)
    const { orders, messages, listings, steps } = world.ledger
    for (const acknowledged of [orders, messages, listings, steps])
      expect(acknowledged.size).toBeGreaterThan(0)
    await Promise.all(world.followers.map((follower) => follower.stop()))
    return row
  } finally {
    await site.remove()
  }
}

it('nothing acknowledged is lost or doubled by any fault of the process, the database or a service', async () => {
  await countAfter({ database: 'postgres' }, [processKilled, databaseKilled, ...serviceFaults])
})

it('nor by a bucket of photos that is down, silent or wrong', async () => {
  await countAfter({ database: 'postgres', bucket: true }, bucketFaults)
})

it('nor on the embedded database', async () => {
  // `npm run chaos` has the faults of services here too.
  await countAfter({ database: 'embedded' }, [processKilled, ...storageFaults, processKilled])
})

// The embedded database has one connection, which nobody may hold while a service is slow.
it.each(['postgres', 'embedded'] as const)(
  'nor while all services are slow and many ask for them, and nobody else waits for them, on %s',
  async (database) => {
    const { othersWaited } = await countAfter({ database }, [allSlow])
    expect(othersWaited).toBeLessThan(SLOW_MS / 2000)
  },
)

it('nor by an upgrade, in which two versions serve and the old one is killed', async () => {
  const next = nextVersion()
  try {
    await countAfter({ database: 'postgres' }, [upgradedAndKilled(next.folder)])
  } finally {
    next.remove()
  }
})

it.skipIf(whyNoRedis())(
  'nor where two processes share Redis, and it fails and one of them dies',
  async () => {
    await countAfter({ database: 'postgres', servers: 2, redis: true }, [
      redisKilled,
      ...redisFaults,
      processKilled,
    ])
  },
)
