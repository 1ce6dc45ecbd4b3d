import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { DeliveryOption } from '#domain/pricing/pricing.ts'
import type { RentalAction } from '#domain/rental/lifecycle.ts'
import { addDays } from '#domain/period.ts'
import { accepted } from '#seeds/act.ts'
import { doEffects } from '#tests/support/do-effects.ts'
import { paying } from '#tests/support/paying.ts'
import * as people from '#tests/support/people.ts'
import { typedPlace } from '#tests/support/places.ts'
import { by, NOW, TODAY } from '#tests/support/services.ts'
import { sweepOld } from '#tests/support/sweep.ts'
import { withServices } from '#tests/support/with-services.ts'
import { personalDataOf } from '#tests/support/personal-data.ts'
import { findRemembered } from '../address/queries.ts'
import { deleteListing } from '../listing/delete-listing.ts'
import { setPickUp } from '../listing/set-pick-up.ts'
import { openOrderPlaces } from '../order/open-order-places.ts'
import { placeOrder } from '../order/place-order.ts'
import { openPayment } from '../payment/open-payment.ts'
import { settleCheckout } from '../payment/settle-checkout.ts'
import { readTimeline } from '../timeline/queries.ts'
import { changeDelivery } from './change-delivery.ts'
import { readWhere } from './read-where.ts'
import { takeAdminAction, takePartyAction } from './take-action.ts'

const fixture = withServices(['ramon', 'katrina', 'olivia', 'diego', 'amihan'])
const as = (who: keyof typeof fixture.cast) => by(fixture.services, fixture.cast[who])
const empty = { street: '', city: '', barangay: '', phone: '', note: '' }
const workshop = { ...typedPlace, street: '3 Mabini Street', barangay: 'Malamig', phone: '0895 123 4567' }

const list = () =>
  people.listApproved(fixture.services, { owner: fixture.cast.olivia, admin: fixture.cast.amihan })

/** Ramon orders with delivery, or without; returns the verdict. */
async function checkOut(
  listingIds: string[],
  deliverTo = typedPlace,
  deliveryOption: DeliveryOption = 'delivery',
  paymentMethod: 'cash_on_delivery' | 'online' = 'cash_on_delivery',
) {
  const { services, cast } = fixture
  await people.fillCart(services, cast.ramon, listingIds, { deliveryOption, startDate: addDays(TODAY, 3) })
  const checkout = { ...(await people.aCheckout(services, cast.ramon)), paymentMethod, deliverTo }
  return placeOrder(as('ramon'), people.renter(cast.ramon), checkout)
}

async function rented(deliverTo = typedPlace, deliveryOption: DeliveryOption = 'delivery') {
  const listingId = await list()
  const { orderNumber } = accepted(await checkOut([listingId], deliverTo, deliveryOption))
  const rental = await fixture.services.db
    .selectFrom('rental')
    .select('id')
    .where('listingId', '=', listingId)
    .executeTakeFirstOrThrow()
  return { listingId, orderNumber, rentalId: rental.id }
}
const owner = async (rentalId: string, ...actions: RentalAction[]) => {
  for (const action of actions) accepted(await takePartyAction(as('olivia'), { rentalId, action }))
}
const where = async (who: keyof typeof fixture.cast, rentalId: string) => {
  const verdict = await readWhere(as(who), rentalId)
  return verdict.ok ? verdict.where : verdict.reason
}
const copies = () =>
  fixture.services.db.selectFrom('place').selectAll().where('rentalId', 'is not', null).execute()

beforeEach(async () => {
  fixture.services.clock.set(NOW)
  await fixture.services.db.deleteFrom('place').execute()
  await fixture.services.db.deleteFrom('cartLine').execute()
})

describe('a checkout with delivery', () => {
  it('copies the address into each delivered rental, and remembers it', async () => {
    const { rentalId } = await rented()
    const [copy, ...others] = await copies()
    expect(others).toEqual([])
    expect(copy).toMatchObject({
      rentalId,
      street: '12 Kalayaan Street',
      barangayCode: '1380500001',
      cityCode: '1380500000',
      city: 'Mandaluyong City, Metro Manila',
      phone: '+639171234567',
    })
    expect(await findRemembered(fixture.services.db, fixture.cast.ramon.id)).toMatchObject({
      street: '12 Kalayaan Street',
    })
  })

  it('is not moved by what is remembered later', async () => {
    const first = await rented()
    await rented({ ...typedPlace, street: '99 Other Street' })
    expect(await where('ramon', first.rentalId)).toMatchObject({ delivery: { street: '12 Kalayaan Street' } })
    const remembered = await findRemembered(fixture.services.db, fixture.cast.ramon.id)
    expect(remembered?.street).toBe('99 Other Street')
  })

  it('remembers the address also when someone else has the days, and only then when it is refused', async () => {
    const { services, cast } = fixture
    const listingId = await list()
    await people.fillCart(services, cast.ramon, [listingId], {
      deliveryOption: 'delivery',
      startDate: addDays(TODAY, 3),
    })
    const checkout = { ...(await people.aCheckout(services, cast.ramon)), deliverTo: typedPlace }
    const place = (more = {}) => placeOrder(as('ramon'), people.renter(cast.ramon), { ...checkout, ...more })
    expect(await place({ quoteSeen: 'f'.repeat(64) })).toMatchObject({ reason: 'quote-changed' })
    expect(await findRemembered(services.db, cast.ramon.id)).toBeNull()
    await people.rent(services, cast.katrina, [listingId], { startDate: addDays(TODAY, 3) })
    expect(await place()).toMatchObject({ reason: 'line' })
    expect(await findRemembered(services.db, cast.ramon.id)).toMatchObject({ street: '12 Kalayaan Street' })
    expect(await copies()).toEqual([])
  })

  it('goes ahead without an address, and forgets none', async () => {
    await rented()
    await rented(empty)
    expect(await copies()).toHaveLength(1)
    expect(await findRemembered(fixture.services.db, fixture.cast.ramon.id)).not.toBeNull()
  })

  it('refuses one that is incomplete beside its fields, and writes nothing', async () => {
    const verdict = await checkOut([await list()], { ...typedPlace, barangay: 'Baclaran', phone: '' })
    expect(verdict).toMatchObject({
      ok: false,
      reason: 'incomplete',
      errors: {
        barangay: 'Mandaluyong City has no barangay of this name.',
        phone: 'Please add a mobile number.',
      },
    })
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from place`.execute(
      fixture.services.db,
    )
    expect(rows[0]!.n).toBe(0)
  })

  it('keeps nothing when nothing is delivered, whatever is sent', async () => {
    await rented({ ...typedPlace, city: 'Atlantis' }, 'pickup')
    await rented(typedPlace, 'pickup')
    expect(await fixture.services.db.selectFrom('place').selectAll().execute()).toEqual([])
  })
})

// Spec: D45
describe('who sees what of a rental', () => {
  const seen = async (rentalId: string) =>
    Promise.all(
      (['ramon', 'olivia', 'katrina', 'diego', 'amihan'] as const).map(async (who) => {
        const it = await where(who, rentalId)
        return typeof it === 'string'
          ? it
          : [it.pickUp && `pick-up ${it.pickUp.street}`, it.delivery && `delivery ${it.delivery.phone}`]
              .filter(Boolean)
              .join(', ')
      }),
    )
  const nobody = ['not-found', 'not-found', 'not-found']
  const [hers, his] = ['pick-up 3 Mabini Street', 'delivery +639171234567']
  const both = [`${hers}, ${his}`, `${hers}, ${his}`, ...nobody]
  const own = [his, hers, ...nobody]

  async function withPlaces() {
    const made = await rented()
    accepted(await setPickUp(as('olivia'), { listingId: made.listingId, typed: workshop, all: false }))
    return made
  }

  it('each side its own while it is asked for; both from the approval until 30 days after the end', async () => {
    const { rentalId } = await withPlaces()
    expect(await seen(rentalId)).toEqual(own)
    for (const action of ['approve', 'activate', 'complete'] as const) {
      if (action === 'activate') fixture.services.clock.set(`${addDays(TODAY, 3)}T09:00:00+08:00`)
      await owner(rentalId, action)
      expect([action, ...(await seen(rentalId))]).toEqual([action, ...both])
    }
    const ended = fixture.services.clock.now()
    fixture.services.clock.set(new Date(ended.getTime() + 30 * 86_400_000 - 1))
    expect(await seen(rentalId)).toEqual(both)
    fixture.services.clock.set(new Date(ended.getTime() + 30 * 86_400_000))
    expect(await seen(rentalId)).toEqual(own)
  })

  it('nothing of the other once it is rejected, or cancelled after its approval; the copy is gone at once', async () => {
    const rejected = await withPlaces()
    await owner(rejected.rentalId, 'reject')
    expect(await seen(rejected.rentalId)).toEqual(['', hers, ...nobody])
    const cancelled = await withPlaces()
    await owner(cancelled.rentalId, 'approve')
    const { rentalId } = cancelled
    accepted(await takePartyAction(as('ramon'), { rentalId, action: 'cancel' }))
    expect(await seen(rentalId)).toEqual(['', hers, ...nobody])
    expect(await copies()).toEqual([])
  })

  it('an admin of money sees both when they ask, and each look is an event', async () => {
    const { rentalId, orderNumber } = await withPlaces()
    const look = async () =>
      accepted(await openOrderPlaces(as('amihan'), people.admin(fixture.cast.amihan), orderNumber)).places
    expect(await look()).toMatchObject([
      { rentalId, pickUp: { street: '3 Mabini Street' }, delivery: { phone: '+639171234567' } },
    ])
    await look()
    const events = await fixture.services.db
      .selectFrom('event')
      .select('actorId')
      .where('action', '=', 'read-places')
      .execute()
    expect(events.map(({ actorId }) => actorId)).toEqual([fixture.cast.amihan.id, fixture.cast.amihan.id])
  })
})

describe('the copy of a rental', () => {
  it('goes 30 days after the end, and what is remembered stays', async () => {
    const { rentalId } = await rented()
    await owner(rentalId, 'approve')
    fixture.services.clock.set(`${addDays(TODAY, 3)}T09:00:00+08:00`)
    await owner(rentalId, 'activate', 'complete')
    const ended = fixture.services.clock.now().getTime()
    const days = (n: number) => new Date(ended + n * 86_400_000)
    expect(await sweepOld(fixture.services, 'deliveryAddresses', days(30))).toBe(0)
    expect(await copies()).toHaveLength(1)
    expect(await sweepOld(fixture.services, 'deliveryAddresses', new Date(days(30).getTime() + 1))).toBe(1)
    expect(await copies()).toEqual([])
    expect(await findRemembered(fixture.services.db, fixture.cast.ramon.id)).not.toBeNull()
  })

  it('stays with a rental that runs for long, and again when its return is undone', async () => {
    const { rentalId } = await rented()
    await owner(rentalId, 'approve')
    fixture.services.clock.set(`${addDays(TODAY, 3)}T09:00:00+08:00`)
    await owner(rentalId, 'activate', 'complete')
    accepted(
      await takeAdminAction(as('amihan'), people.admin(fixture.cast.amihan), {
        rentalId,
        action: 'undo-complete',
      }),
    )
    expect(await sweepOld(fixture.services, 'deliveryAddresses', '2028-01-01T00:00:00Z')).toBe(0)
    expect(await copies()).toMatchObject([{ goesAt: null }])
  })
})

describe('the copy of an order that was not paid in time', () => {
  const { minutes, reset, settle } = paying(fixture)
  beforeEach(reset)

  /** An order with delivery on which a payment has begun, expired. */
  async function expired(deliverTo = typedPlace) {
    const { services, cast } = fixture
    const listingId = await list()
    const { orderNumber } = accepted(await checkOut([listingId], deliverTo, 'delivery', 'online'))
    accepted(await openPayment(as('ramon'), people.renter(cast.ramon), orderNumber))
    const sessionId = services.emulator.list().checkouts.at(-1)!.id
    const begun = services.emulator.begin(sessionId, { channel: 'gcash' })
    minutes(31)
    await settle()
    const rental = await services.db
      .selectFrom('rental')
      .select(['id', 'status'])
      .where('listingId', '=', listingId)
      .executeTakeFirstOrThrow()
    expect(rental.status).toBe('Cancelled')
    await services.db.deleteFrom('cartLine').execute()
    /** The payment arrives. */
    const pay = async () => {
      services.emulator.finish(begun.id, 'paid')
      expect(accepted(await settleCheckout(services, sessionId)).orderStatus).toBe('confirmed')
    }
    return { rentalId: rental.id, pay }
  }

  it('is there again with a late payment, whatever is remembered since', async () => {
    const { rentalId, pay } = await expired()
    await fixture.services.db
      .updateTable('place')
      .set({ street: '99 Other Street' })
      .where('accountId', 'is not', null)
      .execute()
    await pay()
    expect(await copies()).toMatchObject([{ rentalId, street: '12 Kalayaan Street', goesAt: null }])
  })

  it('is none with a late payment when its renter had left the address out', async () => {
    const { rentalId, pay } = await expired(empty)
    await rented()
    await pay()
    expect((await copies()).map((copy) => copy.rentalId)).not.toContain(rentalId)
  })

  it('goes 30 days later', async () => {
    await expired()
    const later = (days: number) => new Date(fixture.services.clock.now().getTime() + days * 86_400_000 + 1)
    expect(await sweepOld(fixture.services, 'deliveryAddresses', later(29))).toBe(0)
    expect(await sweepOld(fixture.services, 'deliveryAddresses', later(30))).toBe(1)
    expect(await copies()).toEqual([])
  })
})

describe('the renter changes where it is delivered', () => {
  const change = (rentalId: string, who: keyof typeof fixture.cast = 'ramon', typed = workshop) =>
    changeDelivery(as(who), { rentalId, typed })

  it('until the hand-over; the timeline says so without the address, and the owner is told once it is approved', async () => {
    const { rentalId } = await rented(empty)
    accepted(await change(rentalId))
    await owner(rentalId, 'approve')
    await doEffects(fixture.services)
    const before = (await fixture.services.mail.list(500)).length
    accepted(await change(rentalId, 'ramon', { ...workshop, street: '4 Mabini Street' }))
    fixture.services.clock.set(new Date(NOW.getTime() + 3_600_000))
    await doEffects(fixture.services)
    const mails = (await fixture.services.mail.list(500)).slice(0, -before || undefined)
    expect(mails.map(({ to }) => to)).toEqual([fixture.cast.olivia.email])
    expect(mails[0]!.subject).toMatch(/changed where .* is delivered$/)
    expect(JSON.stringify(mails)).not.toMatch(/Mabini|Malamig|0895|\+63895/)
    expect(await where('olivia', rentalId)).toMatchObject({ delivery: { street: '4 Mabini Street' } })
    const timeline = await readTimeline(fixture.services.db, rentalId)
    expect(timeline.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['change-delivery', 'approve', 'change-delivery']),
    )
    expect(JSON.stringify(timeline)).not.toMatch(/Mabini|Malamig|0895|\+63895/)
    fixture.services.clock.set(`${addDays(TODAY, 3)}T09:00:00+08:00`)
    await owner(rentalId, 'activate')
    expect(await change(rentalId)).toMatchObject({ ok: false, reason: 'status' })
  })

  it('to the same place again only once: no more entries and mails', async () => {
    const { rentalId } = await rented(empty)
    await owner(rentalId, 'approve')
    const changes = async () => {
      const timeline = await readTimeline(fixture.services.db, rentalId)
      const mails = await fixture.services.db
        .selectFrom('effect')
        .select('id')
        .where(sql<boolean>`payload @> ${JSON.stringify({ rentalId, action: 'change-delivery' })}::jsonb`)
        .execute()
      return [timeline.filter(({ kind }) => kind === 'change-delivery').length, mails.length]
    }
    for (let times = 0; times < 3; times++) accepted(await change(rentalId))
    expect(await changes()).toEqual([1, 1])
    accepted(await change(rentalId, 'ramon', { ...workshop, note: 'The green gate' }))
    expect(await changes()).toEqual([2, 2])
  })

  it('30 times, so that its timeline keeps what the owner wrote', async () => {
    const { rentalId } = await rented(empty)
    for (let i = 0; i < 30; i++) accepted(await change(rentalId, 'ramon', { ...workshop, note: `Gate ${i}` }))
    const next = { ...workshop, note: 'The last gate' }
    expect(await change(rentalId, 'ramon', next)).toMatchObject({ reason: 'limit' })
    accepted(await change(rentalId, 'ramon', { ...workshop, note: 'Gate 29' }))
  })

  it('is refused for anyone else, for one that is picked up, and without an address', async () => {
    const { rentalId } = await rented()
    expect(await change(rentalId, 'olivia')).toMatchObject({ ok: false, reason: 'side' })
    expect(await change(rentalId, 'katrina')).toMatchObject({ ok: false, reason: 'not-found' })
    expect(await change(rentalId, 'ramon', empty)).toMatchObject({ ok: false, reason: 'incomplete' })
    const picked = await rented(empty, 'pickup')
    expect(await change(picked.rentalId)).toMatchObject({ ok: false, reason: 'status' })
  })
})

describe('the owner says where it is picked up', () => {
  const set = (listingId: string, all = false, typed = workshop, who: 'olivia' | 'diego' = 'olivia') =>
    setPickUp(as(who), { listingId, typed, all })
  const kept = async () =>
    (await fixture.services.db.selectFrom('place').select('listingId').orderBy('listingId').execute()).map(
      ({ listingId }) => listingId,
    )

  it('for one listing, or for all of theirs; empty fields remove it', async () => {
    const [one, two] = [await list(), await list()]
    accepted(await set(one))
    expect(await kept()).toEqual([one])
    accepted(await set(two, true))
    expect(await kept()).toEqual(expect.arrayContaining([one, two]))
    accepted(await set(one, false, empty))
    expect(await kept()).not.toContain(one)
    expect(await kept()).toContain(two)
  })

  it('is refused for another’s listing', async () => {
    const listingId = await list()
    expect(await set(listingId, true, workshop, 'diego')).toMatchObject({ ok: false, reason: 'not-owner' })
    expect(await kept()).toEqual([])
  })

  it('goes with the listing, also when it is only archived', async () => {
    const { listingId, rentalId } = await rented(empty, 'pickup')
    accepted(await set(listingId))
    await owner(rentalId, 'reject')
    accepted(await deleteListing(as('olivia'), { listingId }))
    expect(await kept()).toEqual([])
  })
})

it('the download of one’s data has one’s own places, and nobody else’s', async () => {
  const { listingId, rentalId } = await rented()
  accepted(await setPickUp(as('olivia'), { listingId, typed: workshop, all: false }))
  await owner(rentalId, 'approve')
  const of = async (who: 'ramon' | 'olivia') => {
    const personalData = await personalDataOf(as(who))
    return personalData
  }
  const [ramon, olivia] = [await of('ramon'), await of('olivia')]
  expect(ramon.sections.addresses).toMatchObject([
    { what: 'delivery', street: '12 Kalayaan Street' },
    { what: 'delivery of a rental', rentalId },
  ])
  expect(JSON.stringify(ramon)).not.toContain('Mabini')
  expect(olivia.sections.addresses).toMatchObject([{ what: 'pick-up', listingId, street: '3 Mabini Street' }])
  expect(JSON.stringify(olivia)).not.toContain('Kalayaan')
})
