import type { DemoListing } from './demo-listing.ts'

const shared = { category: 'Musical Instruments', moderation: 'approved' } as const

export const musicalInstruments: DemoListing[] = [
  {
    ...shared,
    key: 'acoustic-guitar',
    ownerKey: 'paolo',
    title: 'Yamaha acoustic guitar with gig bag',
    description:
      'A warm dreadnought for harana, worship or a campfire. New strings last month, low action, ' +
      'kind to beginners’ fingers. Capo, tuner and two picks are in the pocket of the bag.',
    pricePerDay: '200.00',
    tags: ['instrument', 'acoustic', 'beginner friendly', 'barkada'],
    location: 'San Juan, Metro Manila',
    ownerTerms: 'Do not leave it in a hot car. A broken string is yours to replace, any brand.',
    bookableWhileRented: true,
  },
  {
    ...shared,
    key: 'digital-piano',
    ownerKey: 'teresa',
    title: 'Casio digital piano, 88 weighted keys',
    description:
      'For recitals, auditions, or a wedding where the chapel has no piano. Weighted keys, sustain ' +
      'pedal, folding stand, bench and headphones are included. My son left for Cebu and it misses ' +
      'being played.',
    pricePerDay: '550.00',
    cancellationPolicy: 'moderate',
    deposit: '4000.00',
    tags: ['instrument', 'electric', 'wedding', 'indoor'],
    location: 'Pasig, Metro Manila',
    ownerTerms: 'Two people to carry it. No drinks on the keys, ever.',
    bookableWhileRented: true,
  },
  {
    ...shared,
    key: 'cajon',
    ownerKey: 'paolo',
    title: 'Cajon, local mahogany, with snare wires',
    description:
      'Handmade in Pampanga, with a deep bass and a crisp slap. It doubles as a seat, so it never ' +
      'takes space at a gig. A padded bag with straps comes with it.',
    pricePerDay: '160.00',
    tags: ['instrument', 'acoustic', 'barkada'],
    location: 'San Juan, Metro Manila',
    ownerTerms: 'Hands only, no sticks. Keep it off wet floors.',
    bookableWhileRented: true,
  },
  {
    ...shared,
    key: 'ukulele',
    ownerKey: 'liza',
    title: 'Concert ukulele, sky blue, with songbook',
    description:
      'Small, cheerful and nearly impossible to play badly. Nylon strings, a soft case and a ' +
      'songbook with big chord drawings. My students start on this one and most of them do not want ' +
      'to give it back.',
    pricePerDay: '90.00',
    tags: ['instrument', 'acoustic', 'kids', 'beginner friendly'],
    location: 'Antipolo, Rizal',
    ownerTerms: 'Not a beach toy, salt water ruins the wood.',
    bookableWhileRented: true,
  },
  {
    ...shared,
    key: 'electric-guitar',
    ownerKey: 'paolo',
    title: 'Electric guitar with 20 W practice amp',
    description:
      'A red double-cutaway with three pickups, set up by a luthier in Raon. The amp has a clean and ' +
      'a dirty channel and a headphone jack for your neighbours’ sake. Cable, strap and picks are ' +
      'included.',
    pricePerDay: '380.00',
    deposit: '1500.00',
    tags: ['instrument', 'electric', 'sound'],
    location: 'San Juan, Metro Manila',
    ownerTerms: 'Turn the amp down before you plug in. Strap locks stay on.',
    bookableWhileRented: false,
  },
  {
    ...shared,
    key: 'violin',
    ownerKey: 'teresa',
    title: 'Full-size violin with bow and case',
    description:
      'A good student violin, set up with fresh strings and a new bridge. The bow was rehaired this ' +
      'year, and rosin and a shoulder rest are in the case. It stays in tune even in April.',
    pricePerDay: '250.00',
    tags: ['instrument', 'acoustic', 'classic', 'wedding'],
    location: 'Pasig, Metro Manila',
    ownerTerms: 'Loosen the bow after you play. Please do not touch the bridge.',
    bookableWhileRented: true,
  },
]
