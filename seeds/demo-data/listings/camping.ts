import type { DemoListing } from './demo-listing.ts'

const shared = { category: 'Camping', moderation: 'approved' } as const

export const camping: DemoListing[] = [
  {
    ...shared,
    key: 'dome-tent',
    ownerKey: 'diego',
    title: '4-person dome tent, rain tested in Tanay',
    description:
      'Sleeps four friends or a family of five who like each other. Two doors, a full rain fly and a ' +
      'small porch for muddy slippers; it stayed dry through a whole night of Tanay rain. Poles, ' +
      'twelve pegs and a groundsheet are in the bag, and one person can pitch it in ten minutes.',
    pricePerDay: '350.00',
    tags: ['tent', 'camping', 'family', 'rainy season'],
    location: 'Quezon City, Metro Manila',
    ownerTerms: 'Dry it before folding, even if that means hanging it in your garage. No cooking inside.',
    bookableWhileRented: true,
  },
  {
    ...shared,
    key: 'hammock-stand',
    ownerKey: 'olivia',
    title: 'Woven hammock with folding stand',
    description:
      'A handwoven cotton duyan from Bicol on a steel stand that comes apart in four pieces. No ' +
      'trees needed, it fits a balcony or a beach cottage and holds up to 120 kilos. The fringe is a ' +
      'bit faded from the sun, which I find prettier.',
    pricePerDay: '220.00',
    tags: ['camping', 'beach', 'outdoor'],
    location: 'Mandaluyong, Metro Manila',
    ownerTerms: 'One grown-up at a time. Bring it in when it rains.',
    bookableWhileRented: true,
  },
  {
    ...shared,
    key: 'cooler-box',
    ownerKey: 'jun',
    title: 'Coleman 45-litre cooler with wheels',
    description:
      'Keeps ice for two full days if you pack it well. Holds about 60 cans or a whole outing of ' +
      'marinated liempo, and the wheels survive gravel. Cleaned with baking soda after each rental, ' +
      'so it never smells of last weekend.',
    pricePerDay: '180.00',
    tags: ['beach', 'road trip', 'barkada', 'party'],
    location: 'Parañaque, Metro Manila',
    ownerTerms: 'Empty and rinse before return. No raw fish directly in the box, please use bags.',
    bookableWhileRented: true,
  },
  {
    ...shared,
    key: 'camp-stove',
    ownerKey: 'diego',
    title: 'Portable butane stove with windshield',
    description:
      'The little stove that has fed us sinigang on three mountains. Lights on the first click, and ' +
      'the folding windshield keeps the flame steady. Comes with a carry case and one full canister ' +
      'to start.',
    pricePerDay: '120.00',
    tags: ['camping', 'hiking', 'mountain'],
    location: 'Quezon City, Metro Manila',
    ownerTerms: 'Outdoors only. Remove the canister before you pack it.',
    bookableWhileRented: true,
  },
  {
    ...shared,
    key: 'sleeping-bag',
    ownerKey: 'diego',
    title: 'Sleeping bag for cold nights in Pulag',
    description:
      'A mummy bag good to about 5 degrees, warm enough for the Akiki campsite in January. It packs ' +
      'into the size of a pandesal bag, well, a big one. A washed cotton liner is included and is ' +
      'yours to use.',
    pricePerDay: '150.00',
    tags: ['camping', 'mountain', 'hiking', 'winter'],
    location: 'Quezon City, Metro Manila',
    ownerTerms: 'Use the liner. I do the washing, so no need to launder it yourself.',
    bookableWhileRented: true,
  },
  {
    ...shared,
    key: 'camp-lantern',
    ownerKey: 'ernesto',
    title: 'Rechargeable camping lanterns, set of two',
    description:
      'Warm light, three brightness levels and up to 20 hours on low. Also my brownout lamps, so I ' +
      'keep them charged and tested. They can charge a phone in an emergency.',
    pricePerDay: '90.00',
    tags: ['camping', 'lighting', 'rainy season'],
    location: 'Marikina, Metro Manila',
    ownerTerms: 'Splash-proof but not for swimming. Return them charged if you can.',
    bookableWhileRented: true,
  },
  {
    ...shared,
    key: 'trek-backpack',
    ownerKey: 'diego',
    title: 'Trekking backpack, 60 litres, with rain cover',
    description:
      'Adjustable back, wide hip belt and enough loops for a mat, poles and wet slippers. It has ' +
      'climbed Ulap and Batulao, so expect honest dirt on the bottom panel. The rain cover is in its ' +
      'own pocket.',
    pricePerDay: '200.00',
    tags: ['hiking', 'mountain', 'travel', 'luggage'],
    location: 'Quezon City, Metro Manila',
    ownerTerms: 'Shake out the sand and food bits. Tell me about any torn strap, I can sew it.',
    bookableWhileRented: false,
  },
  {
    ...shared,
    key: 'camp-chairs',
    ownerKey: 'diego',
    title: 'Folding camp chairs, pair, with cup holders',
    description:
      'Two sturdy folding chairs with cup holders and a side pocket for your phone. They carry 110 ' +
      'kilos each and fold into shoulder bags. Good for fireworks, fishing or watching the kids play.',
    pricePerDay: '140.00',
    tags: ['camping', 'beach', 'outdoor'],
    location: 'Quezon City, Metro Manila',
    ownerTerms: 'Please brush off the sand before folding.',
    bookableWhileRented: true,
    moderation: 'waiting',
  },
]
