import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { addDays } from '#domain/period.ts'
import { accepted } from '#seeds/act.ts'
import * as people from '#tests/support/people.ts'
import { by, NOW, TODAY } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { acceptTerms } from './accept-terms.ts'
import { addToCart } from './add-to-cart.ts'
import { readFrame } from '../stream/queries.ts'
import { readCart } from './read-cart.ts'
import { removeFromCart } from './remove-from-cart.ts'

const fixture = withServices(['ramon', 'katrina', 'olivia', 'diego', 'amihan'])

const thing = (changes = {}) =>
  people.listApproved(fixture.services, { owner: fixture.cast.olivia, admin: fixture.cast.amihan }, changes)
const add = (listingId: string, wanted: people.Wanted = {}, who: people.Person = fixture.cast.ramon) =>
  addToCart(by(fixture.services, who), people.rentalRequest(listingId, wanted))
const cartOf = (who: people.Person = fixture.cast.ramon) =>
  readCart(by(fixture.services, who), people.renter(who))
const empty = () => fixture.services.db.deleteFrom('cartLine').execute()
const set = (listingId: string, change: Record<string, unknown>) =>
  fixture.services.db.updateTable('listing').set(change).where('id', '=', listingId).execute()

describe('putting a thing in the cart', () => {
  // Spec: S3.19
  it('keeps the choices and the price that was shown', async () => {
    const listingId = await thing({ pricePerDay: 12_345 })
    accepted(await add(listingId, { durationDays: 3, deliveryOption: 'delivery', startDate: TODAY }))
    const cart = await cartOf()
    expect(cart.lines).toMatchObject([
      {
        listingId,
        startDate: TODAY,
        durationDays: 3,
        deliveryOption: 'delivery',
        seenPricePerDayCentavos: 12_345,
        rentCentavos: 37_035,
        ownerName: 'Olivia S.',
        problem: null,
      },
    ])
    expect(cart.totals).toEqual({
      subtotal: 37_035,
      deliveryFee: 1_500,
      serviceFee: 1_852,
      deposit: 0,
      refunded: 0,
      waived: 0,
      owed: 0,
      total: 40_387,
    })
    expect(cart.ready).toBe(true)
    await empty()
  })

  it('from a page with an older price keeps that one to compare with, and is priced by the listing', async () => {
    const listingId = await thing({ pricePerDay: 12_345 })
    await set(listingId, { pricePerDayCentavos: 20_000 })
    const ctx = by(fixture.services, fixture.cast.ramon)
    accepted(await addToCart(ctx, people.rentalRequest(listingId), { seenPriceCentavos: 12_345 }))
    expect(await cartOf()).toMatchObject({
      lines: [
        { seenPricePerDayCentavos: 12_345, rentCentavos: 20_000, problem: { reason: 'terms-changed' } },
      ],
      ready: false,
    })
    await empty()
  })

  // Spec: D5
  it('is for owners too, and the cart is one’s own', async () => {
    const listingId = await thing()
    accepted(await add(listingId, {}, fixture.cast.diego))
    accepted(await add(listingId, {}, fixture.cast.katrina))
    expect((await readFrame(fixture.services.db, fixture.cast.diego.id)).cartLines).toBe(1)
    expect((await readFrame(fixture.services.db, fixture.cast.ramon.id)).cartLines).toBe(0)
    expect((await cartOf()).lines).toEqual([])
    await empty()
  })

  const refusals: [string, () => Promise<Awaited<ReturnType<typeof add>>>, string, string][] = [
    [
      'by a guest',
      async () => addToCart(by(fixture.services), people.rentalRequest(await thing())),
      'login',
      'Please login to rent an item.',
    ],
    [
      'by an admin',
      async () => add(await thing(), {}, fixture.cast.amihan),
      'role',
      'Admins can’t rent items. Please use a renter account.',
    ],
    [
      'of one’s own',
      async () => add(await thing(), {}, fixture.cast.olivia),
      'own',
      'You cannot rent your own item.',
    ],
    ['that is not there', () => add(randomUUID()), 'not-found', 'Sorry, that could not be found.'],
    [
      'that waits for review',
      async () => add(await people.listThing(fixture.services, fixture.cast.olivia)),
      'gone',
      'This item is no longer listed.',
    ],
    [
      'that was rejected',
      async () => {
        const listingId = await thing()
        await set(listingId, { status: 'rejected' })
        return add(listingId)
      },
      'gone',
      'This item is no longer listed.',
    ],
    [
      'that was deleted',
      async () => {
        const listingId = await thing()
        await set(listingId, { archivedAt: NOW })
        return add(listingId)
      },
      'gone',
      'This item is no longer listed.',
    ],
    [
      'that is rented out',
      async () => {
        const listingId = await thing()
        await people.rent(fixture.services, fixture.cast.katrina, [listingId])
        return add(listingId, { startDate: addDays(TODAY, 30) })
      },
      'rented',
      'This item is rented out at the moment.',
    ],
    [
      'for days that touch a rental of it',
      async () => {
        const listingId = await thing({ bookableWhileRented: true })
        await people.rent(fixture.services, fixture.cast.katrina, [listingId], {
          startDate: addDays(TODAY, 3),
        })
        return add(listingId, { startDate: addDays(TODAY, 1), durationDays: 3 })
      },
      'dates-taken',
      'These dates are already taken. Please choose another start date.',
    ],
    [
      'from yesterday',
      async () => add(await thing(), { startDate: addDays(TODAY, -1) }),
      'start-date',
      'The start date cannot be earlier than today.',
    ],
    [
      'from a day that doesn’t exist',
      async () => add(await thing(), { startDate: '2026-02-30' }),
      'start-date',
      'Please enter a date that exists, such as 2026-12-24.',
    ],
    [
      'from a day more than a year ahead',
      async () => add(await thing(), { startDate: addDays(TODAY, 366) }),
      'start-date',
      'The start date can be until Nov 21, 2027.',
    ],
    [
      'that is in it already',
      async () => {
        const listingId = await thing()
        accepted(await add(listingId))
        return add(listingId, { startDate: addDays(TODAY, 20) })
      },
      'in-cart',
      'This item is already in your cart.',
    ],
  ]
  // Spec: S5.9
  it.each(refusals)('is refused %s', async (_, attempt, reason, message) => {
    await empty()
    expect(await attempt()).toEqual({ ok: false, reason, message })
    await empty()
  })

  it('is possible up to 20 things', async () => {
    const first = await thing()
    accepted(await add(first))
    for (let i = 1; i < 20; i++) accepted(await add(await thing()))
    expect(await add(first)).toMatchObject({ reason: 'in-cart' })
    expect(await add(await thing())).toEqual({
      ok: false,
      reason: 'cart-full',
      message: 'A cart holds at most 20 items.',
    })
    await empty()
  })

  // Spec: D38
  it('today is today in Manila: at 16:00 UTC the next day begins', async () => {
    const listingId = await thing()
    fixture.services.clock.set('2026-11-21T15:59:59Z')
    accepted(await add(listingId, { startDate: TODAY }))
    await empty()
    fixture.services.clock.set('2026-11-21T16:00:00Z')
    expect(await add(listingId, { startDate: TODAY })).toMatchObject({ reason: 'start-date' })
    fixture.services.clock.set(NOW)
  })
})

describe('a line that can’t be rented as it was', () => {
  // Spec: D17
  it('says so, is priced as it is now, and blocks the checkout until it is accepted', async () => {
    const listingId = await thing({ pricePerDay: 10_000 })
    accepted(await add(listingId))
    await set(listingId, { pricePerDayCentavos: 12_000 })
    const cart = await cartOf()
    expect(cart.ready).toBe(false)
    expect(cart.lines[0]).toMatchObject({
      rentCentavos: 12_000,
      problem: { reason: 'terms-changed', message: 'The price of this item has changed.' },
    })
    const accept = (pricePerDayCentavos: number, who = fixture.cast.ramon) =>
      acceptTerms(by(fixture.services, who), people.renter(who), listingId, { pricePerDayCentavos })
    expect(await accept(11_000)).toEqual({
      ok: false,
      reason: 'terms-changed',
      message: 'The price of this item has changed again.',
    })
    expect(await accept(12_000, fixture.cast.katrina)).toMatchObject({ reason: 'not-found' })
    expect((await cartOf()).ready).toBe(false)
    accepted(await accept(12_000))
    expect((await cartOf()).ready).toBe(true)
    await empty()
  })

  // Spec: D17
  it('as its deposit and its policy changed says so, and blocks the checkout until both are accepted', async () => {
    const listingId = await thing({ pricePerDay: 10_000 })
    accepted(await add(listingId))
    await set(listingId, { depositCentavos: 5_000_000, cancellationPolicy: 'strict' })
    const problemOf = async () => (await cartOf()).lines[0]!.problem
    expect(await problemOf()).toEqual({
      ok: false,
      reason: 'terms-changed',
      message: 'The deposit and cancellation policy of this item have changed.',
    })
    expect((await cartOf()).ready).toBe(false)
    const { ramon } = fixture.cast
    const accept = (seen: Omit<Parameters<typeof acceptTerms>[3], 'pricePerDayCentavos'>) =>
      acceptTerms(by(fixture.services, ramon), people.renter(ramon), listingId, {
        pricePerDayCentavos: 10_000,
        ...seen,
      })
    expect(await accept({ depositCentavos: 4_000_000, cancellationPolicy: 'strict' })).toMatchObject({
      message: 'The deposit of this item has changed again.',
    })
    accepted(await accept({ depositCentavos: 5_000_000 }))
    expect((await cartOf()).ready).toBe(true)
    await empty()
  })

  it('of before deposits and policies were noted is compared by its price only', async () => {
    const listingId = await thing()
    accepted(await add(listingId))
    await fixture.services.db
      .updateTable('cartLine')
      .set({ seenDepositCentavos: null, seenPolicy: null })
      .execute()
    await set(listingId, { depositCentavos: 5_000_000, cancellationPolicy: 'strict' })
    expect((await cartOf()).ready).toBe(true)
    await empty()
  })

  it('says that its dates were taken meanwhile', async () => {
    const listingId = await thing({ bookableWhileRented: true })
    accepted(await add(listingId))
    await people.rent(fixture.services, fixture.cast.katrina, [listingId])
    const cart = await cartOf()
    expect(cart.lines[0]!.problem).toMatchObject({ reason: 'dates-taken' })
    expect(cart.ready).toBe(false)
    await empty()
  })

  it('says that its start date has passed', async () => {
    accepted(await add(await thing(), { startDate: TODAY }))
    fixture.services.clock.set('2026-11-22T02:00:00Z')
    expect((await cartOf()).lines[0]!.problem).toMatchObject({ reason: 'start-date' })
    fixture.services.clock.set(NOW)
    await empty()
  })
})

it('removing a line keeps the others and other people’s; a second time succeeds', async () => {
  const [a, b] = [await thing(), await thing()]
  accepted(await add(a))
  accepted(await add(b))
  accepted(await add(a, {}, fixture.cast.katrina))
  const remove = () =>
    removeFromCart(by(fixture.services, fixture.cast.ramon), people.renter(fixture.cast.ramon), a)
  accepted(await remove())
  accepted(await remove())
  expect((await cartOf()).lines.map((line) => line.listingId)).toEqual([b])
  expect((await cartOf(fixture.cast.katrina)).lines.map((line) => line.listingId)).toEqual([a])
  await empty()
})
