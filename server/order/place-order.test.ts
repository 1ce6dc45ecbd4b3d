import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { addDays } from '#domain/period.ts'
import { accepted } from '#seeds/act.ts'
import * as people from '#tests/support/people.ts'
import { by, NOW, testServices, TODAY } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { addToCart } from '../cart/add-to-cart.ts'
import { editListing } from '../listing/edit-listing.ts'
import { takeStep } from '../rental/take-step.ts'
import { placeOrder } from './place-order.ts'
import { sha256 } from './quote.ts'

const town = withServices(['ramon', 'katrina', 'olivia', 'diego', 'amihan'])

const things = (changes = {}) =>
  people.listApproved(town.services, { owner: town.cast.olivia, admin: town.cast.amihan }, changes)
const place = (checkout: Parameters<typeof placeOrder>[2], who = town.cast.ramon) =>
  placeOrder(by(town.services, who), people.renter(who), checkout)
const countOf = async (table: string) => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(
    town.services.db,
  )
  return rows[0]!.n
}
const written = async () => [
  await countOf('order'),
  await countOf('rental'),
  await countOf('money_line'),
  await countOf('effect'),
]
const emptyCart = (who: people.Person) =>
  town.services.db.deleteFrom('cartLine').where('renterId', '=', who.id).execute()

async function refusedWithNothingWritten(checkout: Parameters<typeof placeOrder>[2], reason: string) {
  const before = await written()
  const verdict = await place(checkout)
  expect(verdict).toMatchObject({ ok: false, reason })
  expect(await written()).toEqual(before)
  return verdict as Extract<typeof verdict, { ok: false }>
}

describe('an order', () => {
  it('is written whole: rentals that hold their dates, money, the agreement, events and mails', async () => {
    const tent = await things({ title: 'Tent', pricePerDay: 33_333, ownerTerms: 'No smoking inside.' })
    const drill = await people.listApproved(
      town.services,
      { owner: town.cast.diego, admin: town.cast.amihan },
      { title: 'Drill', pricePerDay: 1 },
    )
    const lamp = await things({ title: 'Lamp', pricePerDay: 1_01 })
    const effects = await countOf('effect')
    await people.fillCart(town.services, town.cast.ramon, [tent], {
      durationDays: 3,
      deliveryOption: 'delivery',
    })
    await people.fillCart(town.services, town.cast.ramon, [drill, lamp])
    const quote = await people.seenQuote(town.services, town.cast.ramon)
    const { orderNumber } = accepted(await place(await people.aCheckout(town.services, town.cast.ramon)))

    expect(orderNumber).toBe(`cod-${NOW.getTime()}`)
    const order = await town.services.db
      .selectFrom('order')
      .selectAll()
      .where('number', '=', orderNumber)
      .executeTakeFirstOrThrow()
    expect(order).toMatchObject({
      status: 'confirmed',
      renterId: town.cast.ramon.id,
      paymentMethod: 'cash_on_delivery',
    })
    expect(order.agreementText).toBe(quote.agreementText)
    expect(order.agreementText).toContain('between Ramon Dela Cruz')
    expect(order.agreementText).toContain("Owner's terms: No smoking inside.")
    expect(order.agreementSha256).toBe(sha256(order.agreementText))
    expect(order.agreementAcceptedAt).toEqual(NOW)

    const rentals = await town.services.db
      .selectFrom('rental')
      .selectAll()
      .where('orderId', '=', order.id)
      .execute()
    expect(
      rentals
        .map((rental) => [rental.listingId, rental.status, rental.period, rental.pricePerDayCentavos])
        .sort(),
    ).toEqual(
      [
        [tent, 'Pending', '[2026-11-22,2026-11-25)', 33_333],
        [drill, 'Pending', '[2026-11-22,2026-11-23)', 1],
        [lamp, 'Pending', '[2026-11-22,2026-11-23)', 1_01],
      ].sort(),
    )

    // Rents of 999.99, 0.01 and 1.01 make 1,001.01; 5 % of that is 50.0505, so 50.05, split exactly.
    const lines = await town.services.db
      .selectFrom('moneyLine')
      .selectAll()
      .where('orderId', '=', order.id)
      .execute()
    const sum = (kind: string) =>
      lines.filter((line) => line.kind === kind).reduce((n, line) => n + line.centavos, 0)
    expect([sum('rent'), sum('delivery'), sum('service_fee')]).toEqual([100_101, 1_500, 5_005])
    expect(lines).toHaveLength(9)

    const listings = await town.services.db
      .selectFrom('listing')
      .select(['status', 'rentalCount'])
      .where('id', 'in', [tent, drill, lamp])
      .execute()
    expect(listings).toEqual(Array(3).fill({ status: 'unavailable', rentalCount: 1 }))
    expect(
      await town.services.db
        .selectFrom('cartLine')
        .selectAll()
        .where('renterId', '=', town.cast.ramon.id)
        .execute(),
    ).toEqual([])
    expect((await countOf('effect')) - effects).toBe(6)
    const events = await town.services.db
      .selectFrom('event')
      .select(['subject', 'action', 'actorId'])
      .where('actorId', '=', town.cast.ramon.id)
      .execute()
    expect(events.map(({ subject, action }) => `${subject} ${action}`)).toEqual([
      'order place',
      'rental request',
      'rental request',
      'rental request',
    ])
  })

  it('leaves a listing approved that accepts bookings for other dates, which are then open to others', async () => {
    const gown = await things({ title: 'Gown', bookableWhileRented: true })
    await people.rent(town.services, town.cast.ramon, [gown])
    const { status } = await town.services.db
      .selectFrom('listing')
      .select('status')
      .where('id', '=', gown)
      .executeTakeFirstOrThrow()
    expect(status).toBe('approved')
    expect(await addToCart(by(town.services, town.cast.katrina), people.wish(gown))).toMatchObject({
      ok: false,
      reason: 'dates-taken',
    })
    await people.rent(town.services, town.cast.katrina, [gown], { startDate: addDays(TODAY, 2) })
  })

  it('has a number of its own when two fall in the same millisecond', async () => {
    const [one, other] = [await things({ title: 'One' }), await things({ title: 'Other' })]
    town.services.clock.set(new Date(NOW.getTime() + 5_000))
    const numbers = [
      (await people.rent(town.services, town.cast.ramon, [one])).orderNumber,
      (await people.rent(town.services, town.cast.katrina, [other])).orderNumber,
    ]
    town.services.clock.set(NOW)
    expect(numbers).toEqual([`cod-${NOW.getTime() + 5_000}`, `cod-${NOW.getTime() + 5_001}`])
  })

  it('is placed once for one key: a second submit, also with an empty cart, gives the first one’s number', async () => {
    await people.fillCart(town.services, town.cast.ramon, [await things({ title: 'Twice' })])
    const checkout = await people.aCheckout(town.services, town.cast.ramon)
    const first = accepted(await place(checkout))
    const orders = await countOf('order')
    expect(await place(checkout)).toEqual({ ok: true, orderNumber: first.orderNumber })
    expect(await place({ ...checkout, quoteSeen: 'f'.repeat(64) })).toEqual({
      ok: true,
      orderNumber: first.orderNumber,
    })
    expect(await countOf('order')).toBe(orders)
  })

  it('of another renter with the same key is an order of theirs', async () => {
    const [mine, theirs] = [await things({ title: 'Mine' }), await things({ title: 'Theirs' })]
    await people.fillCart(town.services, town.cast.ramon, [mine])
    await people.fillCart(town.services, town.cast.katrina, [theirs])
    const checkout = await people.aCheckout(town.services, town.cast.ramon)
    const first = accepted(await place(checkout))
    const { fingerprint } = await people.seenQuote(town.services, town.cast.katrina)
    const second = accepted(await place({ ...checkout, quoteSeen: fingerprint }, town.cast.katrina))
    expect(second.orderNumber).not.toBe(first.orderNumber)
  })
})

describe('the fingerprint of a quote', () => {
  it.each([
    [
      'the price',
      async (id: string) =>
        void (await town.services.db
          .updateTable('listing')
          .set({ pricePerDayCentavos: 45_001 })
          .where('id', '=', id)
          .execute()),
    ],
    [
      'the owner’s terms',
      async (id: string) =>
        void (await town.services.db
          .updateTable('listing')
          .set({ ownerTerms: 'Wipe it dry.' })
          .where('id', '=', id)
          .execute()),
    ],
    [
      'the title',
      async (id: string) =>
        void (await town.services.db
          .updateTable('listing')
          .set({ title: '5-person tent' })
          .where('id', '=', id)
          .execute()),
    ],
    [
      'the template',
      async () =>
        void (await town.services.db
          .insertInto('agreementTemplate')
          .values({ body: `New words ${randomUUID()} {{items}}` })
          .execute()),
    ],
    [
      'the delivery',
      async (id: string) =>
        void (await town.services.db
          .updateTable('cartLine')
          .set({ deliveryOption: 'delivery' })
          .where('listingId', '=', id)
          .execute()),
    ],
    [
      'the start date',
      async (id: string) =>
        void (await town.services.db
          .updateTable('cartLine')
          .set({ startDate: addDays(TODAY, 9) })
          .where('listingId', '=', id)
          .execute()),
    ],
    [
      'the duration',
      async (id: string) =>
        void (await town.services.db
          .updateTable('cartLine')
          .set({ durationDays: 7 })
          .where('listingId', '=', id)
          .execute()),
    ],
  ])('changes with %s', async (_, change) => {
    const listingId = await things()
    await people.fillCart(town.services, town.cast.ramon, [listingId])
    const before = await people.seenQuote(town.services, town.cast.ramon)
    expect((await people.seenQuote(town.services, town.cast.ramon)).fingerprint).toBe(before.fingerprint)
    await change(listingId)
    expect((await people.seenQuote(town.services, town.cast.ramon)).fingerprint).not.toBe(before.fingerprint)
    await emptyCart(town.cast.ramon)
  })
})

describe('an order keeps', () => {
  it('the policy and the deposit of its day, whatever the owner asks afterwards', async () => {
    const gown = await things({ pricePerDay: 100_000, cancellationPolicy: 'strict', deposit: 500_000 })
    const { orderId } = await people.rent(town.services, town.cast.ramon, [gown])
    const photoIds = (
      await town.services.db.selectFrom('photo').select('id').where('listingId', '=', gown).execute()
    ).map(({ id }) => id)
    const form = people.aForm({ cancellationPolicy: 'flexible', deposit: 0, photoIds })
    accepted(await editListing(by(town.services, town.cast.olivia), { listingId: gown, form }))
    const rental = town.services.db.selectFrom('rental').select('cancellationPolicy')
    expect(await rental.where('orderId', '=', orderId).execute()).toEqual([{ cancellationPolicy: 'strict' }])
    const lines = town.services.db.selectFrom('moneyLine').select(['kind', 'centavos']).orderBy('id')
    expect(await lines.where('orderId', '=', orderId).execute()).toEqual([
      { kind: 'rent', centavos: 100_000 },
      { kind: 'delivery', centavos: 0 },
      { kind: 'service_fee', centavos: 5_000 },
      { kind: 'deposit', centavos: 500_000 },
    ])
    const { agreementText } = await town.services.db
      .selectFrom('order')
      .select('agreementText')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
    expect(agreementText).toContain(
      'If the renter cancels (strict): Half of the rent back until 3 days before',
    )
    expect(agreementText).toContain('Refundable deposit: ₱5,000.00')
  })
})

describe('an order is refused, and nothing is written,', () => {
  it.each([
    ['the deposit', { depositCentavos: 50_001 }],
    ['the cancellation policy', { cancellationPolicy: 'strict' as const }],
  ])('when the owner changed %s after the renter read it', async (_, change) => {
    const listingId = await things({ deposit: 50_000 })
    await people.fillCart(town.services, town.cast.ramon, [listingId])
    const checkout = await people.aCheckout(town.services, town.cast.ramon)
    await town.services.db.updateTable('listing').set(change).where('id', '=', listingId).execute()
    await refusedWithNothingWritten(checkout, 'quote-changed')
    await emptyCart(town.cast.ramon)
  })

  it('when the owner edited the terms after the renter read them', async () => {
    const listingId = await things()
    await people.fillCart(town.services, town.cast.ramon, [listingId])
    const checkout = await people.aCheckout(town.services, town.cast.ramon)
    const { photos } = {
      photos: await town.services.db
        .selectFrom('photo')
        .select('id')
        .where('listingId', '=', listingId)
        .execute(),
    }
    const form = people.aForm({
      ownerTerms: 'A deposit of ₱5,000.',
      photoIds: photos.map((photo) => photo.id),
    })
    accepted(await editListing(by(town.services, town.cast.olivia), { listingId, form }))
    await refusedWithNothingWritten(checkout, 'quote-changed')
    accepted(await place(await people.aCheckout(town.services, town.cast.ramon)))
  })

  it('when the price changed, until the renter accepts it', async () => {
    const listingId = await things({ title: 'Projector' })
    await people.fillCart(town.services, town.cast.ramon, [listingId])
    const checkout = await people.aCheckout(town.services, town.cast.ramon)
    await town.services.db
      .updateTable('listing')
      .set({ pricePerDayCentavos: 99_900 })
      .where('id', '=', listingId)
      .execute()
    const { message } = await refusedWithNothingWritten(checkout, 'line')
    expect(message).toBe('Projector: The price of this item has changed.')
    await emptyCart(town.cast.ramon)
  })

  it('when the cart is empty', async () => {
    await refusedWithNothingWritten(
      { idempotencyKey: randomUUID(), paymentMethod: 'cash_on_delivery', quoteSeen: 'a'.repeat(64) },
      'cart-empty',
    )
  })

  it('when the fingerprint is made up', async () => {
    await people.fillCart(town.services, town.cast.ramon, [await things()])
    const checkout = await people.aCheckout(town.services, town.cast.ramon)
    await refusedWithNothingWritten({ ...checkout, quoteSeen: '0'.repeat(64) }, 'quote-changed')
    await emptyCart(town.cast.ramon)
  })

  it('when someone else took the dates meanwhile', async () => {
    const listingId = await things({ title: 'Karaoke', bookableWhileRented: true })
    await people.fillCart(town.services, town.cast.ramon, [listingId])
    const checkout = await people.aCheckout(town.services, town.cast.ramon)
    await people.rent(town.services, town.cast.katrina, [listingId])
    const { message } = await refusedWithNothingWritten(checkout, 'line')
    expect(message).toBe('Karaoke: These dates are already taken. Please choose another start date.')
    await emptyCart(town.cast.ramon)
  })

  it.each([
    ['rented out', { status: 'unavailable' as const }, 'This item is rented out at the moment.'],
    ['rejected', { status: 'rejected' as const }, 'This item is no longer listed.'],
    ['waiting for review', { status: 'available' as const }, 'This item is no longer listed.'],
    ['deleted', { archivedAt: NOW }, 'This item is no longer listed.'],
  ])('when the listing is %s by then', async (_, change, words) => {
    const listingId = await things({ title: 'Mixer' })
    await people.fillCart(town.services, town.cast.ramon, [listingId])
    const checkout = await people.aCheckout(town.services, town.cast.ramon)
    await town.services.db.updateTable('listing').set(change).where('id', '=', listingId).execute()
    expect((await refusedWithNothingWritten(checkout, 'line')).message).toBe(`Mixer: ${words}`)
    await emptyCart(town.cast.ramon)
  })

  it('when its start date has passed since it was put in the cart', async () => {
    await people.fillCart(town.services, town.cast.ramon, [await things({ title: 'Late' })], {
      startDate: TODAY,
    })
    const checkout = await people.aCheckout(town.services, town.cast.ramon)
    town.services.clock.set('2026-11-21T16:00:00Z')
    const { message } = await refusedWithNothingWritten(checkout, 'line')
    town.services.clock.set(NOW)
    expect(message).toBe('Late: The start date cannot be earlier than today.')
    await emptyCart(town.cast.ramon)
  })

  it('when it is to be paid online, and costs less than the provider takes', async () => {
    await people.fillCart(town.services, town.cast.ramon, [await things({ pricePerDay: 1_000 })])
    const checkout = await people.aCheckout(town.services, town.cast.ramon)
    await refusedWithNothingWritten({ ...checkout, paymentMethod: 'online' }, 'online-minimum')
  })

  it('when one of three things can’t be rented: the other two are not rented either', async () => {
    const ids = [await things({ title: 'A' }), await things({ title: 'B' }), await things({ title: 'C' })]
    await people.fillCart(town.services, town.cast.ramon, ids)
    const checkout = await people.aCheckout(town.services, town.cast.ramon)
    await town.services.db
      .updateTable('listing')
      .set({ status: 'unavailable' })
      .where('id', '=', ids[1]!)
      .execute()
    await refusedWithNothingWritten(checkout, 'line')
    const rest = await town.services.db
      .selectFrom('listing')
      .select('status')
      .where('id', 'in', [ids[0]!, ids[2]!])
      .execute()
    expect(rest.map((row) => row.status)).toEqual(['approved', 'approved'])
    await emptyCart(town.cast.ramon)
  })
})

describe('Cash on Delivery', () => {
  it('is refused from the 21st unanswered rental with one owner on; an answer makes room', async () => {
    const everything = { owner: town.cast.diego, admin: town.cast.amihan }
    const gown = await people.listApproved(town.services, everything, { bookableWhileRented: true })
    const crowd = await people.listApproved(town.services, everything)
    await town.services.db
      .updateTable('rental')
      .set({ status: 'Rejected' })
      .where('status', '=', 'Pending')
      .execute()
    const already = await town.services.db
      .selectFrom('rental')
      .select('id')
      .where('ownerId', '=', town.cast.diego.id)
      .where('status', '=', 'Pending')
      .execute()
    const placed: string[] = []
    for (let day = 10; placed.length + already.length < 20; day++)
      placed.push(
        (await people.rent(town.services, town.cast.ramon, [gown], { startDate: addDays(TODAY, day) }))
          .rentalId,
      )
    await people.fillCart(town.services, town.cast.ramon, [crowd])
    const checkout = await people.aCheckout(town.services, town.cast.ramon)
    const { message } = await refusedWithNothingWritten(checkout, 'cod-limit')
    expect(message).toBe('Diego B. has 20 requests of yours to answer first. Please wait for an answer.')
    accepted(await takeStep(by(town.services, town.cast.diego), { rentalId: placed[0]!, action: 'reject' }))
    accepted(await place(checkout))
  })

  it('is refused from the 21st unanswered rental on, over all owners, and from the 6th while the email is not confirmed', async () => {
    const { db } = town.services
    await db.updateTable('rental').set({ status: 'Rejected' }).where('status', '=', 'Pending').execute()
    const [gown, drill] = [
      await things({ bookableWhileRented: true }),
      await people.listApproved(
        town.services,
        { owner: town.cast.diego, admin: town.cast.amihan },
        { bookableWhileRented: true },
      ),
    ]
    const confirmed = (emailVerified: boolean) =>
      db.updateTable('account').set({ emailVerified }).where('id', '=', town.cast.ramon.id).execute()
    const order = async (listingId: string, day: number) => {
      await emptyCart(town.cast.ramon)
      await people.fillCart(town.services, town.cast.ramon, [listingId], { startDate: addDays(TODAY, day) })
      return place(await people.aCheckout(town.services, town.cast.ramon))
    }
    await confirmed(false)
    for (let day = 40; day < 45; day++) accepted(await order(day % 2 ? gown : drill, day))
    expect(await order(gown, 45)).toMatchObject({ reason: 'cod-limit' })
    await confirmed(true)
    for (let day = 45; day < 60; day++) accepted(await order(day % 2 ? gown : drill, day))
    expect(await order(gown, 61)).toEqual({
      ok: false,
      reason: 'cod-limit',
      message:
        'You can have at most 20 Cash on Delivery requests waiting. Please wait for an answer or cancel one.',
    })
    await emptyCart(town.cast.ramon)
    await db.updateTable('rental').set({ status: 'Rejected' }).where('status', '=', 'Pending').execute()
  })

  it('counts for one owner and one renter only', async () => {
    await people.rent(town.services, town.cast.ramon, [await things()])
    const other = await people.listApproved(town.services, {
      owner: town.cast.diego,
      admin: town.cast.amihan,
    })
    await people.rent(town.services, town.cast.katrina, [other])
  })
})

it('the limit of checkouts counts each attempt, also a refused one', async () => {
  const strict = await testServices(town.services.connection, {
    limits: { checkouts: { points: 2, seconds: 3600 } },
  })
  const [first, second] = [await things(), await things()]
  const { fingerprint } = await people.seenQuote(strict, town.cast.katrina)
  const empty = {
    idempotencyKey: randomUUID(),
    paymentMethod: 'cash_on_delivery' as const,
    quoteSeen: fingerprint,
  }
  const katrina = () => placeOrder(by(strict, town.cast.katrina), people.renter(town.cast.katrina), empty)
  expect(await katrina()).toMatchObject({ reason: 'cart-empty' })
  await people.rent(strict, town.cast.katrina, [first])
  await people.fillCart(strict, town.cast.katrina, [second])
  expect(await katrina()).toMatchObject({ reason: 'limit', retryAfterSeconds: expect.any(Number) })
  await strict.close()
})
