import { DAY_MS } from '#domain/time.ts'
import { deliverTo } from './places.ts'
import { randomUUID } from 'node:crypto'
import { asRenter } from '#domain/access.ts'
import { addDays, dayInManila } from '#domain/period.ts'
import type { DurationDays } from '#domain/pricing/pricing.ts'
import { addToCart } from '#server/cart/add-to-cart.ts'
import { readCart } from '#server/cart/read-cart.ts'
import type { Services } from '#server/context.ts'
import { placeOrder } from '#server/order/place-order.ts'
import { quoteFor, readAgreementTemplate } from '#server/order/quote.ts'
import { openPayment } from '#server/payment/open-payment.ts'
import { findPayableOrder } from '#server/order/queries.ts'
import { sayNoShow } from '#server/rental/say-no-show.ts'
import { takePartyAction } from '#server/rental/take-action.ts'
import { accepted, act } from '../act.ts'
import { demoListings } from './catalogue.ts'
import { paidScenarios } from './paid-rentals.ts'
import type { Scenario, ScenarioAction } from './scenario.ts'
import { takeDepositAction } from './take-deposit-action.ts'
import type { DemoPayments } from './payments.ts'
import type { DemoData } from './people-and-listings.ts'

/** Rentals in every status, and enough earlier ones that some listings are popular. */
function scenarios(): Scenario[] {
  const of = (ownerKey: string) =>
    demoListings
      .filter((thing) => thing.ownerKey === ownerKey && thing.moderation === 'approved')
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
  const done = (start: number, days: number): ScenarioAction[] => [
    ['approve', start - 2],
    ['activate', start],
    ['complete', start + days - 1],
  ]
  const past = (renter: string, things: string[], start: number, days: DurationDays): Scenario => ({
    renter,
    things,
    startsIn: start,
    days,
    delivery: 'pickup',
    orderedIn: start - 3,
    actions: done(start, days),
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
      actions: [],
    },
    {
      renter: 'katrina',
      things: [olivia[4]!, nadia[0]!],
      startsIn: 6,
      days: 1,
      delivery: 'pickup',
      orderedIn: 0,
      actions: [],
    },
    {
      renter: 'ramon',
      things: [diego[1]!],
      startsIn: 3,
      days: 3,
      delivery: 'pickup',
      orderedIn: -2,
      actions: [['approve', -1]],
    },
    {
      renter: 'grace',
      things: [olivia[5]!],
      startsIn: 2,
      days: 7,
      delivery: 'delivery',
      orderedIn: -2,
      actions: [['approve', -1]],
    },
    {
      renter: 'miguel',
      things: [olivia[6]!],
      startsIn: -1,
      days: 3,
      delivery: 'pickup',
      orderedIn: -4,
      actions: [
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
      actions: [
        ['approve', -4],
        ['activate', -2],
      ],
    },
    {
      // Approved, and not handed over since yesterday.
      renter: 'katrina',
      things: [diego[4]!],
      startsIn: -1,
      days: 7,
      delivery: 'pickup',
      orderedIn: -4,
      actions: [['approve', -3]],
    },
    {
      // Nobody came: silence agrees soon after the start.
      renter: 'fatima',
      things: ['binoculars'],
      startsIn: -2,
      days: 3,
      delivery: 'pickup',
      orderedIn: -5,
      actions: [
        ['approve', -4],
        ['say-no-show', -1.1],
      ],
    },
    {
      // Not back yet: its late fee runs.
      renter: 'ramon',
      things: [olivia[1]!],
      startsIn: -5,
      days: 3,
      delivery: 'pickup',
      orderedIn: -8,
      actions: [
        ['approve', -7],
        ['activate', -5],
      ],
    },
    {
      renter: 'benjie',
      things: [olivia[7]!],
      startsIn: 5,
      days: 1,
      delivery: 'pickup',
      orderedIn: -2,
      actions: [['reject', -1]],
    },
    {
      renter: 'ramon',
      things: [teresa[1]!],
      startsIn: 5,
      days: 3,
      delivery: 'pickup',
      orderedIn: -3,
      actions: [['reject', -2]],
    },
    {
      renter: 'ramon',
      things: [ernesto[1]!],
      startsIn: 8,
      days: 1,
      delivery: 'pickup',
      orderedIn: -3,
      actions: [['cancel', -1]],
    },
    {
      renter: 'olivia',
      things: [jun[1]!],
      startsIn: 9,
      days: 3,
      delivery: 'delivery',
      orderedIn: -1,
      actions: [],
    },
  ]
}

/** Creates the demo's rentals in the order in which they happened. */
export async function createRentals(
  services: Services,
  demo: DemoData,
  now: Date,
  payments: DemoPayments | null,
): Promise<void> {
  const at = (days: number) => new Date(now.getTime() + days * DAY_MS)
  const moments: { at: Date; happen: (moment: Date) => Promise<void> }[] = []
  for (const scenario of [...scenarios(), ...paidScenarios]) {
    if (scenario.paidBy && !payments) continue
    const rentals: { id: string; ownerId: string }[] = []
    moments.push({
      at: at(scenario.orderedIn),
      happen: async (moment) =>
        void rentals.push(...(await order(services, demo, scenario, moment, now, payments))),
    })
    for (const [action, days] of scenario.actions)
      moments.push({
        at: at(days),
        happen: async (moment) => {
          for (const rental of rentals) {
            const by =
              action === 'cancel'
                ? demo.people.get(scenario.renter)!
                : [...demo.people.values()].find((p) => p.id === rental.ownerId)!
            const [ctx, rentalId] = [act(services, by, moment), rental.id]
            if (action === 'say-no-show') accepted(await sayNoShow(ctx, { rentalId }))
            else accepted(await takePartyAction(ctx, { rentalId, action }))
          }
        },
      })
    for (const [action, days] of scenario.deposit ?? [])
      moments.push({
        at: at(days),
        happen: (moment) => takeDepositAction(services, demo, scenario, rentals[0]!, action, moment),
      })
  }
  moments.sort((a, b) => a.at.getTime() - b.at.getTime())
  for (const moment of moments) {
    const happen = () => moment.happen(moment.at)
    if (!payments) await happen()
    else
      await payments.at(moment.at, async () => {
        await happen()
        await payments.sendRefunds(services)
      })
  }
}

async function order(
  services: Services,
  demo: DemoData,
  scenario: Scenario,
  moment: Date,
  now: Date,
  payments: DemoPayments | null,
) {
  const ctx = act(services, demo.people.get(scenario.renter), moment)
  const { renter } = accepted(asRenter(ctx.actor))
  const startDate = addDays(dayInManila(now), scenario.startsIn)
  for (const key of scenario.things)
    accepted(
      await addToCart(ctx, {
        listingId: demo.listings.get(key)!,
        startDate,
        durationDays: scenario.days,
        deliveryOption: scenario.delivery,
      }),
    )
  const quote = quoteFor(await readAgreementTemplate(services.db), renter, await readCart(ctx, renter))
  const { orderNumber } = accepted(
    await placeOrder(ctx, renter, {
      idempotencyKey: randomUUID(),
      paymentMethod: scenario.paidBy ? 'online' : 'cash_on_delivery',
      quoteSeen: quote.fingerprint,
      deliverTo: scenario.delivery === 'delivery' ? deliverTo[scenario.renter] : undefined,
    }),
  )
  if (scenario.paidBy) {
    accepted(await openPayment(ctx, renter, orderNumber))
    const { session } = (await findPayableOrder(services.db, { number: orderNumber }))!
    await payments!.pay(services, session!.id, scenario.paidBy)
  }
  return services.db
    .selectFrom('rental')
    .innerJoin('order', 'order.id', 'rental.orderId')
    .select(['rental.id', 'rental.ownerId'])
    .where('order.number', '=', orderNumber)
    .execute()
}
