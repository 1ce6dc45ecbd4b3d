import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { accepted } from '#seeds/act.ts'
import { addDays, periodOf } from '#domain/period.ts'
import { asListingOwner } from '#domain/access.ts'
import * as people from '#tests/support/people.ts'
import { by, NOW, TODAY } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { addToCart } from '../cart/add-to-cart.ts'
import { changeStart } from '../cart/change-start.ts'
import { readCart } from '../cart/read-cart.ts'
import { browseCatalogue } from '../catalogue/browse-catalogue.ts'
import { placeOrder } from '../order/place-order.ts'
import { takePartyAction } from '../rental/take-action.ts'
import { blockDates } from './block-dates.ts'
import { findListing, listHeldDays } from './queries.ts'
import { unblockDates } from './unblock-dates.ts'

const fixture = withServices(['ramon', 'katrina', 'olivia', 'diego', 'amihan'])
const day = (n: number) => addDays(TODAY, n)

const thing = (changes = {}) =>
  people.listApproved(fixture.services, { owner: fixture.cast.olivia, admin: fixture.cast.amihan }, changes)
const block = (listingId: string, from: number, to: number, who?: people.Person) =>
  blockDates(by(fixture.services, who ?? fixture.cast.olivia), {
    listingId,
    firstDay: day(from),
    lastDay: day(to),
  })
const heldOf = async (listingId: string) => {
  const { owner } = accepted(asListingOwner(fixture.cast.olivia, { ownerId: fixture.cast.olivia.id }, 'edit'))
  return listHeldDays(fixture.services.db, owner, listingId, NOW)
}
const takenOf = async (listingId: string) =>
  (await findListing(fixture.services.db, listingId, TODAY))!.takenPeriods

describe('blocking days of a listing', () => {
  it('takes them from everyone who wants to rent, like a rental does', async () => {
    const listingId = await thing()
    accepted(await block(listingId, 3, 5))
    expect(await takenOf(listingId)).toEqual([periodOf(day(3), 3)])
    for (const [startDate, durationDays] of [
      [day(3), 1],
      [day(1), 3],
      [day(5), 7],
    ] as const)
      expect(
        await addToCart(
          by(fixture.services, fixture.cast.ramon),
          people.rentalRequest(listingId, { startDate, durationDays }),
        ),
      ).toMatchObject({ reason: 'dates-taken' })
    await people.fillCart(fixture.services, fixture.cast.ramon, [listingId], { startDate: day(6) })
    await fixture.services.db.deleteFrom('cartLine').execute()
  })

  it('leaves a cart line saying so, keeps it from checkout, and lets it be moved to a free day', async () => {
    const { services, cast } = fixture
    const listingId = await thing()
    await people.fillCart(services, cast.ramon, [listingId], { startDate: day(4) })
    const checkout = await people.aCheckout(services, cast.ramon)
    accepted(await block(listingId, 4, 4))
    const ctx = by(services, cast.ramon)
    const cart = await readCart(ctx, people.renter(cast.ramon))
    expect(cart.lines[0]!.problem).toMatchObject({ reason: 'dates-taken' })
    expect(await placeOrder(ctx, people.renter(cast.ramon), checkout)).toMatchObject({ reason: 'line' })
    const move = (startDate: string) => changeStart(ctx, people.renter(cast.ramon), { listingId, startDate })
    expect(await move(day(4))).toMatchObject({ reason: 'dates-taken' })
    expect(await move(day(-1))).toMatchObject({ reason: 'start-date' })
    expect(await move('nonsense')).toMatchObject({ reason: 'start-date' })
    accepted(await move(day(5)))
    expect((await readCart(ctx, people.renter(cast.ramon))).lines[0]).toMatchObject({
      startDate: day(5),
      problem: null,
    })
    expect(
      await changeStart(by(services, cast.katrina), people.renter(cast.katrina), {
        listingId,
        startDate: day(5),
      }),
    ).toMatchObject({ reason: 'not-found' })
    await services.db.deleteFrom('cartLine').execute()
  })

  it('is refused where a rental holds them, in every state that holds, and possible once it is over', async () => {
    const { services, cast } = fixture
    const listingId = await thing({ bookableWhileRented: true })
    const { rentalId } = await people.rent(services, cast.ramon, [listingId], { startDate: day(0) })
    for (const action of ['approve', 'activate', 'complete'] as const) {
      expect(await block(listingId, 0, 2)).toEqual({
        ok: false,
        reason: 'rented',
        message: 'A rental holds these days: Nov 21, 2026.',
      })
      accepted(await takePartyAction(by(services, cast.olivia), { rentalId, action }))
    }
    accepted(await block(listingId, 0, 2))
  })

  it('joins blocks that share a day, and shows its owner who holds what', async () => {
    const listingId = await thing({ bookableWhileRented: true })
    await people.rent(fixture.services, fixture.cast.ramon, [listingId], { startDate: day(1) })
    accepted(await block(listingId, 3, 5))
    accepted(await block(listingId, 9, 10))
    expect(accepted(await block(listingId, 5, 9)).period).toEqual(periodOf(day(3), 8))
    const held = await heldOf(listingId)
    expect(held.blocks.map(({ period }) => period)).toEqual([periodOf(day(3), 8)])
    expect(held.rentals).toMatchObject([
      { renterName: 'Ramon Dela Cruz', status: 'Pending', period: periodOf(day(1), 1) },
    ])
  })

  it('is refused to anyone but its owner, and when the listing is not there', async () => {
    const listingId = await thing()
    for (const who of [fixture.cast.diego, fixture.cast.ramon, fixture.cast.amihan])
      expect(await block(listingId, 1, 2, who)).toEqual({
        ok: false,
        reason: 'not-owner',
        message: "You don't have permission to block days of this item.",
      })
    expect(
      await blockDates(by(fixture.services), { listingId, firstDay: TODAY, lastDay: TODAY }),
    ).toMatchObject({
      reason: 'not-owner',
    })
    expect(await block(randomUUID(), 1, 2)).toMatchObject({ reason: 'not-found' })
    expect((await heldOf(listingId)).blocks).toEqual([])
  })
})

describe('freeing blocked days', () => {
  it('gives them back, once', async () => {
    const listingId = await thing()
    accepted(await block(listingId, 3, 5))
    const blockId = (await heldOf(listingId)).blocks[0]!.id
    const free = (who: people.Person, ids = { listingId, blockId }) =>
      unblockDates(by(fixture.services, who), ids)
    expect(await free(fixture.cast.diego)).toMatchObject({ reason: 'not-owner' })
    expect(await free(fixture.cast.olivia, { listingId: await thing(), blockId })).toMatchObject({
      reason: 'not-found',
    })
    expect(accepted(await free(fixture.cast.olivia)).period).toEqual(periodOf(day(3), 3))
    expect(await free(fixture.cast.olivia)).toMatchObject({ reason: 'not-found' })
    expect(await takenOf(listingId)).toEqual([])
  })
})

describe('an item that is overdue', () => {
  // Spec: D46
  it('is not free today, wherever free days are asked for, until it is returned', async () => {
    const { services, cast } = fixture
    const listingId = await thing({ bookableWhileRented: true, title: 'Accordion' })
    const { rentalId } = await people.rent(services, cast.ramon, [listingId], { startDate: TODAY })
    for (const action of ['approve', 'activate'] as const)
      accepted(await takePartyAction(by(services, cast.olivia), { rentalId, action }))
    const request = (n: number) => people.rentalRequest(listingId, { startDate: day(n) })
    services.clock.set('2026-11-23T16:30:00Z')
    const free = async (n: number) =>
      (
        await browseCatalogue(services.db, {
          search: 'accordion',
          free: { ...periodOf(day(n), 1), today: day(3) },
        })
      ).listings.length
    const put = async (n: number) => {
      const added = await addToCart(by(services, cast.katrina), request(n))
      await services.db.deleteFrom('cartLine').execute()
      return added
    }
    expect((await findListing(services.db, listingId, day(3)))!.takenPeriods).toEqual([periodOf(TODAY, 4)])
    expect(await put(3)).toMatchObject({ reason: 'dates-taken' })
    expect([await free(3), await free(4)]).toEqual([0, 1])
    const blockToday = { listingId, firstDay: day(3), lastDay: day(3) }
    expect(await blockDates(by(services, cast.olivia), blockToday)).toMatchObject({ reason: 'rented' })
    accepted(await put(4))
    accepted(await takePartyAction(by(services, cast.olivia), { rentalId, action: 'complete' }))
    expect(await free(3)).toBe(1)
    accepted(await put(3))
    services.clock.set(NOW)
  })
})

describe('an item that was handed over the day before its first day', () => {
  // Spec: D46
  it('is not free on that day, wherever free days are asked for', async () => {
    const { services, cast } = fixture
    const listingId = await thing({ bookableWhileRented: true, title: 'Bandurria' })
    await people.fillCart(services, cast.katrina, [listingId], { startDate: TODAY })
    const checkout = await people.aCheckout(services, cast.katrina)
    const { rentalId } = await people.rent(services, cast.ramon, [listingId], { startDate: day(1) })
    for (const action of ['approve', 'activate'] as const)
      accepted(await takePartyAction(by(services, cast.olivia), { rentalId, action }))
    expect((await findListing(services.db, listingId, TODAY))!.takenPeriods).toEqual([periodOf(TODAY, 2)])
    const free = { ...periodOf(TODAY, 1), today: TODAY }
    expect((await browseCatalogue(services.db, { search: 'bandurria', free })).listings).toEqual([])
    expect(await placeOrder(by(services, cast.katrina), people.renter(cast.katrina), checkout)).toMatchObject(
      { reason: 'line' },
    )
    await services.db.deleteFrom('cartLine').execute()
  })
})

describe('a listing that was rented', () => {
  // Spec: D10
  it('without the tick is unavailable; with it stays approved, and its calendar shows the taken days', async () => {
    const { services, cast } = fixture
    const [out, open] = [await thing(), await thing({ bookableWhileRented: true })]
    for (const listingId of [out, open])
      await people.rent(services, cast.ramon, [listingId], { startDate: day(2), durationDays: 3 })
    expect(await findListing(services.db, out, TODAY)).toMatchObject({ status: 'unavailable' })
    expect(await findListing(services.db, open, TODAY)).toMatchObject({
      status: 'approved',
      takenPeriods: [periodOf(day(2), 3)],
    })
    accepted(await addToCart(by(services, cast.katrina), people.rentalRequest(open, { startDate: day(5) })))
    await services.db.deleteFrom('cartLine').execute()
  })
})
