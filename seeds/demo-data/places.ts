import type { TypedPlace } from '#domain/address/place-form.ts'
import type { Services } from '#server/context.ts'
import { setPickUp } from '#server/listing/set-pick-up.ts'
import { accepted, act } from '../act.ts'
import { demoListings } from './catalogue.ts'
import type { DemoData } from './people-and-listings.ts'

const place = (street: string, barangay: string, city: string, phone: string, note = ''): TypedPlace => ({
  street,
  barangay,
  city,
  phone,
  note,
})

/** Where renters of the demo have things brought to. */
export const deliverTo: Partial<Record<string, TypedPlace>> = {
  ramon: place(
    '27 Maginhawa Street',
    'Sikatuna Village',
    'Quezon City',
    '0917 000 0101',
    'Green gate, 2nd floor',
  ),
  grace: place('5 Kamagong Street', 'San Antonio', 'Makati City', '0917 000 0102'),
  olivia: place('112 Boni Avenue', 'Barangka Itaas', 'Mandaluyong', '0917 000 0103'),
}

const pickUps: Partial<Record<string, TypedPlace>> = {
  olivia: place(
    '112 Boni Avenue',
    'Barangka Itaas',
    'Mandaluyong',
    '0917 000 0103',
    'Ring at the guard house',
  ),
  bea: place('8 Yakal Street', 'San Antonio', 'Makati City', '0917 000 0104'),
}

/** Two owners say where all of their things are picked up. */
export async function createPickUps(services: Services, demo: DemoData, now: Date): Promise<void> {
  for (const [owner, typed] of Object.entries(pickUps)) {
    const thing = demoListings.find(({ ownerKey }) => ownerKey === owner)!
    const ctx = act(services, demo.people.get(owner), now)
    accepted(await setPickUp(ctx, { listingId: demo.listings.get(thing.key)!, typed: typed!, all: true }))
  }
}
