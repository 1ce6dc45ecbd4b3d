import type { Scenario } from './scenario.ts'

const base = { days: 3, delivery: 'pickup' } as const
const until = (start: number) =>
  [
    ['approve', start - 2],
    ['activate', start],
    ['complete', start + 2],
  ] as const

/** Rentals with deposits, and orders paid online: approved, held, claimed, decided on, returned and refunded. */
export const paidScenarios: Scenario[] = [
  {
    ...base,
    renter: 'ramon',
    things: ['party-speaker'],
    delivery: 'delivery',
    startsIn: 12,
    orderedIn: -1,
    paidBy: 'gcash',
    actions: [['approve', -0.5]],
  },
  {
    ...base,
    renter: 'ramon',
    things: ['sony-telephoto'],
    delivery: 'delivery',
    startsIn: -2,
    orderedIn: -7,
    paidBy: 'card',
    actions: [
      ['approve', -6],
      ['activate', -2],
      ['complete', -0.4],
    ],
  },
  {
    ...base,
    days: 1,
    renter: 'katrina',
    things: ['electric-guitar'],
    startsIn: 0,
    orderedIn: -3,
    paidBy: 'gcash',
    actions: [
      ['approve', -2],
      ['activate', -1],
      ['complete', -0.2],
    ],
  },
  {
    ...base,
    renter: 'ramon',
    things: ['longboard-surf'],
    startsIn: -6,
    orderedIn: -9,
    paidBy: 'paymaya',
    actions: [
      ['approve', -8],
      ['activate', -6],
      ['complete', -4],
    ],
    deposit: [
      [
        {
          do: 'claim',
          photosOf: 'longboard-surf',
          centavos: 120_000,
          reason:
            'There is a new ding on the nose, about five centimetres, with the foam showing. It was ' +
            'not there when we met in San Juan, you can see that in our chat photos.\n\nMy shaper asks ' +
            '₱1,200 for the repair.',
        },
        -3,
      ],
      [
        {
          do: 'answer',
          answer:
            'The small crack was there before, I showed it to Nadia at the hand-over. I did bump it ' +
            'once on the roof rack, so I would pay half.',
        },
        -2.5,
      ],
    ],
  },
  {
    ...base,
    renter: 'fatima',
    things: ['terno-gown'],
    startsIn: -32,
    orderedIn: -35,
    paidBy: 'gcash',
    actions: until(-32),
    deposit: [
      [
        {
          do: 'claim',
          photosOf: 'terno-gown',
          centavos: 180_000,
          reason: 'One butterfly sleeve came back with a wine stain. The cleaner in Pasig charges ₱1,800.',
        },
        -29,
      ],
      [{ do: 'answer', answer: 'I did not see it. I would pay what the cleaner really charges.' }, -28],
      [
        {
          do: 'grant',
          grantedCentavos: 100_000,
          decision: 'The stain is new, but the cleaner’s price list says ₱1,000 for a sleeve.',
        },
        -27,
      ],
      [{ do: 'accept' }, -26],
    ],
  },
  {
    ...base,
    renter: 'rosalinda',
    things: ['digital-piano'],
    startsIn: -16,
    orderedIn: -19,
    paidBy: 'card',
    actions: until(-16),
    deposit: [[{ do: 'sweep' }, -11.9]],
  },
  {
    ...base,
    renter: 'grace',
    things: ['evening-gown'],
    startsIn: -10,
    orderedIn: -13,
    paidBy: 'gcash',
    actions: until(-10),
    deposit: [[{ do: 'return' }, -7.9]],
  },
  {
    ...base,
    renter: 'ramon',
    things: ['arcade-cabinet'],
    startsIn: 6,
    orderedIn: -6,
    paidBy: 'card',
    actions: [['reject', -5]],
  },
  {
    ...base,
    renter: 'miguel',
    things: ['playstation-5'],
    startsIn: -6,
    orderedIn: -11,
    paidBy: 'gcash',
    actions: [
      ['approve', -10],
      ['cancel', -7],
    ],
  },
  {
    ...base,
    days: 1,
    renter: 'ramon',
    things: ['gopro-hero12'],
    startsIn: -8,
    orderedIn: -12,
    actions: [
      ['approve', -11],
      ['activate', -9],
      ['complete', -8],
    ],
    deposit: [[{ do: 'sweep' }, -5.9]],
  },
  {
    ...base,
    renter: 'joaquin',
    things: ['projector-screen'],
    startsIn: 20,
    orderedIn: -8,
    paidBy: 'qrph',
    actions: [['reject', -7]],
  },
  {
    ...base,
    renter: 'katrina',
    things: ['espresso-machine'],
    startsIn: 9,
    orderedIn: -3,
    paidBy: 'qrph',
    actions: [['reject', -2]],
  },
]
