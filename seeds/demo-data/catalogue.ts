import type { DemoListing } from './listings/demo-listing.ts'
import { babyAndKids } from './listings/baby-and-kids.ts'
import { cameras } from './listings/cameras.ts'
import { camping } from './listings/camping.ts'
import { formalWear } from './listings/formal-wear.ts'
import { gaming } from './listings/gaming.ts'
import { garden } from './listings/garden.ts'
import { kitchen } from './listings/kitchen.ts'
import { musicalInstruments } from './listings/musical-instruments.ts'
import { partyAndEvents } from './listings/party-and-events.ts'
import { sports } from './listings/sports.ts'
import { tools } from './listings/tools.ts'
import { travel } from './listings/travel.ts'

export type { DemoListing } from './listings/demo-listing.ts'

export const categories: string[] = [
  'Cameras',
  'Camping',
  'Tools',
  'Party & Events',
  'Sports',
  'Musical Instruments',
  'Gaming',
  'Kitchen',
  'Baby & Kids',
  'Travel',
  'Formal Wear',
  'Garden',
]

// oxfmt-ignore
export const tags: string[] = [
  'acoustic', 'appliance', 'baby', 'baking', 'barkada', 'barong', 'beach', 'beginner friendly', 'birthday',
  'board game',
  'camera', 'camping', 'catering', 'christmas', 'classic', 'cleaning', 'coffee', 'console', 'cordless', 'dessert',
  'diving', 'diy', 'drone', 'electric', 'family', 'fiesta', 'filipiniana', 'fitness', 'formal', 'gown',
  'graduation', 'heavy duty', 'hiking', 'home repair', 'indoor', 'instrument', 'karaoke', 'kids', 'lawn', 'lens',
  'lighting', 'luggage', 'mountain', 'outdoor', 'party', 'photography', 'plants', 'power tool', 'racket',
  'rainy season',
  'road trip', 'shade', 'sound', 'streaming', 'suit', 'surfing', 'team building', 'tent', 'travel', 'video',
  'virtual reality', 'wedding', 'wifi', 'winter',
]

/** One of each category in turn, so that neighbours in the catalogue are of different categories. */
function inTurn(groups: DemoListing[][]): DemoListing[] {
  const longest = Math.max(...groups.map((group) => group.length))
  return Array.from({ length: longest }, (_, turn) =>
    groups.flatMap((group) => group.slice(turn, turn + 1)),
  ).flat()
}

export const demoListings: DemoListing[] = inTurn([
  cameras,
  camping,
  tools,
  partyAndEvents,
  sports,
  musicalInstruments,
  gaming,
  kitchen,
  babyAndKids,
  travel,
  formalWear,
  garden,
])
