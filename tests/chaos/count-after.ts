import { expect } from 'vitest'
import type { Fault } from './faults.ts'
import { stock } from './journeys.ts'
import { peopleOf } from './people.ts'
import { runRound } from './rounds.ts'
import { whyNot } from './service-faults.ts'
import { type SiteOptions, startSite } from './site.ts'

/**
 * `pace` makes faults shorter than in the full run. `tries` allows for a busy machine: other tests may delay one try,
 * but a site that is slow by itself is late in each.
 */
const SHORT = { pace: 0.25, tries: 3 }

/**
 * The short form of `npm run chaos` on one site. It injects each fault that is possible here while people use the
 * site, and counts everything at the end. It expects that nothing acknowledged is lost or doubled, nothing is wrong,
 * and an order, a message, a listing and a step were acknowledged. `countsWaiting`: see `runRound`.
 */
export async function countAfter(
  options: SiteOptions,
  faults: readonly Fault[],
  countsWaiting = (_: Fault) => true,
) {
  const site = await startSite(options)
  try {
    const world = await peopleOf(site, { renters: 3, owners: 2, pauseMs: 300 })
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
