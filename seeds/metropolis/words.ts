import { type Chance, chanceOf, zipf } from './chance.ts'

/** Rental items, by the names of the categories in a new database, the category with most listings first. */
export const things: Record<string, readonly string[]> = {
  Tools: 'drill ladder grinder sander saw compressor welder sprayer mixer jack hoist chainsaw'.split(' '),
  'Party & Events':
    'tent table chairs speaker videoke lights stage backdrop balloon arch cooler tarpaulin'.split(' '),
  Cameras: 'camera lens tripod drone gimbal flash monitor recorder softbox projector slider microphone'.split(
    ' ',
  ),
  Camping: 'tent hammock stove lantern cooler backpack kayak tarp headlamp bag cot canopy'.split(' '),
  Sports: 'bike racket surfboard paddle helmet skates dumbbells treadmill ball goggles net rower'.split(' '),
  Gaming:
    'console controller headset keyboard chair monitor steering projector handheld arcade cards dice'.split(
      ' ',
    ),
  Kitchen: 'oven mixer wok grill blender fryer steamer kettle roaster juicer pot freezer'.split(' '),
  'Musical Instruments':
    'guitar keyboard drums amplifier violin ukulele microphone cajon flute bass saxophone kulintang'.split(
      ' ',
    ),
  'Formal Wear': 'barong gown suit tuxedo terno shoes clutch veil coat heels necktie dress'.split(' '),
  'Baby & Kids':
    'stroller crib carrier playpen seat scooter walker monitor swing bouncer slide costume'.split(' '),
  Travel:
    'luggage backpack adapter carrier router powerbank pillow organizer camera binoculars jacket duffel'.split(
      ' ',
    ),
  Garden: 'mower trimmer shredder hose wheelbarrow sprayer shovel blower pots greenhouse rake auger'.split(
    ' ',
  ),
}

/** Words that are in most titles and descriptions, the most frequent first. */
const usual = (
  'portable new complete heavy duty large professional small cordless electric set family outdoor compact classic ' +
  'digital folding wireless mini premium black white blue red double foldable steel waterproof rechargeable solar ' +
  ('vintage adjustable silent light quick clean sturdy battery charger case bag stand mount remote ' +
    'cable manual spare ') +
  'delivery weekend event party beach mountain home office studio street indoor garage clinic school travel wedding ' +
  ('birthday fiesta christmas summer rainy season garden kitchen bedroom canon nikon sony makita ' +
    'bosch stanley yamaha ') +
  'fender roland casio samsung panasonic philips coleman decathlon honda kawasaki tefal kenwood pioneer shure epson'
).split(' ')

const syllables =
  'ba be bi bo bu da di do ga gi ka ki ko la li lo ma mi mo na ni no pa pi po ra ri sa si so ta ti to wa ya'.split(
    ' ',
  )

/** `count` different words, the most frequent first; the rare ones look like names and models. */
function vocabulary(count: number): readonly string[] {
  const chance = chanceOf(7)
  const known = new Set(usual)
  while (known.size < count) {
    const length = 2 + chance.upTo(3)
    const word = Array.from({ length }, () => chance.pick(syllables)).join('')
    known.add(chance.is(0.15) ? `${word}${1 + chance.upTo(99)}` : word)
  }
  return [...known].slice(0, count)
}

/**
 * Makes texts of words with the frequencies of titles and descriptions: the frequent ones are in every sixth title,
 * the rare ones in a few.
 */
export function speaker(count: number): (chance: Chance, words: number) => string[] {
  const words = vocabulary(count)
  const rank = zipf(count, 3)
  return (chance, length) => Array.from({ length }, () => words[rank(chance)]!)
}

/** Places, those with most listings first. */
export const places = (
  'Quezon City|Manila|Makati|Pasig|Taguig|Mandaluyong|Caloocan|Parañaque|Marikina|Las ' +
  'Piñas|Muntinlupa|San Juan|Pasay|Valenzuela|Malabon'
)
  .split('|')
  .map((city) => `${city}, Metro Manila`)
  .concat(
    (
      'Antipolo, Rizal|Cebu City|Davao City|Baguio|Iloilo City|Bacoor, Cavite|Dasmariñas, ' +
      'Cavite|Calamba, Laguna|Bacolod|Zamboanga City|General Santos|Lipa, Batangas|Angeles, ' +
      'Pampanga|Cagayan de Oro|Naga, Camarines Sur|Dumaguete|Tacloban|Vigan, Ilocos Sur'
    ).split('|'),
  )

export const firstNames =
  'Maria Jose Juan Ana Mark John Grace Angel Joy Paolo Liza Carlo Rosa Miguel Teresa Ramon Bea Jun Nadia Diego'.split(
    ' ',
  )
export const lastNames =
  'Santos Reyes Cruz Bautista Ocampo Garcia Mendoza Torres Villanueva Ramos Aquino Lim Tan Peña Flores Castro'.split(
    ' ',
  )
