import type { DemoListing } from './demo-listing.ts'

const shared = { category: 'Kitchen', moderation: 'approved' } as const

export const kitchen: DemoListing[] = [
  {
    ...shared,
    key: 'stand-mixer',
    ownerKey: 'teresa',
    title: 'KitchenAid stand mixer, tomato red',
    description:
      'Mixes ensaymada dough without complaint, which no arm in our family can say. The bowl holds ' +
      '4.8 litres; whisk, paddle and dough hook are included. I clean it twice, so it smells of ' +
      'nothing but vanilla.',
    pricePerDay: '450.00',
    tags: ['baking', 'appliance', 'dessert', 'christmas'],
    location: 'Pasig, Metro Manila',
    ownerTerms: 'Speed 2 for dough, never more. Wash the bowl, just wipe the body.',
    bookableWhileRented: true,
  },
  {
    ...shared,
    key: 'samgyup-grill',
    ownerKey: 'olivia',
    title: 'Electric samgyupsal grill with dipping pans',
    description:
      'Unlimited samgyup at home, with your own playlist and no queue. The plate is non-stick, ' +
      'slopes into a grease tray and heats in four minutes. Tongs, scissors and six small sauce ' +
      'bowls are included.',
    pricePerDay: '200.00',
    tags: ['appliance', 'party', 'barkada', 'indoor'],
    location: 'Mandaluyong, Metro Manila',
    ownerTerms: 'Wooden or silicone tools on the plate, please. Wipe the grease while it is still warm.',
    bookableWhileRented: true,
  },
  {
    ...shared,
    key: 'rice-cooker',
    ownerKey: 'teresa',
    title: 'Party rice cooker, 10 litres',
    description:
      'Cooks for fifty, or for twenty who came back from the beach. Thick inner pot, glass lid, and ' +
      'a keep-warm setting that does not burn the bottom. The paddle is as long as my forearm.',
    pricePerDay: '250.00',
    tags: ['catering', 'appliance', 'fiesta', 'family'],
    location: 'Pasig, Metro Manila',
    ownerTerms: 'Needs an outlet of its own. Soak the pot, do not scrape it.',
    bookableWhileRented: true,
  },
  {
    ...shared,
    key: 'espresso-machine',
    ownerKey: 'bea',
    title: 'Espresso machine with milk frother',
    description:
      'Real crema, with a grinder on the side and a steam wand you will learn in two mornings. Good ' +
      'for a pop-up stall, a bridal shower or a serious thesis week. 250 grams of Benguet beans come ' +
      'with it.',
    pricePerDay: '480.00',
    tags: ['coffee', 'appliance', 'catering'],
    location: 'Makati, Metro Manila',
    ownerTerms: 'Drinking water only. Purge the wand after each cup.',
    bookableWhileRented: true,
  },
  {
    ...shared,
    key: 'air-fryer',
    ownerKey: 'nadia',
    title: 'Air fryer, 6 litres, digital',
    description:
      'Lechon kawali with a clear conscience. Big enough for a whole chicken, with a basket that ' +
      'goes in the dishwasher. I put my card of times and temperatures under the lid.',
    pricePerDay: '160.00',
    tags: ['appliance', 'indoor', 'family'],
    location: 'Taguig, Metro Manila',
    ownerTerms: 'Halal kitchen, so no pork in this one please. No metal tools in the basket.',
    bookableWhileRented: true,
  },
  {
    ...shared,
    key: 'ice-shaver',
    ownerKey: 'liza',
    title: 'Halo-halo ice shaver, hand cranked',
    description:
      'The cast-iron kind from the sari-sari stores of our childhood, repainted in green. Fluffy ice ' +
      'in seconds and no electricity, so it works on any beach. Twelve tall glasses and long spoons ' +
      'come along.',
    pricePerDay: '220.00',
    tags: ['dessert', 'fiesta', 'classic', 'birthday'],
    location: 'Antipolo, Rizal',
    ownerTerms: 'The blade is sharp, adults only. Dry it well or it rusts.',
    bookableWhileRented: true,
  },
  {
    ...shared,
    key: 'waffle-maker',
    ownerKey: 'teresa',
    title: 'Belgian waffle maker with turning handle',
    description:
      'Turns over like the ones in hotels and makes a thick, crisp waffle in three minutes. The ' +
      'plates are in perfect shape. I write my buttermilk recipe on a card for you.',
    pricePerDay: '180.00',
    tags: ['baking', 'dessert', 'appliance'],
    location: 'Pasig, Metro Manila',
    ownerTerms: 'No knives or forks on the plates. Let it cool before you wipe it.',
    bookableWhileRented: true,
    moderation: 'waiting',
  },
  {
    ...shared,
    key: 'adobo-secret',
    ownerKey: 'teresa',
    title: 'My secret adobo recipe, by the day',
    description:
      'I read it to you over the phone and you promise to forget it the next day. Three generations ' +
      'in the making. The clay pot in the picture is not included.',
    pricePerDay: '50.00',
    tags: ['classic', 'family'],
    location: 'Pasig, Metro Manila',
    ownerTerms: 'You must forget the ratio of vinegar.',
    bookableWhileRented: true,
    moderation: 'rejected',
  },
]
