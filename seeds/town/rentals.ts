import { randomUUID } from 'node:crypto'
import { asRenter } from '#domain/access.ts'
import type { User } from '#domain/actor.ts'
import { addDays, dayInManila } from '#domain/period.ts'
import type { DurationDays } from '#domain/pricing/pricing.ts'
import { addToCart } from '#server/cart/add-to-cart.ts'
import { readCart } from '#server/cart/read-cart.ts'
import type { Services } from '#server/context.ts'
import { placeOrder } from '#server/order/place-order.ts'
import { quoteFor, readAgreementTemplate } from '#server/order/quote.ts'
import { openPayment } from '#server/payment/open-payment.ts'
import { findPayableOrder } from '#server/payment/queries.ts'
import { takeStep } from '#server/rental/take-step.ts'
import { accepted, act } from '../act.ts'
import { townListings } from './catalogue.ts'
import { paidPlays } from './paid-rentals.ts'
import type { Play, Step } from './play.ts'
import { takeDepositStep } from './take-deposit-step.ts'
import type { Till } from './till.ts'

const DAY_MS = 86_400_000

/** A rental in every state, and enough history that some things are known to be popular. */
function plays(): Play[] {
  const of = (ownerKey: string) =>
    townListings
      .filter((thing) => thing.ownerKey === ownerKey && thing.fate === 'approved')
      .map((thing) => thing.key)
  const olivia = of('olivia')
  const [diego, bea, ernesto, teresa, paolo, nadia, jun] = [
    'diego',
    'bea',
    'ernesto',
    'teresa',
    'paolo',
    'nadia',
    'jun',
  ].map(of) as [string[], string[], string[], string[], string[], string[], string[]]
  const done = (start: number, days: number): Step[] => [
    ['approve', start - 2],
    ['activate', start],
    ['complete', start + days - 1],
  ]
  const past = (renter: string, things: string[], start: number, days: DurationDays): Play => ({
    renter,
    things,
    startsIn: start,
    days,
    delivery: 'pickup',
    orderedIn: start - 3,
    steps: done(start, days),
  })
  return [
    past('miguel', [olivia[0]!], -88, 3),
    past('katrina', [olivia[0]!], -66, 7),
    past('joaquin', [diego[0]!], -61, 3),
    past('fatima', [olivia[0]!], -57, 7),
    past('fatima', [olivia[1]!], -49, 3),
    past('joaquin', [olivia[2]!], -40, 3),
    past('benjie', [diego[0]!], -36, 1),
    past('ramon', [olivia[0]!], -28, 3),
    past('katrina', [olivia[0]!], -20, 1),
    past('benjie', [olivia[0]!], -14, 3),
    past('grace', [olivia[1]!, olivia[2]!], -24, 7),
    past('miguel', [diego[0]!], -26, 3),
    past('ramon', [diego[0]!], -18, 3),
    past('fatima', [bea[0]!], -22, 7),
    past('katrina', [bea[0]!], -12, 1),
    past('joaquin', [ernesto[0]!], -16, 1),
    past('rosalinda', [teresa[0]!], -15, 3),
    past('ramon', [jun[0]!, paolo[0]!], -10, 1),
    {
      renter: 'ramon',
      things: [olivia[3]!],
      startsIn: 4,
      days: 3,
      delivery: 'delivery',
      orderedIn: -1,
      steps: [],
    },
    {
      renter: 'katrina',
      things: [olivia[4]!, nadia[0]!],
      startsIn: 6,
      days: 1,
      delivery: 'pickup',
      orderedIn: 0,
      steps: [],
    },
    {
      renter: 'ramon',
      things: [diego[1]!],
      startsIn: 3,
      days: 3,
      delivery: 'pickup',
      orderedIn: -2,
      steps: [['approve', -1]],
    },
    {
      renter: 'grace',
      things: [olivia[5]!],
      startsIn: 2,
      days: 7,
      delivery: 'delivery',
      orderedIn: -2,
      steps: [['approve', -1]],
    },
    {
      renter: 'miguel',
      things: [olivia[6]!],
      startsIn: -1,
      days: 3,
      delivery: 'pickup',
      orderedIn: -4,
      steps: [
        ['approve', -3],
        ['activate', -1],
      ],
    },
    {
      renter: 'ramon',
      things: [bea[1]!],
      startsIn: -2,
      days: 7,
      delivery: 'delivery',
      orderedIn: -5,
      steps: [
        ['approve', -4],
        ['activate', -2],
      ],
    },
    {
      renter: 'benjie',
      things: [olivia[7]!],
      startsIn: 5,
      days: 1,
      delivery: 'pickup',
      orderedIn: -2,
      steps: [['reject', -1]],
    },
    {
      renter: 'ramon',
      things: [teresa[1]!],
      startsIn: 5,
      days: 3,
      delivery: 'pickup',
      orderedIn: -3,
      steps: [['reject', -2]],
    },
    {
      renter: 'ramon',
      things: [ernesto[1]!],
      startsIn: 8,
      days: 1,
      delivery: 'pickup',
      orderedIn: -3,
      steps: [['cancel', -1]],
    },
    {
      renter: 'olivia',
      things: [jun[1]!],
      startsIn: 9,
      days: 3,
      delivery: 'delivery',
      orderedIn: -1,
      steps: [],
    },
  ]
}

/** Plays the town's rentals in the order in which they happened. */
export async function playRentals(
  services: Services,
  town: { people: Map<string, User>; listings: Map<string, string> },
  now: Date,
  till: Till | null,
): Promise<void> {
  const at = (days: number) => new Date(now.getTime() + days * DAY_MS)
  const moments: { at: Date; happen: (moment: Date) => Promise<void> }[] = []
  for (const play of [...plays(), ...paidPlays]) {
    if (play.paidBy && !till) continue
    const rentals: { id: string; ownerId: string }[] = []
    moments.push({
      at: at(play.orderedIn),
      happen: async (moment) => void rentals.push(...(await order(services, town, play, moment, now, till))),
    })
    for (const [action, days] of play.steps)
      moments.push({
        at: at(days),
        happen: async (moment) => {
          for (const rental of rentals) {
            const by =
              action === 'cancel'
                ? town.people.get(play.renter)!
                : [...town.people.values()].find((p) => p.id === rental.ownerId)!
            accepted(await takeStep(act(services, by, moment), { rentalId: rental.id, action }))
          }
        },
      })
    for (const [step, days] of play.deposit ?? [])
      moments.push({
        at: at(days),
        happen: (moment) => takeDepositStep(services, town, play, rentals[0]!, step, moment),
      })
  }
  moments.sort((a, b) => a.at.getTime() - b.at.getTime())
  for (const moment of moments) {
    const happen = () => moment.happen(moment.at)
    if (!till) await happen()
    else
      await till.at(moment.at, async () => {
        await happen()
        await till.sendRefunds(services)
      })
  }
}

async function order(
  services: Services,
  town: { people: Map<string, User>; listings: Map<string, string> },
  play: Play,
  moment: Date,
  now: Date,
  till: Till | null,
) {
  const ctx = act(services, town.people.get(play.renter), moment)
  const { renter } = accepted(asRenter(ctx.actor))
  const startDate = addDays(dayInManila(now), play.startsIn)
  for (const key of play.things)
    accepted(
      await addToCart(ctx, {
        listingId: town.listings.get(key)!,
        startDate,
        durationDays: play.days,
        deliveryOption: play.delivery,
      }),
    )
  const quote = quoteFor(await readAgreementTemplate(services.db), renter, await readCart(ctx, renter))
  const { orderNumber } = accepted(
    await placeOrder(ctx, renter, {
      idempotencyKey: randomUUID(),
      paymentMethod: play.paidBy ? 'online' : 'cash_on_delivery',
      quoteSeen: quote.fingerprint,
    }),
  )
  if (play.paidBy) {
    accepted(await openPayment(ctx, renter, orderNumber))
    const { session } = (await findPayableOrder(services.db, { number: orderNumber }))!
    await till!.pay(services, session!.id, play.paidBy)
  }
  return services.db
    .selectFrom('rental')
    .innerJoin('order', 'order.id', 'rental.orderId')
    .select(['rental.id', 'rental.ownerId'])
    .where('order.number', '=', orderNumber)
    .execute()
}
