import type { DemoListing } from './demo-listing.ts'

const shared = { category: 'Formal Wear', moderation: 'approved' } as const

export const formalWear: DemoListing[] = [
  {
    ...shared,
    key: 'barong-tagalog',
    ownerKey: 'teresa',
    title: 'Barong Tagalog, piña-jusi, size L',
    description:
      'Hand-embroidered in Lumban, worn by my husband at two weddings and one oath-taking. Light, ' +
      'crisp and the colour of warm rice. A clean camisa de chino comes with it, and I steam both ' +
      'before you fetch them.',
    pricePerDay: '450.00',
    cancellationPolicy: 'moderate',
    tags: ['barong', 'formal', 'wedding', 'filipiniana'],
    location: 'Pasig, Metro Manila',
    ownerTerms: 'Do not wash or iron, return as it is. Small stains are fine, tears are repaired at cost.',
    bookableWhileRented: true,
  },
  {
    ...shared,
    key: 'terno-gown',
    ownerKey: 'teresa',
    title: 'Terno with butterfly sleeves, rose, size S',
    description:
      'A modern terno with proud sleeves and a long skirt with a small train. For Buwan ng Wika, a ' +
      'gala or a principal sponsor who wants to be seen. The back is laced, so it forgives a size up ' +
      'or down.',
    pricePerDay: '850.00',
    cancellationPolicy: 'moderate',
    deposit: '3000.00',
    tags: ['filipiniana', 'gown', 'formal', 'wedding'],
    location: 'Pasig, Metro Manila',
    ownerTerms: 'Keep the sleeves in their frame for transport. Dry-cleaning is included.',
    bookableWhileRented: true,
  },
  {
    ...shared,
    key: 'navy-suit',
    ownerKey: 'olivia',
    title: 'Navy two-piece suit, slim, 38R',
    description:
      'Italian wool blend, tailored in Katipunan, worn four times. For interviews, thesis defences ' +
      'and being best man. Trousers have two spare centimetres in the hem, and a burgundy tie is in ' +
      'the garment bag.',
    pricePerDay: '600.00',
    tags: ['suit', 'formal', 'wedding', 'graduation'],
    location: 'Mandaluyong, Metro Manila',
    ownerTerms: 'Temporary hemming with thread is fine, no cutting or tape. I do the dry-cleaning.',
    bookableWhileRented: true,
  },
  {
    ...shared,
    key: 'evening-gown',
    ownerKey: 'nadia',
    title: 'Emerald evening gown, long sleeves, M',
    description:
      'Satin that falls like water, modest at the neck and lovely from behind. Worn once to a ' +
      'sister’s wedding in Marawi and once to a company night. A matching shawl is in the bag.',
    pricePerDay: '750.00',
    cancellationPolicy: 'moderate',
    deposit: '2000.00',
    tags: ['gown', 'formal', 'wedding', 'party'],
    location: 'Taguig, Metro Manila',
    ownerTerms: 'No perfume directly on the satin. Return it on its hanger.',
    bookableWhileRented: true,
  },
  {
    ...shared,
    key: 'wedding-gown',
    ownerKey: 'liza',
    title: 'Wedding gown with veil, lace, size S to M',
    description:
      'Lace bodice, soft tulle skirt and a cathedral veil that made my own lola cry. Fitted once and ' +
      'never cut, with a corset back. You may come for a fitting in Antipolo, and there will be ' +
      'suman.',
    pricePerDay: '2500.00',
    cancellationPolicy: 'strict',
    deposit: '8000.00',
    tags: ['wedding', 'gown', 'formal', 'classic'],
    location: 'Antipolo, Rizal',
    ownerTerms: 'Fitting before you book, please. Cleaning is included, lost beads are no problem.',
    bookableWhileRented: false,
  },
  {
    ...shared,
    key: 'gold-heels',
    ownerKey: 'bea',
    title: 'Gold heels and beaded clutch, size 37',
    description:
      'A pair of block heels you can really dance in, and a clutch with beads sewn by women in Taal. ' +
      'Both go with nearly everything and have saved three bridesmaids. Gel pads are already inside.',
    pricePerDay: '280.00',
    tags: ['formal', 'party', 'graduation', 'wedding'],
    location: 'Makati, Metro Manila',
    ownerTerms: 'Not on grass or gravel, heels get scratched. Lost beads are fine.',
    bookableWhileRented: true,
  },
  {
    ...shared,
    key: 'black-tuxedo',
    ownerKey: 'nadia',
    title: 'Black tuxedo with bow tie, 40R',
    description:
      'Satin lapels, one button, and a bow tie you really tie, I show you how. My brother wore it to ' +
      'his recital and then moved to Doha. Shirt studs are in a small box in the pocket.',
    pricePerDay: '700.00',
    cancellationPolicy: 'moderate',
    tags: ['suit', 'formal', 'wedding'],
    location: 'Taguig, Metro Manila',
    ownerTerms: 'Cleaning is included. The studs are counted.',
    bookableWhileRented: true,
    moderation: 'waiting',
  },
]
