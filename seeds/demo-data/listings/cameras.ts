import type { DemoListing } from './demo-listing.ts'

const shared = { category: 'Cameras', moderation: 'approved' } as const

export const cameras: DemoListing[] = [
  {
    ...shared,
    key: 'canon-r50',
    ownerKey: 'bea',
    title: 'Canon EOS R50 with kit lens',
    description:
      'My everyday camera for food trips and family reunions, light enough to carry all day. Comes ' +
      'with the 18-45mm lens, two batteries, a charger and a 64 GB card, all in a padded bag. There ' +
      'is one small scuff on the grip that never shows in photos. We can meet at Greenbelt or at any ' +
      'MRT station along Ayala.',
    pricePerDay: '650.00',
    tags: ['camera', 'photography', 'video', 'beginner friendly'],
    location: 'Makati, Metro Manila',
    ownerTerms:
      'Please keep it dry and do not clean the sensor. Copy your photos before you bring it back, I ' +
      'format the card after each rental.',
    bookableWhileRented: true,
  },
  {
    ...shared,
    key: 'fujifilm-xt30',
    ownerKey: 'olivia',
    title: 'Fujifilm X-T30 II, silver, with 35mm f/2',
    description:
      'The silver one with the dials that everybody asks about at weddings. The 35mm lens is sharp ' +
      'and loves low light, and I leave my favourite film recipes in the custom slots. Strap, hood, ' +
      'charger and three batteries are included. Pick-up is at our condo lobby near Boni station.',
    pricePerDay: '780.00',
    tags: ['camera', 'photography', 'wedding', 'travel'],
    location: 'Mandaluyong, Metro Manila',
    ownerTerms:
      'Use the wrist or neck strap at all times. Scratches on the front glass are charged at repair cost.',
    bookableWhileRented: true,
  },
  {
    ...shared,
    key: 'gopro-hero12',
    ownerKey: 'diego',
    title: 'GoPro Hero 12 with dive housing',
    description:
      'Been to Anilao and Apo Reef with me and still looks fresh. You get the housing rated to 60 ' +
      'metres, a red filter, a floating grip, a chest strap and two batteries. I show you how to ' +
      'check the seal before you go, it takes five minutes.',
    pricePerDay: '420.00',
    deposit: '2000.00',
    tags: ['camera', 'video', 'diving', 'beach'],
    location: 'Quezon City, Metro Manila',
    ownerTerms: 'Rinse everything in fresh water after the sea, please. A flooded camera is paid in full.',
    bookableWhileRented: false,
  },
  {
    ...shared,
    key: 'dji-mini-drone',
    ownerKey: 'bea',
    title: 'DJI Mini 3 drone, Fly More set',
    description:
      'Under 250 grams, very steady and quiet, great for beaches and rice terraces. Includes three ' +
      'batteries, spare propellers, the remote with screen and a shoulder bag. I give a short flying ' +
      'lesson on the rooftop when you pick it up.',
    pricePerDay: '980.00',
    cancellationPolicy: 'strict',
    deposit: '8000.00',
    tags: ['drone', 'video', 'travel', 'photography'],
    location: 'Makati, Metro Manila',
    ownerTerms:
      'No flying near airports, over crowds or in strong wind. Broken propellers are fine, a lost drone is not.',
    bookableWhileRented: false,
  },
  {
    ...shared,
    key: 'instax-mini',
    ownerKey: 'liza',
    title: 'Instax Mini 12 in mint, with album',
    description:
      'Perfect for debuts, baby showers and guest books. The camera is a year old and comes with ' +
      'fresh AA batteries, a small photo album and a set of washi tapes. Film is not included, but I ' +
      'can add packs at what I paid for them.',
    pricePerDay: '180.00',
    tags: ['camera', 'party', 'birthday', 'beginner friendly'],
    location: 'Antipolo, Rizal',
    ownerTerms: 'Do not force the lens shut. Return it with the album pages unused, or just replace them.',
    bookableWhileRented: true,
  },
  {
    ...shared,
    key: 'sony-telephoto',
    ownerKey: 'olivia',
    title: 'Sony FE 70-200mm f/4 telephoto lens',
    description:
      'For recitals, basketball leagues and birds at La Mesa. Clean glass, smooth zoom, with hood, ' +
      'tripod foot, both caps and a hard case. Fits any Sony E-mount body; tell me yours and I will ' +
      'check it with you.',
    pricePerDay: '820.00',
    cancellationPolicy: 'moderate',
    deposit: '10000.00',
    tags: ['lens', 'photography', 'outdoor'],
    location: 'Mandaluyong, Metro Manila',
    ownerTerms: 'Keep the hood and the filter on outdoors. Please do not take it to the beach.',
    bookableWhileRented: true,
  },
  {
    ...shared,
    key: 'softbox-kit',
    ownerKey: 'bea',
    title: 'Softbox lighting kit, two lights',
    description:
      'Two 60 x 60 softboxes with bright daylight LED bulbs and steady stands. I use them for ' +
      'product shots and online classes, and they fold into one long bag you can carry on a ' +
      'tricycle. One diffuser has a tiny stitched tear at the corner.',
    pricePerDay: '450.00',
    tags: ['lighting', 'photography', 'video', 'streaming'],
    location: 'Makati, Metro Manila',
    ownerTerms: 'Let the bulbs cool before packing. A broken bulb is 350 pesos.',
    bookableWhileRented: true,
  },
  {
    ...shared,
    key: 'travel-tripod',
    ownerKey: 'bea',
    title: 'Aluminium travel tripod with ball head',
    description:
      'Opens to 155 cm, folds shorter than an umbrella, and carries a mirrorless body with a medium ' +
      'zoom without shaking. The quick-release plate and a phone holder come with it. The rubber ' +
      'feet are new.',
    pricePerDay: '160.00',
    tags: ['photography', 'video', 'travel'],
    location: 'Makati, Metro Manila',
    ownerTerms: 'Wipe off sand before you close the legs, please.',
    bookableWhileRented: true,
    moderation: 'waiting',
  },
]
