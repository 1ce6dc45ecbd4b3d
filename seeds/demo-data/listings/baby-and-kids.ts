import type { DemoListing } from './demo-listing.ts'

const shared = { category: 'Baby & Kids', moderation: 'approved' } as const

export const babyAndKids: DemoListing[] = [
  {
    ...shared,
    key: 'stroller',
    ownerKey: 'liza',
    title: 'Stroller with big canopy, folds flat',
    description:
      'For visiting balikbayans and slow mall days. The deep seat reclines for naps, the canopy ' +
      'closes against the sun, and the big wheels take our sidewalks in stride. The seat cover is ' +
      'washed with baby soap before each rental.',
    pricePerDay: '250.00',
    tags: ['baby', 'travel', 'family'],
    location: 'Antipolo, Rizal',
    ownerTerms: 'Up to 18 kilos. Spills happen, just tell me and I will wash it.',
    bookableWhileRented: true,
  },
  {
    ...shared,
    key: 'car-seat',
    ownerKey: 'olivia',
    title: 'Convertible car seat, 0 to 18 kg',
    description:
      'Never been in an accident, and I keep the receipt and the PS mark sticker for you to see. ' +
      'Rear and forward facing, with a newborn cushion and a cup holder. I help you install it, it ' +
      'takes ten minutes the first time.',
    pricePerDay: '280.00',
    tags: ['baby', 'road trip', 'travel', 'family'],
    location: 'Mandaluyong, Metro Manila',
    ownerTerms:
      'Tell me at once if you have any accident, even a small one. No eating in it, if you can manage that.',
    bookableWhileRented: true,
  },
  {
    ...shared,
    key: 'travel-crib',
    ownerKey: 'liza',
    title: 'Travel crib with mattress and net',
    description:
      'Opens like an umbrella and locks with a click, for babies up to three. A firm mattress, two ' +
      'fitted sheets and a mosquito net are included. It saved our Baguio trip, and our marriage a ' +
      'little.',
    pricePerDay: '220.00',
    tags: ['baby', 'travel', 'family'],
    location: 'Antipolo, Rizal',
    ownerTerms:
      'Only the mattress that comes with it. Return the sheets unwashed, I use hypoallergenic soap.',
    bookableWhileRented: true,
  },
  {
    ...shared,
    key: 'high-chair',
    ownerKey: 'teresa',
    title: 'Wooden high chair with tray',
    description:
      'Solid rubberwood, five-point belt, and a tray that lifts off for washing. My grandchildren ' +
      'visit only twice a year, so most of the time it is free for yours. No wobble, I had it ' +
      'checked.',
    pricePerDay: '120.00',
    tags: ['baby', 'family', 'classic'],
    location: 'Pasig, Metro Manila',
    ownerTerms: 'Always buckle the belt. Wipe with a damp cloth only.',
    bookableWhileRented: true,
  },
  {
    ...shared,
    key: 'bouncy-castle',
    ownerKey: 'jun',
    title: 'Bouncy castle with slide, 3 x 4 metres',
    description:
      'A small castle with big results: five children, two hours, and everybody sleeps early. Fits ' +
      'most garages and clubhouses, 3 metres high. Blower, mats and pegs are included, and I inflate ' +
      'it for you.',
    pricePerDay: '1500.00',
    cancellationPolicy: 'strict',
    tags: ['kids', 'birthday', 'party', 'outdoor'],
    location: 'Parañaque, Metro Manila',
    ownerTerms: 'Socks on, no food and no glasses inside. An adult watches at all times.',
    bookableWhileRented: false,
  },
  {
    ...shared,
    key: 'balance-bike',
    ownerKey: 'diego',
    title: 'Balance bike for ages 2 to 5',
    description:
      'My son learned in one afternoon at the Academic Oval and outgrew it within a year. Air tyres, ' +
      'an adjustable saddle and a small helmet with dinosaurs. A few scratches that tell good ' +
      'stories.',
    pricePerDay: '130.00',
    tags: ['kids', 'outdoor', 'beginner friendly'],
    location: 'Quezon City, Metro Manila',
    ownerTerms: 'Helmet on, please. No need to wash it, I hose it down.',
    bookableWhileRented: true,
  },
]
