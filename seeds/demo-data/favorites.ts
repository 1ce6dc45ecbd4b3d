import { HOUR_MS } from '#domain/time.ts'
import type { Services } from '#server/context.ts'
import { addFavorite } from '#server/favorite/add-favorite.ts'
import { accepted, act } from '../act.ts'
import { cast } from './cast.ts'
import { demoListings } from './catalogue.ts'
import type { DemoData } from './people-and-listings.ts'

/** Adds some favourites for each person of the demo; a few of those items are rented by now. */
export async function addFavorites(services: Services, demo: DemoData, now: Date): Promise<void> {
  const things = demoListings.filter((thing) => thing.moderation === 'approved')
  const people = cast.filter((person) => person.role !== 'admin')
  for (const [i, person] of people.entries()) {
    const liked = Array.from(
      { length: 6 - (i % 4) },
      (_, k) => things[(i * 11 + k * 17 + 3) % things.length]!,
    )
    const others = liked.filter((thing) => thing.ownerKey !== person.key)
    for (const [k, thing] of others.entries()) {
      const at = new Date(now.getTime() - (240 - i * 9 - k * 5) * HOUR_MS)
      const ctx = act(services, demo.people.get(person.key), at)
      accepted(await addFavorite(ctx, { listingId: demo.listings.get(thing.key)! }))
    }
  }
}
