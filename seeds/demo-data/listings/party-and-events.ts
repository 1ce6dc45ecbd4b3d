import type { DemoListing } from './demo-listing.ts'

const shared = { category: 'Party & Events', moderation: 'approved' } as const

export const partyAndEvents: DemoListing[] = [
  {
    ...shared,
    key: 'videoke-machine',
    ownerKey: 'jun',
    title: 'Videoke machine with 12,000 songs',
    description:
      'The real thing, with flashing lights, two microphones and a score that is always too kind. ' +
      'From Aegis to the newest OPM, plus English and Bisaya. It has wheels and fits through a ' +
      'normal door; I carry it in and set it up with you.',
    pricePerDay: '900.00',
    tags: ['karaoke', 'party', 'fiesta', 'birthday'],
    location: 'Parañaque, Metro Manila',
    ownerTerms:
      'Volume down at ten in the evening, or as your barangay says. No drinks on top of the machine.',
    bookableWhileRented: true,
  },
  {
    ...shared,
    key: 'party-tent',
    ownerKey: 'jun',
    title: 'Party tolda, 3 x 6 metres, striped',
    description:
      'Shade for about thirty guests, in cheerful stripes that look good in photos. The steel frame ' +
      'goes up in half an hour with three people. Ropes, pegs and sand bags for concrete are ' +
      'included.',
    pricePerDay: '850.00',
    cancellationPolicy: 'strict',
    tags: ['shade', 'party', 'fiesta', 'outdoor'],
    location: 'Parañaque, Metro Manila',
    ownerTerms: 'Take it down in strong wind. Cleaning of candle wax is 300 pesos.',
    bookableWhileRented: false,
  },
  {
    ...shared,
    key: 'chairs-and-table',
    ownerKey: 'teresa',
    title: 'Monobloc chairs, set of 20, and two tables',
    description:
      'Clean white chairs without cracks, and two long folding tables with fitted covers. For ' +
      'novenas, birthdays or a visit of the whole clan. Stackable, so they fit in a multicab in one ' +
      'trip.',
    pricePerDay: '400.00',
    cancellationPolicy: 'moderate',
    tags: ['party', 'catering', 'family', 'fiesta'],
    location: 'Pasig, Metro Manila',
    ownerTerms: 'Wipe before you stack. A broken chair is 280 pesos.',
    bookableWhileRented: true,
  },
  {
    ...shared,
    key: 'party-speaker',
    ownerKey: 'paolo',
    title: 'JBL PartyBox speaker with wireless mic',
    description:
      'Loud enough for a basketball court and clear enough for a wedding toast. Twelve hours on ' +
      'battery, Bluetooth, a guitar input and a ring of lights you can switch off. One wireless ' +
      'microphone is included, a second costs nothing, just ask.',
    pricePerDay: '700.00',
    cancellationPolicy: 'moderate',
    deposit: '2000.00',
    tags: ['sound', 'party', 'wedding', 'cordless'],
    location: 'San Juan, Metro Manila',
    ownerTerms: 'Keep it out of the rain and off the sand. Never past the red light, please.',
    bookableWhileRented: true,
  },
  {
    ...shared,
    key: 'popcorn-cart',
    ownerKey: 'liza',
    title: 'Popcorn cart, red, with first kilo of corn',
    description:
      'Makes the whole street smell like the movies. The kettle pops a batch in three minutes and ' +
      'children line up by themselves. Comes with a scoop, fifty paper bags and the first kilo of ' +
      'kernels.',
    pricePerDay: '650.00',
    cancellationPolicy: 'moderate',
    tags: ['party', 'birthday', 'kids', 'catering'],
    location: 'Antipolo, Rizal',
    ownerTerms: 'An adult works the kettle. Empty the crumbs, I do the deep cleaning.',
    bookableWhileRented: true,
  },
  {
    ...shared,
    key: 'balloon-arch',
    ownerKey: 'olivia',
    title: 'Balloon arch frame with electric pump',
    description:
      'A round 2-metre frame, an electric pump and clips, as used for our daughter’s first birthday. ' +
      'Set it up in your colours and you have a backdrop for all the photos. Balloons are yours to ' +
      'choose, Divisoria has every shade.',
    pricePerDay: '300.00',
    tags: ['birthday', 'party', 'kids', 'wedding'],
    location: 'Mandaluyong, Metro Manila',
    ownerTerms: 'Please remove all tape from the frame. The pump rests after ten minutes of work.',
    bookableWhileRented: true,
  },
  {
    ...shared,
    key: 'projector-screen',
    ownerKey: 'nadia',
    title: 'Epson projector with 100-inch screen',
    description:
      'Movie night on the rooftop, or a clean set-up for a thesis defence. 3,600 lumens, HDMI and ' +
      'USB-C, with a tripod screen that rolls up by itself. I put in a fifteen-metre extension and a ' +
      'small speaker.',
    pricePerDay: '750.00',
    cancellationPolicy: 'moderate',
    deposit: '3000.00',
    tags: ['video', 'party', 'team building', 'indoor'],
    location: 'Taguig, Metro Manila',
    ownerTerms: 'Let the fan stop before you unplug it. Do not touch the screen surface.',
    bookableWhileRented: true,
  },
  {
    ...shared,
    key: 'speaker-text-me',
    ownerKey: 'jun',
    title: 'SPEAKER FOR RENT!!! TEXT ME',
    description: 'Speaker. Good condition. Text me for the price and pay me directly, cheaper than here.',
    pricePerDay: '1.00',
    tags: ['sound'],
    location: 'Parañaque, Metro Manila',
    ownerTerms: 'Text first.',
    bookableWhileRented: false,
    moderation: 'rejected',
  },
]
