import type { DemoListing } from './demo-listing.ts'

const shared = { category: 'Tools', moderation: 'approved' } as const

export const tools: DemoListing[] = [
  {
    ...shared,
    key: 'hammer-drill',
    ownerKey: 'ernesto',
    title: 'Makita hammer drill with bit set',
    description:
      'For hanging shelves, TV mounts and curtain rods on hollow block or poured concrete. The case ' +
      'holds the drill, a side handle, a depth stop and sixteen bits, most of them new. I mark the ' +
      'right bit for your wall if you send me a photo.',
    pricePerDay: '250.00',
    tags: ['power tool', 'diy', 'home repair', 'electric'],
    location: 'Marikina, Metro Manila',
    ownerTerms: 'Wear goggles. A broken bit is 80 pesos, a burnt motor is on the one who burned it.',
    bookableWhileRented: true,
  },
  {
    ...shared,
    key: 'pressure-washer',
    ownerKey: 'ernesto',
    title: 'Kärcher K2 pressure washer',
    description:
      'Takes years of moss off a driveway in one morning. With the gun, two lances, a foam bottle ' +
      'and ten metres of hose; it draws from a pail as well as from the faucet. It is loud, so your ' +
      'neighbours will know how hard you work.',
    pricePerDay: '380.00',
    tags: ['cleaning', 'home repair', 'electric'],
    location: 'Marikina, Metro Manila',
    ownerTerms: 'Never run it without water. Drain the hose before return.',
    bookableWhileRented: false,
  },
  {
    ...shared,
    key: 'step-ladder',
    ownerKey: 'jun',
    title: 'Aluminium A-frame ladder, 8 feet',
    description:
      'Light enough to carry alone and steady on tile with its new rubber feet. Reaches most ' +
      'ceilings, gutters and Christmas parol hooks. Fits on the roof of a sedan, and I lend the ' +
      'tie-down straps too.',
    pricePerDay: '160.00',
    tags: ['home repair', 'diy', 'christmas'],
    location: 'Parañaque, Metro Manila',
    ownerTerms: 'Two people when you go above the fifth step. Not for use near live wires.',
    bookableWhileRented: true,
  },
  {
    ...shared,
    key: 'circular-saw',
    ownerKey: 'ernesto',
    title: 'Bosch circular saw, 7-inch',
    description:
      'Cuts plywood and coco lumber straight when you use the rip guide that comes with it. A new ' +
      '40-tooth blade is on, and the old one is in the box for rough work. I can show the safe way ' +
      'to start the cut.',
    pricePerDay: '300.00',
    tags: ['power tool', 'diy', 'heavy duty'],
    location: 'Marikina, Metro Manila',
    ownerTerms: 'Wood only, no metal or tile. Unplug it before you touch the blade.',
    bookableWhileRented: true,
  },
  {
    ...shared,
    key: 'socket-toolbox',
    ownerKey: 'paolo',
    title: 'Red toolbox with 94-piece socket set',
    description:
      'Everything for a weekend of fixing a motorcycle or putting a cabinet together. Sockets from 4 ' +
      'to 32 mm, two ratchets, pliers, a hammer and screwdrivers, each in its place so you see at ' +
      'once if one is missing. The latch sticks a little, press and lift.',
    pricePerDay: '180.00',
    tags: ['diy', 'home repair', 'road trip'],
    location: 'San Juan, Metro Manila',
    ownerTerms: 'We count the pieces together at pick-up and at return. Lost sockets are 60 pesos each.',
    bookableWhileRented: true,
  },
  {
    ...shared,
    key: 'welding-machine',
    ownerKey: 'ernesto',
    title: 'Inverter welding machine, 200 A, with mask',
    description:
      'Runs on a normal 220 V outlet and does neat gates, grills and plant stands. Cables, clamp, ' +
      'chipping hammer and an auto-darkening mask are included. A handful of 6013 rods come free to ' +
      'get you started.',
    pricePerDay: '420.00',
    tags: ['power tool', 'heavy duty', 'electric', 'diy'],
    location: 'Marikina, Metro Manila',
    ownerTerms: 'For people who have welded before. Keep a fire extinguisher near.',
    bookableWhileRented: false,
  },
  {
    ...shared,
    key: 'generator',
    ownerKey: 'jun',
    title: 'Quiet inverter generator, 2.2 kVA',
    description:
      'Powers a fridge, two fans and the wifi through a long brownout, or a sound system at a ' +
      'barangay court. Starts on the second pull and purrs about as loud as a sewing machine. ' +
      'Delivered with a full tank and a ten-metre extension cord.',
    pricePerDay: '950.00',
    cancellationPolicy: 'moderate',
    deposit: '5000.00',
    tags: ['heavy duty', 'outdoor', 'party', 'rainy season'],
    location: 'Parañaque, Metro Manila',
    ownerTerms: 'Run it outside only. Return it with the tank full, unleaded please.',
    bookableWhileRented: false,
  },
  {
    ...shared,
    key: 'leftover-paint',
    ownerKey: 'ernesto',
    title: 'Leftover paint, three half-full cans',
    description:
      'Some cream, some sky blue and a bit of green from when we painted the porch. Use what you ' +
      'need. I do not want the cans back.',
    pricePerDay: '30.00',
    tags: ['diy', 'home repair'],
    location: 'Marikina, Metro Manila',
    ownerTerms: 'No need to return.',
    bookableWhileRented: false,
    moderation: 'rejected',
  },
]
