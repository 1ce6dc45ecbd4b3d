import { expect, it, vi } from 'vitest'
import { fillDataDir } from '#tests/support/database.ts'
import { whyNoRedis } from '#tests/support/redis-server.ts'
import { databaseKilled, type Fault, processKilled, redisKilled } from './faults.ts'
import { stock } from './journeys.ts'
import { peopleOf } from './people.ts'
import { runRound } from './rounds.ts'
import { bucketFaults, redisFaults, serviceFaults, storageFaults, whyNot } from './service-faults.ts'
import { type SiteOptions, startSite } from './site.ts'
import { allSlow } from './slow-faults.ts'
import { upgradedAndKilled } from './upgrade-faults.ts'
import { nextVersion } from './versions.ts'

/* The short form of `npm run chaos`: each fault once, and everything counted at the end. */
vi.setConfig({ testTimeout: 900_000 })

/**
 * Shorter faults than those of the full run. Other tests use the machine meanwhile: a site that is slow by itself is
 * late each time.
 */
const SHORT = { pace: 0.25, tries: 3 }

async function countAfter(
  options: SiteOptions,
  faults: readonly Fault[],
  countsWaiting = (_: Fault) => true,
) {
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
    const row = await runRound(world, possible, 1, new Set(), { ...SHORT, countsWaiting })
    const { lost, doubled, wrong } = row
    expect({ lost, doubled, wrong }).toEqual({ lost: [], doubled: [], wrong: [] })
    const { orders, messages, listings, steps } = world.ledger
    for (const acknowledged of [orders, messages, listings, steps])
      expect(acknowledged.size).toBeGreaterThan(0)
    await Promise.all(world.followers.map((follower) => follower.stop()))
  } finally {
    await site.remove()
  }
}

it('nothing acknowledged is lost or doubled by any fault of the process, the database or a service, or an upgrade', async () => {
  const next = nextVersion()
  try {
    // First, so that people wait for nothing else: the clock has not jumped, and no fault before left jobs.
    await countAfter({ database: 'postgres' }, [
      allSlow,
      processKilled,
      databaseKilled,
      ...serviceFaults,
      upgradedAndKilled(next.folder),
    ])
  } finally {
    next.remove()
  }
})

const without = whyNoRedis()

it.skipIf(without)(
  'nor where two processes share a bucket of photos and Redis, which fail, and one of them dies',
  async () => {
    const faults = [redisKilled, ...redisFaults, ...bucketFaults, processKilled]
    await countAfter({ database: 'postgres', servers: 2, bucket: true, redis: true }, faults)
  },
)

if (without)
  it('nor where two processes share a bucket of photos, which fails, and one of them dies', async () => {
    console.warn(`No fault of Redis: ${without}`)
    await countAfter({ database: 'postgres', servers: 2, bucket: true }, [...bucketFaults, processKilled])
  })

it('nor on the embedded database', async () => {
  // `npm run chaos` has the faults of services here too.
  const fill = (folder: string) => fillDataDir(folder, 'migrated')
  const faults = [allSlow, processKilled, ...storageFaults, processKilled]
  // Each count takes a copy of the database, which costs seconds of CPU; only this fault breaks a service.
  await countAfter({ database: 'embedded', fill }, faults, (fault) => fault === allSlow)
})
