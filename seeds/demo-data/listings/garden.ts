import type { DemoListing } from './demo-listing.ts'

const shared = { category: 'Garden', moderation: 'approved' } as const

export const garden: DemoListing[] = [
  {
    ...shared,
    key: 'lawn-mower',
    ownerKey: 'ernesto',
    title: 'Petrol lawn mower, 18-inch, with catcher',
    description:
      'Cuts a wide village lawn in half an hour and catches what it cuts. Blade sharpened every ' +
      'month, starts on the first or second pull. I fill the tank before you come.',
    pricePerDay: '450.00',
    tags: ['lawn', 'heavy duty', 'outdoor'],
    location: 'Marikina, Metro Manila',
    ownerTerms: 'Pick up stones first. Return it with the deck brushed clean.',
    bookableWhileRented: true,
  },
  {
    ...shared,
    key: 'hedge-trimmer',
    ownerKey: 'ernesto',
    title: 'Cordless hedge trimmer with two batteries',
    description:
      'Light enough to hold above your head for the tall santan. A 50 cm blade with a cover, two ' +
      'batteries and a charger that fills one in an hour. Goggles and gloves are in the box.',
    pricePerDay: '250.00',
    tags: ['plants', 'cordless', 'power tool', 'outdoor'],
    location: 'Marikina, Metro Manila',
    ownerTerms: 'Branches up to finger thickness. Wipe off the sap with the oil I give you.',
    bookableWhileRented: true,
  },
  {
    ...shared,
    key: 'wheelbarrow',
    ownerKey: 'teresa',
    title: 'Green wheelbarrow, 90 litres',
    description:
      'For soil, gravel, or moving house to the next street. New tyre, solid handles, and a deep ' +
      'tray without rust. It has carried grandchildren too, but that is not an official use.',
    pricePerDay: '100.00',
    tags: ['plants', 'outdoor', 'heavy duty'],
    location: 'Pasig, Metro Manila',
    ownerTerms: 'Rinse after cement, at once please.',
    bookableWhileRented: true,
  },
  {
    ...shared,
    key: 'knapsack-sprayer',
    ownerKey: 'liza',
    title: 'Knapsack sprayer, 16 litres',
    description:
      'Used only with water, neem and fish emulsion, so it is safe for your vegetables. Padded ' +
      'straps, a brass nozzle and a long lance for the mango tree. Spare seals are in a bag.',
    pricePerDay: '130.00',
    tags: ['plants', 'outdoor'],
    location: 'Antipolo, Rizal',
    ownerTerms: 'Organic mixes only, no herbicide. Triple rinse before return.',
    bookableWhileRented: true,
  },
  {
    ...shared,
    key: 'patio-umbrella',
    ownerKey: 'olivia',
    title: 'Garden umbrella, 3 metres, with base',
    description:
      'Shade for a table of six, with a crank and a tilt for the late afternoon. The base fills with ' +
      'sand or water, and the cloth is washed and mildew-free. Fits a small lanai or the pool side ' +
      'of your clubhouse.',
    pricePerDay: '260.00',
    tags: ['shade', 'outdoor', 'party', 'family'],
    location: 'Mandaluyong, Metro Manila',
    ownerTerms: 'Close it in the wind and at night.',
    bookableWhileRented: true,
  },
  {
    ...shared,
    key: 'grass-cutter',
    ownerKey: 'ernesto',
    title: 'Brush cutter for tall grass, with harness',
    description:
      'For vacant lots where the talahib is taller than you. A strong two-stroke engine, a metal ' +
      'blade and a nylon head, with a harness that spares your shoulders. I mix the fuel for the ' +
      'first tank and show you the start.',
    pricePerDay: '380.00',
    tags: ['lawn', 'heavy duty', 'power tool'],
    location: 'Marikina, Metro Manila',
    ownerTerms: 'Face shield and boots, no exceptions. Keep people fifteen metres away.',
    bookableWhileRented: false,
  },
]
