import { addDays, dayInManila } from '#domain/period.ts'
import type { Services } from '#server/context.ts'
import { blockDates } from '#server/listing/block-dates.ts'
import { pauseListing } from '#server/listing/pause-listing.ts'
import { accepted, act } from '../act.ts'
import { demoListings } from './catalogue.ts'
import type { DemoData } from './people-and-listings.ts'

/** Days from today, first and last included, that owners block. */
const blocks = [
  ['patio-umbrella', 10, 13],
  ['sony-telephoto', 5, 6],
  ['snorkel-set', 14, 16],
  ['dome-tent', 20, 26],
] as const

const paused = ['balloon-arch'] as const

/** Owners block days of some things and pause one. */
export async function createDateBlocks(services: Services, demo: DemoData, now: Date): Promise<void> {
  const ownerOf = (key: string) => {
    const thing = demoListings.find((each) => each.key === key)!
    return act(services, demo.people.get(thing.ownerKey), now)
  }
  const today = dayInManila(now)
  for (const [key, first, last] of blocks)
    accepted(
      await blockDates(ownerOf(key), {
        listingId: demo.listings.get(key)!,
        firstDay: addDays(today, first),
        lastDay: addDays(today, last),
      }),
    )
  for (const key of paused) accepted(await pauseListing(ownerOf(key), { listingId: demo.listings.get(key)! }))
}
