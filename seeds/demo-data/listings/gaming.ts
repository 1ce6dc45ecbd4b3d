import type { DemoListing } from './demo-listing.ts'

const shared = { category: 'Gaming', moderation: 'approved' } as const

export const gaming: DemoListing[] = [
  {
    ...shared,
    key: 'playstation-5',
    ownerKey: 'paolo',
    title: 'PlayStation 5 with two controllers',
    description:
      'Disc edition with two controllers, an HDMI cable and a charging dock. I lend three games of ' +
      'your choice from my shelf, basketball and fighting games included. Quiet, dust-free and ' +
      'freshly updated.',
    pricePerDay: '600.00',
    cancellationPolicy: 'moderate',
    deposit: '3000.00',
    tags: ['console', 'barkada', 'indoor', 'party'],
    location: 'San Juan, Metro Manila',
    ownerTerms: 'Use your own account and log out after. Give it air, it does not like closed cabinets.',
    bookableWhileRented: true,
  },
  {
    ...shared,
    key: 'nintendo-switch',
    ownerKey: 'olivia',
    title: 'Nintendo Switch OLED with party games',
    description:
      'The OLED model with dock, the red and blue joy-cons and a pro controller. Four party games ' +
      'are installed, so six titas can race before dinner. The screen has had a protector since day ' +
      'one.',
    pricePerDay: '380.00',
    tags: ['console', 'family', 'kids', 'party'],
    location: 'Mandaluyong, Metro Manila',
    ownerTerms: 'Please make a new profile and leave the others. Joy-con straps on, TVs are expensive.',
    bookableWhileRented: true,
  },
  {
    ...shared,
    key: 'vr-headset',
    ownerKey: 'bea',
    title: 'Meta Quest 3 virtual reality headset',
    description:
      'No cables and no computer, just a clear space of two by two metres. A comfortable strap, a ' +
      'silicone face cover and a prescription spacer are included. I load boxing, mini golf and a ' +
      'walk under the sea for you.',
    pricePerDay: '700.00',
    cancellationPolicy: 'moderate',
    deposit: '4000.00',
    tags: ['virtual reality', 'party', 'team building', 'cordless'],
    location: 'Makati, Metro Manila',
    ownerTerms: 'Keep the lenses out of the sun. Wrist straps on, and watch out for the ceiling fan.',
    bookableWhileRented: false,
  },
  {
    ...shared,
    key: 'board-games',
    ownerKey: 'nadia',
    title: 'Board game bundle for a long weekend',
    description:
      'Five games in one tote: one about trading sheep, one about trains, one to make friends argue, ' +
      'and two for children. All pieces counted and bagged by colour. I add a page with the house ' +
      'rules we love.',
    pricePerDay: '150.00',
    tags: ['board game', 'family', 'barkada', 'rainy season'],
    location: 'Taguig, Metro Manila',
    ownerTerms: 'Dry hands and no chips over the boards. Tell me if a piece is lost, I keep spares.',
    bookableWhileRented: true,
  },
  {
    ...shared,
    key: 'arcade-cabinet',
    ownerKey: 'jun',
    title: 'Two-player arcade cabinet, 90s classics',
    description:
      'A real wooden cabinet with clicky sticks and more than a thousand classics, no coins needed. ' +
      'It was the star of my brother’s 40th birthday. I bring it by van and set it up, ground floor ' +
      'or with a lift.',
    pricePerDay: '1200.00',
    cancellationPolicy: 'strict',
    deposit: '5000.00',
    tags: ['party', 'birthday', 'classic', 'barkada'],
    location: 'Parañaque, Metro Manila',
    ownerTerms: 'Indoors or under a roof only. Delivery beyond the South Metro is extra, ask first.',
    bookableWhileRented: false,
  },
  {
    ...shared,
    key: 'racing-wheel',
    ownerKey: 'paolo',
    title: 'Logitech racing wheel with pedals',
    description:
      'Force feedback that makes your arms tired in the best way. Works with PlayStation and PC, ' +
      'clamps to any table up to 5 cm thick. Pedals and shifter are included, and so is my best lap ' +
      'time to beat.',
    pricePerDay: '350.00',
    tags: ['console', 'indoor', 'barkada'],
    location: 'San Juan, Metro Manila',
    ownerTerms: 'Hand-tighten the clamps only. Socks or clean shoes on the pedals.',
    bookableWhileRented: true,
  },
]
