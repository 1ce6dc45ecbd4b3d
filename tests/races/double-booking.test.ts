import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import type { User } from '#domain/actor.ts'
import { addDays } from '#domain/period.ts'
import { accepted } from '#seeds/act.ts'
import { type Checkout, placeOrder } from '#server/order/place-order.ts'
import { takePartyAction } from '#server/rental/take-action.ts'
import * as people from '#tests/support/people.ts'
import { by, TODAY } from '#tests/support/services.ts'
import { waitForBlockedConnections } from '#tests/support/wait-for-blocked-connections.ts'
import { withServices } from '#tests/support/with-services.ts'

const MANY = 200

const fixture = withServices(['olivia', 'amihan'], {
  database: { poolSize: 40, connectionTimeoutMillis: 60_000 },
})
let renters: User[]
beforeAll(async () => {
  renters = await people.openManyAccounts(fixture.services, MANY)
})

const list = (bookableWhileRented: boolean) =>
  people.listApproved(
    fixture.services,
    { owner: fixture.cast.olivia, admin: fixture.cast.amihan },
    { title: 'Tent', bookableWhileRented },
  )

/**
 * Everyone has the listing in their cart for the days of `startOf`, has read the page, and submits at the same time.
 */
async function everyoneChecksOut(listingId: string, startOf: (i: number) => number) {
  const checkouts: Checkout[] = []
  for (const [i, person] of renters.entries()) {
    await people.fillCart(fixture.services, person, [listingId], {
      startDate: addDays(TODAY, startOf(i)),
      durationDays: 3,
    })
    checkouts.push(await people.aCheckout(fixture.services, person))
  }
  const verdicts = await Promise.all(
    renters.map((person, i) =>
      placeOrder(by(fixture.services, person), people.renter(person), checkouts[i]!),
    ),
  )
  await fixture.services.db.deleteFrom('cartLine').execute()
  return {
    accepted: verdicts.filter((verdict) => verdict.ok),
    refused: verdicts.filter((verdict) => !verdict.ok).map(({ reason, message }) => ({ reason, message })),
  }
}

const rentalsOf = (listingId: string) =>
  fixture.services.db
    .selectFrom('rental')
    .select(['id', 'period', 'status'])
    .where('listingId', '=', listingId)
    .execute()

async function everyOrderIsWhole() {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from "order" o
    where (select count(*) from rental r where r.order_id = o.id) <> 1
      or (select count(*) from money_line m where m.order_id = o.id) <> 3`.execute(fixture.services.db)
  expect(rows[0]!.n).toBe(0)
}

describe(`${MANY} renters check out the same days of one listing at once`, () => {
  it('one gets it and the others are told that it is rented out', async () => {
    const listingId = await list(false)
    const { accepted: placed, refused } = await everyoneChecksOut(listingId, () => 1)
    expect(placed).toHaveLength(1)
    expect(refused).toEqual(
      Array(MANY - 1).fill({ reason: 'line', message: 'Tent: This item is rented out at the moment.' }),
    )
    expect(await rentalsOf(listingId)).toMatchObject([
      { status: 'Pending', period: '[2026-11-22,2026-11-25)' },
    ])
    await everyOrderIsWhole()
  })

  it('one gets it and the others are told that the dates are taken, when it takes bookings while rented', async () => {
    const listingId = await list(true)
    const { accepted: placed, refused } = await everyoneChecksOut(listingId, () => 1)
    expect(placed).toHaveLength(1)
    expect(refused).toEqual(
      Array(MANY - 1).fill({
        reason: 'line',
        message: 'Tent: These dates are already taken. Please choose another start date.',
      }),
    )
    expect(await rentalsOf(listingId)).toHaveLength(1)
    await everyOrderIsWhole()
  })

  it('days that don’t touch are each rented once', async () => {
    const listingId = await list(true)
    const { accepted: placed } = await everyoneChecksOut(listingId, (i) => 1 + 3 * (i % 10))
    expect(placed).toHaveLength(10)
    const periods = (await rentalsOf(listingId)).map(({ period }) => period)
    expect(new Set(periods).size).toBe(10)
    await everyOrderIsWhole()
  })
})

describe('the database prevents it finally', () => {
  /** Inserts a rental as a checkout without a lock and a check would. */
  const insertRaw = async (listingId: string, person: User, startsIn: number) => {
    const orderId = randomUUID()
    const sha = 'a'.repeat(64)
    const start = addDays(TODAY, startsIn)
    return fixture.services.db.transaction().execute(async (tx) => {
      await sql`insert into "order" (id, number, renter_id, status, payment_method, idempotency_key, agreement_text,
          agreement_sha256, agreement_accepted_at)
        values (${orderId}, ${`cod-${randomUUID()}`}, ${person.id}, 'confirmed', 'cash_on_delivery',
          ${randomUUID()}, '', ${sha}, now())`.execute(tx)
      await sql`insert into rental (id, order_id, listing_id, renter_id, owner_id, title,
        price_per_day_centavos, duration_days,
          delivery_option, period)
        values (${randomUUID()}, ${orderId}, ${listingId}, ${person.id}, ${fixture.cast.olivia.id}, 'Tent',
          100, 3, 'pickup',
          daterange(${start}::date, ${start}::date + 3))`.execute(tx)
    })
  }

  // Spec: D10
  it('one of many raw inserts for overlapping days gets in; the others break the constraint', async () => {
    const listingId = await list(true)
    const results = await Promise.allSettled(
      renters.slice(0, 60).map((person, i) => insertRaw(listingId, person, 1 + (i % 3))),
    )
    const failed = results.filter((result) => result.status === 'rejected').map((result) => result.reason)
    expect(failed).toHaveLength(59)
    // The database may also refuse one of two because of a deadlock.
    expect(
      failed.filter((error) => error.constraint !== 'rental_no_overlap' && error.code !== '40P01'),
    ).toEqual([])
    expect(failed.some((error) => error.constraint === 'rental_no_overlap')).toBe(true)
    expect(await rentalsOf(listingId)).toHaveLength(1)
  })

  it('a checkout whose dates were written past its lock is refused in the words of taken dates', async () => {
    const listingId = await list(true)
    const [late, early] = renters as [User, User]
    await people.fillCart(fixture.services, late, [listingId], { durationDays: 3 })
    const checkout = await people.aCheckout(fixture.services, late)
    const holder = await fixture.services.db.startTransaction().execute()
    await sql`insert into "order" (id, number, renter_id, status, payment_method, idempotency_key, agreement_text,
        agreement_sha256, agreement_accepted_at)
      values ('0199a000-0000-7000-8000-000000000001', 'cod-1', ${early.id}, 'confirmed', 'cash_on_delivery',
        ${randomUUID()}, '',
        ${'a'.repeat(64)}, now())`.execute(holder)
    await sql`insert into rental (id, order_id, listing_id, renter_id, owner_id, title,
      price_per_day_centavos, duration_days,
        delivery_option, period)
      values (${randomUUID()}, '0199a000-0000-7000-8000-000000000001', ${listingId}, ${early.id},
        ${fixture.cast.olivia.id}, 'Tent', 100, 3,
        'pickup', '[2026-11-22,2026-11-25)')`.execute(holder)
    const placing = placeOrder(by(fixture.services, late), people.renter(late), checkout)
    await waitForBlockedConnections(fixture.services.db)
    await holder.commit().execute()
    expect(await placing).toEqual({
      ok: false,
      reason: 'dates-taken',
      message: 'These dates are already taken. Please choose another start date.',
    })
    expect(await rentalsOf(listingId)).toHaveLength(1)
    await fixture.services.db.deleteFrom('cartLine').execute()
  })

  it('days that only touch don’t overlap, and rejected or cancelled rentals hold nothing', async () => {
    const listingId = await list(true)
    await insertRaw(listingId, renters[0]!, 1)
    await insertRaw(listingId, renters[1]!, 4)
    await expect(insertRaw(listingId, renters[2]!, 3)).rejects.toMatchObject({ code: '23P01' })
    await fixture.services.db
      .updateTable('rental')
      .set({ status: 'Rejected' })
      .where('listingId', '=', listingId)
      .execute()
    await insertRaw(listingId, renters[2]!, 3)
  })
})

// Spec: D20
it('twenty clicks with one key are one order', async () => {
  const listingId = await list(true)
  const person = renters[0]!
  await people.fillCart(fixture.services, person, [listingId])
  const checkout = await people.aCheckout(fixture.services, person)
  const verdicts = await Promise.all(
    Array.from({ length: 20 }, () =>
      placeOrder(by(fixture.services, person), people.renter(person), checkout),
    ),
  )
  const numbers = verdicts.map((verdict) => accepted(verdict).orderNumber)
  expect(new Set(numbers).size).toBe(1)
  expect(await rentalsOf(listingId)).toHaveLength(1)
})

it('two checkouts whose carts hold the same listings in another order don’t lock each other out', async () => {
  const listings = [await list(true), await list(true), await list(true)]
  for (const [i, person] of renters.slice(0, 20).entries()) {
    const order = i % 2 ? listings : listings.toReversed()
    await people.fillCart(fixture.services, person, order, { startDate: addDays(TODAY, 1 + i) })
  }
  const checkouts: Checkout[] = []
  for (const person of renters.slice(0, 20)) checkouts.push(await people.aCheckout(fixture.services, person))
  const verdicts = await Promise.all(
    renters
      .slice(0, 20)
      .map((person, i) => placeOrder(by(fixture.services, person), people.renter(person), checkouts[i]!)),
  )
  expect(verdicts.filter((verdict) => !verdict.ok)).toEqual([])
})

it('of an owner who approves and a renter who cancels at once, one wins and the other is told so', async () => {
  const person = renters[0]!
  for (let round = 0; round < 10; round++) {
    const { rentalId } = await people.rent(fixture.services, person, [await list(false)])
    const verdicts = await Promise.all([
      takePartyAction(by(fixture.services, fixture.cast.olivia), { rentalId, action: 'reject' }),
      takePartyAction(by(fixture.services, person), { rentalId, action: 'cancel' }),
      takePartyAction(by(fixture.services, fixture.cast.olivia), { rentalId, action: 'reject' }),
    ])
    expect(verdicts.filter((verdict) => verdict.ok)).toHaveLength(1)
    expect(verdicts.filter((verdict) => !verdict.ok).map(({ reason }) => reason)).toEqual([
      'status',
      'status',
    ])
    const events = await fixture.services.db
      .selectFrom('event')
      .select('action')
      .where('subjectId', '=', rentalId)
      .execute()
    expect(events).toHaveLength(2)
  }
})
