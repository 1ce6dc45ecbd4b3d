import type { DemoListing } from './demo-listing.ts'

const shared = { category: 'Travel', moderation: 'approved' } as const

export const travel: DemoListing[] = [
  {
    ...shared,
    key: 'large-suitcase',
    ownerKey: 'nadia',
    title: 'Hard-shell suitcase, 28 inches, coral',
    description:
      'Big enough for two weeks and all the pasalubong. Four quiet wheels, a TSA lock and a bright ' +
      'colour that you will see first on the belt. There is a sticker from Sapporo that I left on ' +
      'purpose.',
    pricePerDay: '180.00',
    tags: ['luggage', 'travel', 'family'],
    location: 'Taguig, Metro Manila',
    ownerTerms: 'Airline dents are normal. A broken wheel is 600 pesos.',
    bookableWhileRented: true,
  },
  {
    ...shared,
    key: 'pocket-wifi',
    ownerKey: 'nadia',
    title: 'Pocket wifi for Asia, unlimited data',
    description:
      'Works in Japan, Korea, Hong Kong, Taiwan, Singapore and Thailand, switched on before you ' +
      'land. Connects ten devices and lasts a full day of walking. Charger, cable and a small pouch ' +
      'are included.',
    pricePerDay: '220.00',
    tags: ['wifi', 'travel', 'cordless'],
    location: 'Taguig, Metro Manila',
    ownerTerms: 'Tell me the countries two days before. A lost device is 3,500 pesos.',
    bookableWhileRented: false,
  },
  {
    ...shared,
    key: 'roof-box',
    ownerKey: 'ernesto',
    title: 'Car roof box, 420 litres, with bars',
    description:
      'Puts the luggage of a family of six out of the way on the road to Ilocos. Opens on both ' +
      'sides, locks with a key, and stayed dry in a typhoon signal number one. I have bars for most ' +
      'SUVs and AUVs, send me your model.',
    pricePerDay: '550.00',
    cancellationPolicy: 'moderate',
    tags: ['road trip', 'luggage', 'family'],
    location: 'Marikina, Metro Manila',
    ownerTerms: 'At most 50 kilos and 100 km/h. Mind the parking ceilings at malls.',
    bookableWhileRented: false,
  },
  {
    ...shared,
    key: 'winter-jacket',
    ownerKey: 'olivia',
    title: 'Winter down jacket, women’s M',
    description:
      'Kept me warm in Seoul at minus twelve. Real down, a hood with a soft edge, deep pockets and ' +
      'very little weight. Dry-cleaned after each trip and packed in its own pouch.',
    pricePerDay: '200.00',
    tags: ['winter', 'travel'],
    location: 'Mandaluyong, Metro Manila',
    ownerTerms: 'Keep away from heaters and cigarettes. No need to wash it.',
    bookableWhileRented: true,
  },
  {
    ...shared,
    key: 'dry-bags',
    ownerKey: 'diego',
    title: 'Dry bag set, 5, 15 and 30 litres',
    description:
      'For island hopping in El Nido, with phones and towels that stay dry. Thick material, welded ' +
      'seams, shoulder straps on the two bigger ones. I fill them with water before each rental to ' +
      'be sure.',
    pricePerDay: '110.00',
    tags: ['beach', 'travel', 'diving', 'rainy season'],
    location: 'Quezon City, Metro Manila',
    ownerTerms: 'Roll the top three times. Keep sharp things in a pouch.',
    bookableWhileRented: true,
  },
  {
    ...shared,
    key: 'binoculars',
    ownerKey: 'ernesto',
    title: 'Binoculars, 10 x 42, for birds and concerts',
    description:
      'Bright and waterproof, with eyecups that work with glasses. I use them for the egrets in ' +
      'Candaba, my niece for seats in the upper box. Neck strap, case and cloth are included.',
    pricePerDay: '140.00',
    tags: ['travel', 'outdoor', 'hiking'],
    location: 'Marikina, Metro Manila',
    ownerTerms: 'Strap around the neck. Breathe on the lenses and wipe with the cloth, nothing else.',
    bookableWhileRented: true,
  },
]
