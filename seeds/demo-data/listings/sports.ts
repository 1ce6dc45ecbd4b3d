import type { DemoListing } from './demo-listing.ts'

const shared = { category: 'Sports', moderation: 'approved' } as const

export const sports: DemoListing[] = [
  {
    ...shared,
    key: 'mountain-bike',
    ownerKey: 'diego',
    title: 'Hardtail mountain bike, size M',
    description:
      'A 27.5-inch trail bike with hydraulic brakes, tuned last month. Good for riders from 160 to ' +
      '175 cm and for the trails of Timberland and La Mesa. Helmet, pump and a small repair kit are ' +
      'included.',
    pricePerDay: '500.00',
    tags: ['mountain', 'outdoor', 'fitness'],
    location: 'Quezon City, Metro Manila',
    ownerTerms: 'Wear the helmet. Flats are normal, a bent frame is yours to fix.',
    bookableWhileRented: false,
  },
  {
    ...shared,
    key: 'longboard-surf',
    ownerKey: 'nadia',
    title: 'Surf longboard, 9 feet, for La Union',
    description:
      'A soft, forgiving board that stands you up on the first morning. Leash, wax and a padded bag ' +
      'with roof straps are included. There is a repaired ding near the tail, watertight and signed ' +
      'by the shaper.',
    pricePerDay: '600.00',
    cancellationPolicy: 'moderate',
    deposit: '2500.00',
    tags: ['surfing', 'beach', 'beginner friendly', 'road trip'],
    location: 'Taguig, Metro Manila',
    ownerTerms: 'Keep it in the bag when it is in the sun. Dings are 500 pesos each.',
    bookableWhileRented: false,
  },
  {
    ...shared,
    key: 'snorkel-set',
    ownerKey: 'olivia',
    title: 'Snorkel set with long fins, size 8 to 10',
    description:
      'Tempered glass mask, dry-top snorkel and adjustable fins for a day in Nasugbu or a week in ' +
      'Coron. Everything is washed and disinfected, and the mouthpiece is new for each renter. A ' +
      'mesh bag keeps it together.',
    pricePerDay: '200.00',
    tags: ['diving', 'beach', 'travel'],
    location: 'Mandaluyong, Metro Manila',
    ownerTerms: 'Rinse with fresh water and dry in the shade. Please leave the corals alone.',
    bookableWhileRented: true,
  },
  {
    ...shared,
    key: 'badminton-set',
    ownerKey: 'paolo',
    title: 'Badminton set: four rackets and a net',
    description:
      'Four light rackets with fresh grips, a portable net that stands on any street, and a tube of ' +
      'shuttlecocks. We used it every Sunday until we all got babies. Fits in one shoulder bag.',
    pricePerDay: '180.00',
    tags: ['racket', 'family', 'team building', 'fitness'],
    location: 'San Juan, Metro Manila',
    ownerTerms: 'Feathers break, that is fine. A broken racket is 600 pesos.',
    bookableWhileRented: true,
  },
  {
    ...shared,
    key: 'basketball-hoop',
    ownerKey: 'jun',
    title: 'Portable basketball hoop, adjustable',
    description:
      'From 2.2 to 3 metres, so both the kids and the titos can dunk. The base fills with water and ' +
      'rolls on two wheels. I deliver it within Parañaque and Las Piñas, and a ball comes with it.',
    pricePerDay: '550.00',
    tags: ['outdoor', 'barkada', 'family', 'fitness'],
    location: 'Parañaque, Metro Manila',
    ownerTerms: 'No hanging on the ring. Fill the base before you raise it.',
    bookableWhileRented: true,
  },
  {
    ...shared,
    key: 'dumbbell-bench',
    ownerKey: 'diego',
    title: 'Adjustable dumbbells, 2 x 24 kg, with rack',
    description:
      'A whole gym in one corner: turn the dial and lift. Smooth click, no missing plates, with a ' +
      'stand that saves your back. Try a month of home workouts before you buy a set of your own.',
    pricePerDay: '150.00',
    tags: ['fitness', 'indoor', 'heavy duty'],
    location: 'Quezon City, Metro Manila',
    ownerTerms: 'Do not drop them. Two people to carry the box, it is heavy.',
    bookableWhileRented: false,
  },
  {
    ...shared,
    key: 'pickleball-set',
    ownerKey: 'nadia',
    title: 'Pickleball paddles, set of two, with balls',
    description:
      'Two graphite paddles in good shape and six outdoor balls in a sling bag. The court in our ' +
      'village has free slots on weekday mornings. I am happy to explain the kitchen rule, it is not ' +
      'about food.',
    pricePerDay: '170.00',
    tags: ['racket', 'fitness', 'outdoor'],
    location: 'Taguig, Metro Manila',
    ownerTerms: 'Lost balls are fine. Please keep the paddles out of a hot car.',
    bookableWhileRented: true,
    moderation: 'waiting',
  },
]
