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
import { takePartyAction } from '../rental/take-action.ts'
import { placeOrder } from './place-order.ts'
import { sha256 } from './quote.ts'

// As with the embedded database: an order that used the pool inside its transaction would wait for itself.
const fixture = withServices(['ramon', 'katrina', 'olivia', 'diego', 'amihan'], { database: { poolSize: 1 } })

const things = (changes = {}) =>
  people.listApproved(fixture.services, { owner: fixture.cast.olivia, admin: fixture.cast.amihan }, changes)
const place = (checkout: Parameters<typeof placeOrder>[2], who = fixture.cast.ramon) =>
  placeOrder(by(fixture.services, who), people.renter(who), checkout)
const countOf = async (table: string) => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(
    fixture.services.db,
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
  fixture.services.db.deleteFrom('cartLine').where('renterId', '=', who.id).execute()

async function refusedWithNothingWritten(checkout: Parameters<typeof placeOrder>[2], reason: string) {
  const before = await written()
  const verdict = await place(checkout)
  expect(verdict).toMatchObject({ ok: false, reason })
  expect(await written()).toEqual(before)
  return verdict as Extract<typeof verdict, { ok: false }>
}

describe('an order', () => {
  // Spec: S3.10, S3.11, S4.3, S4.9, S4.13, S4.21, S7.18, D22, D24
  it('is written whole: rentals that hold their dates, money, the agreement, events and mails', async () => {
    const tent = await things({ title: 'Tent', pricePerDay: 33_333, ownerTerms: 'No smoking inside.' })
    const drill = await people.listApproved(
      fixture.services,
      { owner: fixture.cast.diego, admin: fixture.cast.amihan },
      { title: 'Drill', pricePerDay: 1 },
    )
    const lamp = await things({ title: 'Lamp', pricePerDay: 1_01 })
    const effects = await countOf('effect')
    await people.fillCart(fixture.services, fixture.cast.ramon, [tent], {
      durationDays: 3,
      deliveryOption: 'delivery',
    })
    await people.fillCart(fixture.services, fixture.cast.ramon, [drill, lamp])
    const quote = await people.seenQuote(fixture.services, fixture.cast.ramon)
    const { orderNumber } = accepted(
      await place(await people.aCheckout(fixture.services, fixture.cast.ramon)),
    )

    expect(orderNumber).toBe(`cod-${NOW.getTime()}`)
    const order = await fixture.services.db
      .selectFrom('order')
      .selectAll()
      .where('number', '=', orderNumber)
      .executeTakeFirstOrThrow()
    expect(order).toMatchObject({
      status: 'confirmed',
      renterId: fixture.cast.ramon.id,
      paymentMethod: 'cash_on_delivery',
    })
    expect(order.agreementText).toBe(quote.agreementText)
    expect(order.agreementText).toContain('between Ramon Dela Cruz')
    expect(order.agreementText).toContain("Owner's terms: No smoking inside.")
    expect(order.agreementSha256).toBe(sha256(order.agreementText))
    expect(order.agreementAcceptedAt).toEqual(NOW)

    const rentals = await fixture.services.db
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
    const lines = await fixture.services.db
      .selectFrom('moneyLine')
      .selectAll()
      .where('orderId', '=', order.id)
      .execute()
    const sum = (kind: string) =>
      lines.filter((line) => line.kind === kind).reduce((n, line) => n + line.centavos, 0)
    expect([sum('rent'), sum('delivery'), sum('service_fee')]).toEqual([100_101, 1_500, 5_005])
    expect(lines).toHaveLength(9)

    const listings = await fixture.services.db
      .selectFrom('listing')
      .select(['status', 'rentalCount'])
      .where('id', 'in', [tent, drill, lamp])
      .execute()
    expect(listings).toEqual(Array(3).fill({ status: 'unavailable', rentalCount: 1 }))
    expect(
      await fixture.services.db
        .selectFrom('cartLine')
        .selectAll()
        .where('renterId', '=', fixture.cast.ramon.id)
        .execute(),
    ).toEqual([])
    expect((await countOf('effect')) - effects).toBe(6)
    const events = await fixture.services.db
      .selectFrom('event')
      .select(['subject', 'action', 'actorId'])
      .where('actorId', '=', fixture.cast.ramon.id)
      .execute()
    expect(events.map(({ subject, action }) => `${subject} ${action}`)).toEqual([
      'order place',
      'rental request',
      'rental request',
      'rental request',
    ])
  })

  // Spec: D10
  it('leaves a listing approved that accepts bookings for other dates, which are then open to others', async () => {
    const gown = await things({ title: 'Gown', bookableWhileRented: true })
    await people.rent(fixture.services, fixture.cast.ramon, [gown])
    const { status } = await fixture.services.db
      .selectFrom('listing')
      .select('status')
      .where('id', '=', gown)
      .executeTakeFirstOrThrow()
    expect(status).toBe('approved')
    expect(
      await addToCart(by(fixture.services, fixture.cast.katrina), people.rentalRequest(gown)),
    ).toMatchObject({
      ok: false,
      reason: 'dates-taken',
    })
    await people.rent(fixture.services, fixture.cast.katrina, [gown], { startDate: addDays(TODAY, 2) })
  })

  // Spec: D25
  it('has a number of its own when two fall in the same millisecond', async () => {
    const [one, other] = [await things({ title: 'One' }), await things({ title: 'Other' })]
    fixture.services.clock.set(new Date(NOW.getTime() + 5_000))
    const numbers = [
      (await people.rent(fixture.services, fixture.cast.ramon, [one])).orderNumber,
      (await people.rent(fixture.services, fixture.cast.katrina, [other])).orderNumber,
    ]
    fixture.services.clock.set(NOW)
    expect(numbers).toEqual([`cod-${NOW.getTime() + 5_000}`, `cod-${NOW.getTime() + 5_001}`])
  })

  // Spec: D20
  it('is placed once for one key: a second submit, also with an empty cart or the other method, gives the first one', async () => {
    await people.fillCart(fixture.services, fixture.cast.ramon, [await things({ title: 'Twice' })])
    const checkout = await people.aCheckout(fixture.services, fixture.cast.ramon)
    const first = accepted(await place(checkout))
    const orders = await countOf('order')
    expect(await place(checkout)).toEqual(first)
    expect(await place({ ...checkout, quoteSeen: 'f'.repeat(64) })).toEqual(first)
    expect(await place({ ...checkout, paymentMethod: 'online' })).toEqual(first)
    expect(await countOf('order')).toBe(orders)
  })

  it('of another renter with the same key is their own order', async () => {
    const [mine, theirs] = [await things({ title: 'Mine' }), await things({ title: 'Theirs' })]
    await people.fillCart(fixture.services, fixture.cast.ramon, [mine])
    await people.fillCart(fixture.services, fixture.cast.katrina, [theirs])
    const checkout = await people.aCheckout(fixture.services, fixture.cast.ramon)
    const first = accepted(await place(checkout))
    const { fingerprint } = await people.seenQuote(fixture.services, fixture.cast.katrina)
    const second = accepted(await place({ ...checkout, quoteSeen: fingerprint }, fixture.cast.katrina))
    expect(second.orderNumber).not.toBe(first.orderNumber)
  })
})

describe('the fingerprint of a quote', () => {
  it.each([
    [
      'the price',
      async (id: string) =>
        void (await fixture.services.db
          .updateTable('listing')
          .set({ pricePerDayCentavos: 45_001 })
          .where('id', '=', id)
          .execute()),
    ],
    [
      'the deposit',
      async (id: string) =>
        void (await fixture.services.db
          .updateTable('listing')
          .set({ depositCentavos: 50_001 })
          .where('id', '=', id)
          .execute()),
    ],
    [
      'the cancellation policy',
      async (id: string) =>
        void (await fixture.services.db
          .updateTable('listing')
          .set({ cancellationPolicy: 'strict' })
          .where('id', '=', id)
          .execute()),
    ],
    [
      'the owner’s terms',
      async (id: string) =>
        void (await fixture.services.db
          .updateTable('listing')
          .set({ ownerTerms: 'Wipe it dry.' })
          .where('id', '=', id)
          .execute()),
    ],
    [
      'the title',
      async (id: string) =>
        void (await fixture.services.db
          .updateTable('listing')
          .set({ title: '5-person tent' })
          .where('id', '=', id)
          .execute()),
    ],
    [
      'the template',
      async () =>
        void (await fixture.services.db
          .insertInto('agreementTemplate')
          .values({ body: `New words ${randomUUID()} {{items}}` })
          .execute()),
    ],
    [
      'the delivery',
      async (id: string) =>
        void (await fixture.services.db
          .updateTable('cartLine')
          .set({ deliveryOption: 'delivery' })
          .where('listingId', '=', id)
          .execute()),
    ],
    [
      'the start date',
      async (id: string) =>
        void (await fixture.services.db
          .updateTable('cartLine')
          .set({ startDate: addDays(TODAY, 9) })
          .where('listingId', '=', id)
          .execute()),
    ],
    [
      'the duration',
      async (id: string) =>
        void (await fixture.services.db
          .updateTable('cartLine')
          .set({ durationDays: 7 })
          .where('listingId', '=', id)
          .execute()),
    ],
  ])('changes with %s', async (_, change) => {
    const listingId = await things()
    await people.fillCart(fixture.services, fixture.cast.ramon, [listingId])
    const before = await people.seenQuote(fixture.services, fixture.cast.ramon)
    expect((await people.seenQuote(fixture.services, fixture.cast.ramon)).fingerprint).toBe(
      before.fingerprint,
    )
    await change(listingId)
    expect((await people.seenQuote(fixture.services, fixture.cast.ramon)).fingerprint).not.toBe(
      before.fingerprint,
    )
    await emptyCart(fixture.cast.ramon)
  })
})

describe('an order keeps', () => {
  it('the policy and the deposit of its day, whatever the owner asks afterwards', async () => {
    const gown = await things({ pricePerDay: 100_000, cancellationPolicy: 'strict', deposit: 500_000 })
    const { orderId } = await people.rent(fixture.services, fixture.cast.ramon, [gown])
    const photoIds = (
      await fixture.services.db.selectFrom('photo').select('id').where('listingId', '=', gown).execute()
    ).map(({ id }) => id)
    const form = people.aForm({ cancellationPolicy: 'flexible', deposit: 0, photoIds })
    accepted(await editListing(by(fixture.services, fixture.cast.olivia), { listingId: gown, form }))
    const rental = fixture.services.db.selectFrom('rental').select('cancellationPolicy')
    expect(await rental.where('orderId', '=', orderId).execute()).toEqual([{ cancellationPolicy: 'strict' }])
    const lines = fixture.services.db.selectFrom('moneyLine').select(['kind', 'centavos']).orderBy('id')
    expect(await lines.where('orderId', '=', orderId).execute()).toEqual([
      { kind: 'rent', centavos: 100_000 },
      { kind: 'delivery', centavos: 0 },
      { kind: 'service_fee', centavos: 5_000 },
      { kind: 'deposit', centavos: 500_000 },
    ])
    const { agreementText } = await fixture.services.db
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
    await people.fillCart(fixture.services, fixture.cast.ramon, [listingId])
    const checkout = await people.aCheckout(fixture.services, fixture.cast.ramon)
    await fixture.services.db.updateTable('listing').set(change).where('id', '=', listingId).execute()
    await refusedWithNothingWritten(checkout, 'line')
    await emptyCart(fixture.cast.ramon)
  })

  it('when the owner edited the terms after the renter read them', async () => {
    const listingId = await things()
    await people.fillCart(fixture.services, fixture.cast.ramon, [listingId])
    const checkout = await people.aCheckout(fixture.services, fixture.cast.ramon)
    const { photos } = {
      photos: await fixture.services.db
        .selectFrom('photo')
        .select('id')
        .where('listingId', '=', listingId)
        .execute(),
    }
    const form = people.aForm({
      ownerTerms: 'A deposit of ₱5,000.',
      photoIds: photos.map((photo) => photo.id),
    })
    accepted(await editListing(by(fixture.services, fixture.cast.olivia), { listingId, form }))
    await refusedWithNothingWritten(checkout, 'quote-changed')
    accepted(await place(await people.aCheckout(fixture.services, fixture.cast.ramon)))
  })

  it('when the price changed, until the renter accepts it', async () => {
    const listingId = await things({ title: 'Projector' })
    await people.fillCart(fixture.services, fixture.cast.ramon, [listingId])
    const checkout = await people.aCheckout(fixture.services, fixture.cast.ramon)
    await fixture.services.db
      .updateTable('listing')
      .set({ pricePerDayCentavos: 99_900 })
      .where('id', '=', listingId)
      .execute()
    const { message } = await refusedWithNothingWritten(checkout, 'line')
    expect(message).toBe('Projector: The price of this item has changed.')
    await emptyCart(fixture.cast.ramon)
  })

  it('when the cart is empty', async () => {
    await refusedWithNothingWritten(
      { idempotencyKey: randomUUID(), paymentMethod: 'cash_on_delivery', quoteSeen: 'a'.repeat(64) },
      'cart-empty',
    )
  })

  it('when the fingerprint is made up', async () => {
    await people.fillCart(fixture.services, fixture.cast.ramon, [await things()])
    const checkout = await people.aCheckout(fixture.services, fixture.cast.ramon)
    await refusedWithNothingWritten({ ...checkout, quoteSeen: '0'.repeat(64) }, 'quote-changed')
    await emptyCart(fixture.cast.ramon)
  })

  it('when someone else took the dates meanwhile', async () => {
    const listingId = await things({ title: 'Karaoke', bookableWhileRented: true })
    await people.fillCart(fixture.services, fixture.cast.ramon, [listingId])
    const checkout = await people.aCheckout(fixture.services, fixture.cast.ramon)
    await people.rent(fixture.services, fixture.cast.katrina, [listingId])
    const { message } = await refusedWithNothingWritten(checkout, 'line')
    expect(message).toBe('Karaoke: These dates are already taken. Please choose another start date.')
    await emptyCart(fixture.cast.ramon)
  })

  it.each([
    ['rented out', { status: 'unavailable' as const }, 'This item is rented out at the moment.'],
    ['rejected', { status: 'rejected' as const }, 'This item is no longer listed.'],
    ['waiting for review', { status: 'available' as const }, 'This item is no longer listed.'],
    ['deleted', { archivedAt: NOW }, 'This item is no longer listed.'],
  ])('when the listing is %s by then', async (_, change, words) => {
    const listingId = await things({ title: 'Mixer' })
    await people.fillCart(fixture.services, fixture.cast.ramon, [listingId])
    const checkout = await people.aCheckout(fixture.services, fixture.cast.ramon)
    await fixture.services.db.updateTable('listing').set(change).where('id', '=', listingId).execute()
    expect((await refusedWithNothingWritten(checkout, 'line')).message).toBe(`Mixer: ${words}`)
    await emptyCart(fixture.cast.ramon)
  })

  it('when its start date has passed since it was put in the cart', async () => {
    await people.fillCart(fixture.services, fixture.cast.ramon, [await things({ title: 'Late' })], {
      startDate: TODAY,
    })
    const checkout = await people.aCheckout(fixture.services, fixture.cast.ramon)
    fixture.services.clock.set('2026-11-21T16:00:00Z')
    const { message } = await refusedWithNothingWritten(checkout, 'line')
    fixture.services.clock.set(NOW)
    expect(message).toBe('Late: The start date cannot be earlier than today.')
    await emptyCart(fixture.cast.ramon)
  })

  it('when it costs more than one order can', async () => {
    const { services, cast } = fixture
    const dear = [await things({ pricePerDay: 100_000_000 }), await things({ pricePerDay: 100_000_000 })]
    await people.fillCart(services, cast.ramon, dear, { durationDays: 7 })
    const { message } = await refusedWithNothingWritten(
      await people.aCheckout(services, cast.ramon),
      'amount',
    )
    expect(message).toBe('One order can be at most ₱9,999,999.99. Please split it.')
    await emptyCart(cast.ramon)
  })

  it('when it is to be paid online, and costs less than the provider takes', async () => {
    await people.fillCart(fixture.services, fixture.cast.ramon, [await things({ pricePerDay: 1_000 })])
    const checkout = await people.aCheckout(fixture.services, fixture.cast.ramon)
    await refusedWithNothingWritten({ ...checkout, paymentMethod: 'online' }, 'online-minimum')
  })

  it('when one of three things can’t be rented: the other two are not rented either', async () => {
    const ids = [await things({ title: 'A' }), await things({ title: 'B' }), await things({ title: 'C' })]
    await people.fillCart(fixture.services, fixture.cast.ramon, ids)
    const checkout = await people.aCheckout(fixture.services, fixture.cast.ramon)
    await fixture.services.db
      .updateTable('listing')
      .set({ status: 'unavailable' })
      .where('id', '=', ids[1]!)
      .execute()
    await refusedWithNothingWritten(checkout, 'line')
    const rest = await fixture.services.db
      .selectFrom('listing')
      .select('status')
      .where('id', 'in', [ids[0]!, ids[2]!])
      .execute()
    expect(rest.map((row) => row.status)).toEqual(['approved', 'approved'])
    await emptyCart(fixture.cast.ramon)
  })
})

describe('Cash on Delivery', () => {
  // Spec: D39
  it('is refused from the 21st unanswered rental with one owner on; an answer makes room', async () => {
    const everything = { owner: fixture.cast.diego, admin: fixture.cast.amihan }
    const gown = await people.listApproved(fixture.services, everything, { bookableWhileRented: true })
    const renters = await people.listApproved(fixture.services, everything)
    await fixture.services.db
      .updateTable('rental')
      .set({ status: 'Rejected' })
      .where('status', '=', 'Pending')
      .execute()
    const already = await fixture.services.db
      .selectFrom('rental')
      .select('id')
      .where('ownerId', '=', fixture.cast.diego.id)
      .where('status', '=', 'Pending')
      .execute()
    const placed: string[] = []
    for (let day = 10; placed.length + already.length < 20; day++)
      placed.push(
        (await people.rent(fixture.services, fixture.cast.ramon, [gown], { startDate: addDays(TODAY, day) }))
          .rentalId,
      )
    await people.fillCart(fixture.services, fixture.cast.ramon, [renters])
    const checkout = await people.aCheckout(fixture.services, fixture.cast.ramon)
    const { message } = await refusedWithNothingWritten(checkout, 'cod-limit')
    expect(message).toBe('Diego B. has 20 requests of yours to answer first. Please wait for an answer.')
    accepted(
      await takePartyAction(by(fixture.services, fixture.cast.diego), {
        rentalId: placed[0]!,
        action: 'reject',
      }),
    )
    accepted(await place(checkout))
  })

  // Spec: D42
  it('is refused from the 21st unanswered rental on, over all owners, and from the 6th while the email is not confirmed', async () => {
    const { db } = fixture.services
    await db.updateTable('rental').set({ status: 'Rejected' }).where('status', '=', 'Pending').execute()
    const [gown, drill] = [
      await things({ bookableWhileRented: true }),
      await people.listApproved(
        fixture.services,
        { owner: fixture.cast.diego, admin: fixture.cast.amihan },
        { bookableWhileRented: true },
      ),
    ]
    const confirmed = (emailVerified: boolean) =>
      db.updateTable('account').set({ emailVerified }).where('id', '=', fixture.cast.ramon.id).execute()
    const order = async (listingId: string, day: number) => {
      await emptyCart(fixture.cast.ramon)
      await people.fillCart(fixture.services, fixture.cast.ramon, [listingId], {
        startDate: addDays(TODAY, day),
      })
      return place(await people.aCheckout(fixture.services, fixture.cast.ramon))
    }
    const { settings } = fixture.services
    await confirmed(false)
    settings.limitCashUnconfirmed = 0
    expect(await order(gown, 40)).toMatchObject({ message: expect.stringContaining('at most 0 Cash on') })
    settings.limitCashUnconfirmed = 5
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
    await emptyCart(fixture.cast.ramon)
    await db.updateTable('rental').set({ status: 'Rejected' }).where('status', '=', 'Pending').execute()
  })

  it('counts for one owner and one renter only', async () => {
    await people.rent(fixture.services, fixture.cast.ramon, [await things()])
    const other = await people.listApproved(fixture.services, {
      owner: fixture.cast.diego,
      admin: fixture.cast.amihan,
    })
    await people.rent(fixture.services, fixture.cast.katrina, [other])
  })
})

it('the limit of checkouts counts each attempt, also a refused one', async () => {
  const strict = await testServices(fixture.services.connection, {
    limits: { checkouts: { points: 2, seconds: 3600 } },
  })
  const [first, second] = [await things(), await things()]
  const { fingerprint } = await people.seenQuote(strict, fixture.cast.katrina)
  const empty = {
    idempotencyKey: randomUUID(),
    paymentMethod: 'cash_on_delivery' as const,
    quoteSeen: fingerprint,
  }
  const katrina = () =>
    placeOrder(by(strict, fixture.cast.katrina), people.renter(fixture.cast.katrina), empty)
  expect(await katrina()).toMatchObject({ reason: 'cart-empty' })
  await people.rent(strict, fixture.cast.katrina, [first])
  await people.fillCart(strict, fixture.cast.katrina, [second])
  expect(await katrina()).toMatchObject({ reason: 'limit', retryAfterSeconds: expect.any(Number) })
  await strict.close()
})

it('an order of someone whose account was deleted after the page was opened is refused', async () => {
  const { ramon } = fixture.cast
  const mark = (deletedAt: Date | null) =>
    fixture.services.db.updateTable('account').set({ deletedAt }).where('id', '=', ramon.id).execute()
  await people.fillCart(fixture.services, ramon, [await things()])
  const checkout = await people.aCheckout(fixture.services, ramon)
  await mark(NOW)
  await refusedWithNothingWritten(checkout, 'login')
  await mark(null)
  await emptyCart(ramon)
})
