import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { ListingForm } from '#domain/listing/listing-form.ts'
import { addDays, dayInManila } from '#domain/period.ts'
import { lifecycle, rentalActions, type RentalAction } from '#domain/rental/lifecycle.ts'
import { accepted } from '#seeds/act.ts'
import { paying } from '#tests/support/paying.ts'
import * as people from '#tests/support/people.ts'
import { by, NOW } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { addToCart } from '../cart/add-to-cart.ts'
import { placeOrder } from '../order/place-order.ts'
import { openPayment } from '../payment/open-payment.ts'
import { findPayableOrder } from '../order/queries.ts'
import { cancelUnpaidOrder } from '../payment/cancel-unpaid-order.ts'
import { settleCheckout } from '../payment/settle-checkout.ts'
import { sweepPayments } from '../payment/sweep-payments.ts'
import { sweepRentals } from '../rental/sweep-rentals.ts'
import { takeAdminAction, takePartyAction, takeSystemAction } from '../rental/take-action.ts'
import { editListing } from './edit-listing.ts'
import { moderateListing } from './moderate-listing.ts'
import { pauseListing } from './pause-listing.ts'
import { resumeListing } from './resume-listing.ts'

const plenty = { points: 1_000_000, seconds: 60 }
const fixture = withServices(['ramon', 'katrina', 'olivia', 'amihan'], {
  limits: { checkouts: plenty, uploads: plenty, newListings: plenty },
})
const { reset } = paying(fixture)

const pick = fc.nat(30)
const change = fc.oneof(
  {
    arbitrary: fc.record({ do: fc.constant('rent'), pick, online: fc.boolean(), start: fc.nat(6) }),
    weight: 4,
  },
  {
    arbitrary: fc.record({ do: fc.constant('take'), pick, action: fc.constantFrom(...rentalActions) }),
    weight: 8,
  },
  { arbitrary: fc.record({ do: fc.constant('edit'), pick, bookable: fc.boolean() }), weight: 4 },
  { arbitrary: fc.record({ do: fc.constant('review'), pick, accept: fc.boolean() }), weight: 2 },
  fc.record({ do: fc.constantFrom('pause', 'give up', 'pay'), pick }),
  fc.record({ do: fc.constant('wait'), hours: fc.integer({ min: 1, max: 60 }) }),
) as fc.Arbitrary<Change>
type Change =
  | { do: 'rent'; pick: number; online: boolean; start: number }
  | { do: 'take'; pick: number; action: RentalAction }
  | { do: 'edit'; pick: number; bookable: boolean }
  | { do: 'review'; pick: number; accept: boolean }
  | { do: 'pause' | 'give up' | 'pay'; pick: number }
  | { do: 'wait'; hours: number }

const at = <T>(all: readonly T[], n: number): T | undefined => all[n % Math.max(1, all.length)]

/**
 * Two listings of Olivia's, and random changes to them. A change that is refused, or not possible, changes nothing.
 */
async function play(changes: readonly Change[]) {
  const { services, cast } = fixture
  await reset()
  // Rentals of other listings must not count against the limits of the two renters.
  await sql`update rental set status = 'Cancelled' where status in ('Pending', 'Approved', 'Active')`.execute(
    services.db,
  )
  await sql`update "order" set status = 'cancelled' where status = 'awaiting_payment'`.execute(services.db)
  const things: { id: string; form: ListingForm; accepted: boolean }[] = []
  for (const bookableWhileRented of [true, false]) {
    const photoIds = [await people.uploadTiny(services, cast.olivia)]
    const form = people.aForm({ bookableWhileRented, photoIds })
    things.push({ id: await people.listThing(services, cast.olivia, form), form, accepted: true })
    await people.review(services, cast.amihan, things.at(-1)!.id)
  }
  const mine = sql`listing_id in (${sql.join(things.map(({ id }) => id))})`
  const rentals = async () =>
    (
      await sql<{ id: string; renterId: string }>`select id, renter_id from rental where ${mine}
      order by created_at, id`.execute(services.db)
    ).rows
  const orders = async () =>
    (
      await sql<{ number: string; renterId: string }>`select number, renter_id from "order" o
      where payment_method = 'online' and exists (select from rental where order_id = o.id and ${mine})
      order by created_at, id`.execute(services.db)
    ).rows
  const who = (id: string) => [cast.ramon, cast.katrina].find((person) => person.id === id)!

  const acts: { [D in Change['do']]: (change: Extract<Change, { do: D }>) => Promise<unknown> } = {
    async rent({ pick: n, online, start }) {
      const person = at([cast.ramon, cast.katrina], n)!
      const request = people.rentalRequest(at(things, n >> 1)!.id, {
        startDate: addDays(dayInManila(services.clock.now()), start),
      })
      await services.db.deleteFrom('cartLine').execute()
      if (!(await addToCart(by(services, person), request)).ok) return
      const checkout = await people.aCheckout(services, person)
      const paymentMethod = online ? ('online' as const) : ('cash_on_delivery' as const)
      const renting = [by(services, person), people.renter(person)] as const
      const placed = await placeOrder(...renting, { ...checkout, paymentMethod })
      if (online && placed.ok) await openPayment(...renting, placed.orderNumber)
    },
    async take({ pick: n, action }) {
      const rental = at(await rentals(), n)
      if (!rental) return
      const take = { rentalId: rental.id, action }
      const side = lifecycle[action].by
      if (side === 'admin') return takeAdminAction(...people.asAdmin(services, cast.amihan), take)
      // Dates are taken and freed together with their order: 'pay' and 'give up'.
      if (side === 'system')
        return action === 'retake' || action === 'release' ? null : takeSystemAction(services, take)
      return takePartyAction(by(services, side === 'owner' ? cast.olivia : who(rental.renterId)), take)
    },
    async edit({ pick: n, bookable }) {
      const thing = at(things, n)!
      thing.form = { ...thing.form, bookableWhileRented: bookable }
      accepted(await editListing(by(services, cast.olivia), { listingId: thing.id, form: thing.form }))
    },
    async review({ pick: n, accept }) {
      const thing = at(things, n)!
      const decision = accept ? ('approved' as const) : ('rejected' as const)
      const admin = people.asAdmin(services, cast.amihan)
      if ((await moderateListing(...admin, { listingId: thing.id, decision })).ok) thing.accepted = accept
    },
    async pause({ pick: n }) {
      const olivia = by(services, cast.olivia)
      const listing = { listingId: at(things, n)!.id }
      if (!(await pauseListing(olivia, listing)).ok) accepted(await resumeListing(olivia, listing))
    },
    async 'give up'({ pick: n }) {
      const order = at(await orders(), n)
      if (order) await cancelUnpaidOrder(by(services, who(order.renterId)), order.number)
    },
    async pay({ pick: n }) {
      const order = at(await orders(), n)
      const found = order && (await findPayableOrder(services.db, { number: order.number }))
      const id = found?.session?.id
      const checkout = services.emulator.list().checkouts.find((each) => each.id === id)
      // The provider takes no payment in a checkout that the site has closed.
      if (!id || checkout?.status === 'expired') return
      services.emulator.pay(id, { channel: 'gcash' })
      await settleCheckout(services, id)
    },
    async wait({ hours }) {
      services.clock.set(new Date(services.clock.now().getTime() + hours * 3_600_000))
      await sweepPayments(services)
      await sweepRentals(services)
    },
  }

  for (const [i, one] of changes.entries()) {
    await acts[one.do](one as never)
    const { rows } = await sql<{
      id: string
      status: string
      rentalCount: number
      held: number
      counted: number
    }>`
      select l.id, l.status, l.rental_count, count(*) filter (where r.status in ('Pending', 'Approved',
        'Active'))::int as held,
        count(*) filter (where r.status not in ('Rejected', 'Cancelled'))::int as counted
      from listing l left join rental r on r.listing_id = l.id
      where l.id in (${sql.join(things.map(({ id }) => id))}) group by l.id`.execute(services.db)
    for (const { id, status, rentalCount, held, counted } of rows) {
      const thing = things.find((each) => each.id === id)!
      const free = held === 0 || thing.form.bookableWhileRented
      const expected = !thing.accepted ? 'rejected' : free ? 'approved' : 'unavailable'
      expect([i, one, status, rentalCount]).toEqual([i, one, expected, counted])
    }
  }
}

it('a listing is rented out just while a rental holds it that lets nobody else book, whatever is changed and in which order', async () => {
  await fc.assert(fc.asyncProperty(fc.array(change, { minLength: 5, maxLength: 30 }), play), { numRuns: 25 })
  fixture.services.clock.set(NOW)
}, 300_000)

it('a payment tried in a checkout that was closed hours ago changes nothing', async () => {
  await play([
    { do: 'rent', pick: 0, online: true, start: 0 },
    { do: 'wait', hours: 1 },
    { do: 'wait', hours: 2 },
    { do: 'pay', pick: 0 },
  ])
})

it('a tick taken away while it is rented hides it until the rental ends, and one set shows it at once', async () => {
  await play([
    { do: 'rent', pick: 0, online: false, start: 1 },
    { do: 'edit', pick: 0, bookable: false },
    { do: 'edit', pick: 0, bookable: true },
    { do: 'edit', pick: 0, bookable: false },
    { do: 'take', pick: 0, action: 'reject' },
  ])
})
