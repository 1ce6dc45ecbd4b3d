import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { User } from '#domain/actor.ts'
import { addDays } from '#domain/period.ts'
import { accepted } from '#seeds/act.ts'
import { deleteAccount } from '#server/account/delete-account.ts'
import { blockDates } from '#server/listing/block-dates.ts'
import { type Checkout, placeOrder } from '#server/order/place-order.ts'
import { openPayment } from '#server/payment/open-payment.ts'
import { releaseOrder } from '#server/order/release-order.ts'
import { cancelUnpaidOrder } from '#server/payment/cancel-unpaid-order.ts'
import { settleCheckout } from '#server/payment/settle-checkout.ts'
import { sweepPayments } from '#server/payment/sweep-payments.ts'
import { takePartyAction } from '#server/rental/take-action.ts'
import { auditBook } from '#tests/money/audit-book.ts'
import { auditPrices } from '#tests/money/audit-prices.ts'
import { auditProvider } from '#tests/money/audit-provider.ts'
import { gather } from '#tests/money/facts.ts'
import { payOutRefund } from '#tests/support/movements.ts'
import { paying } from '#tests/support/paying.ts'
import * as people from '#tests/support/people.ts'
import { by, TODAY } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'

const fixture = withServices(['ramon', 'katrina', 'liza', 'olivia', 'amihan'], {
  database: { poolSize: 40, connectionTimeoutMillis: 60_000 },
  limits: { newListings: { points: 1000, seconds: 3600 }, uploads: { points: 1000, seconds: 3600 } },
})
const { minutes, reset, list, order, effects, settle, statusOf, rentalsOf, refundsOf, webhooks, deliver } =
  paying(fixture)

let buyers: User[]
beforeAll(async () => {
  buyers = await people.openManyAccounts(fixture.services, 60)
})
beforeEach(reset)
const times = <T>(n: number, act: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: n }, (_, i) => act(i)))
const emulator = () => fixture.services.emulator
const pay = (sessionId: string) => {
  emulator().pay(sessionId, { channel: 'gcash' })
  return [...webhooks()]
}
const shuffled = <T>(acts: (() => Promise<T>)[], round: number) =>
  acts
    .map((act, i) => ({ act, at: (i * 7 + round * 3) % acts.length }))
    .sort((a, b) => a.at - b.at)
    .map(({ act }) => act())
const paymentsOf = (orderId: string) =>
  fixture.services.db
    .selectFrom('payment')
    .select(['id', 'purpose', 'centavos'])
    .where('orderId', '=', orderId)
    .execute()
const deadlocks = async () => {
  // PostgreSQL publishes a connection's statistics within a second.
  await pause(1200)
  const { rows } = await sql<{ n: number }>`select deadlocks::int as n from pg_stat_database
    where datname = current_database()`.execute(fixture.services.db)
  return rows[0]!.n
}

/**
 * After every race, once the effects are done: the book sums to zero, and matches the provider's payments and refunds.
 */
afterEach(async () => {
  for (const hours of [1, 3, 200]) {
    minutes(hours * 60)
    await settle()
  }
  const renters = [...Object.values(fixture.cast), ...buyers].map(({ id }) => id)
  const facts = await gather(fixture.services.db, renters)
  const since = new Set(
    emulator()
      .list()
      .checkouts.map(({ reference }) => reference),
  )
  const orders = facts.orders.filter(({ number }) => since.has(number))
  const ids = new Set(orders.map(({ id }) => id))
  const payments = facts.payments.filter(({ orderId }) => ids.has(orderId))
  const sessions = facts.sessions.filter(({ orderId }) => ids.has(orderId))
  expect(facts.overlapping).toEqual([])
  expect([...auditBook(facts), ...auditPrices(facts)]).toEqual([])
  expect([...auditProvider({ ...facts, orders, payments, sessions }, emulator().list())]).toEqual([])
})

const afterHold = async (late: Awaited<ReturnType<typeof order>>) => {
  minutes(31)
  accepted(await releaseOrder(fixture.services, { orderId: late.id, to: 'expired' }))
}

describe('two tabs', () => {
  it('that submit twenty times and open the page twenty times make one order with one page', async () => {
    const { ramon } = fixture.cast
    await people.fillCart(fixture.services, ramon, [await list(), await list()], {
      startDate: addDays(TODAY, 10),
    })
    const checkout = {
      ...(await people.aCheckout(fixture.services, ramon)),
      paymentMethod: 'online' as const,
    }
    const who = [by(fixture.services, ramon), people.renter(ramon)] as const
    const placed = await times(20, () => placeOrder(...who, checkout))
    const numbers = new Set(placed.map((verdict) => accepted(verdict).orderNumber))
    expect(numbers.size).toBe(1)
    const opened = await times(20, () => openPayment(...who, [...numbers][0]!))
    expect(new Set(opened.map((verdict) => accepted(verdict).url)).size).toBe(1)
    expect(emulator().list().checkouts).toHaveLength(1)
    accepted(await cancelUnpaidOrder(who[0], [...numbers][0]!))
  })

  it('that both pay: one payment is for the order, the other goes back', async () => {
    const twice = await order(fixture.cast.katrina, [await list()])
    pay(twice.sessionId)
    pay(twice.sessionId)
    await times(10, () => settleCheckout(fixture.services, twice.sessionId))
    expect((await paymentsOf(twice.id)).map(({ purpose }) => purpose).sort()).toEqual(['order', 'unused'])
    await settle()
    await settle()
    expect(await refundsOf(twice.id)).toMatchObject([{ reason: 'unused', status: 'succeeded' }])
  })
})

it('webhook, return page, sweep and a cancelling renter settle the same payment once', async () => {
  for (let round = 0; round < 5; round++) {
    await sql`delete from cart_line`.execute(fixture.services.db)
    const paid = await order(fixture.cast.ramon, [await list(), await list()])
    const events = pay(paid.sessionId)
    minutes(5)
    const acts = [
      ...[1, 2, 3].map(() => () => deliver([...events])),
      ...[1, 2, 3].map(() => () => settleCheckout(fixture.services, paid.sessionId)),
      ...[1, 2, 3].map(() => () => sweepPayments(fixture.services)),
      () => cancelUnpaidOrder(by(fixture.services, fixture.cast.ramon), paid.number),
    ]
    await Promise.all(shuffled<unknown>(acts, round))
    expect(await statusOf(paid.number)).toBe('confirmed')
    expect(await paymentsOf(paid.id)).toHaveLength(1)
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from effect
      where kind = 'payment-mail' and payload ->> 'orderId' = ${paid.id}`.execute(fixture.services.db)
    expect(rows).toEqual([{ n: 1 }])
    webhooks().length = 0
    minutes(0)
  }
})

it('a payment at the very end of the hold confirms the order, whether it or the release comes first', async () => {
  for (let round = 0; round < 10; round++) {
    await sql`delete from cart_line`.execute(fixture.services.db)
    const last = await order(fixture.cast.ramon, [await list(), await list({ bookableWhileRented: true })])
    pay(last.sessionId)
    minutes(30)
    const acts = [
      ...[1, 2].map(() => () => settleCheckout(fixture.services, last.sessionId)),
      ...[1, 2].map(() => () => releaseOrder(fixture.services, { orderId: last.id, to: 'expired' })),
      () => sweepPayments(fixture.services),
    ]
    await Promise.all(shuffled<unknown>(acts, round))
    expect(await statusOf(last.number)).toBe('confirmed')
    expect((await rentalsOf(last.id)).map(({ status }) => status)).toEqual(['Pending', 'Pending'])
    expect(await paymentsOf(last.id)).toMatchObject([{ purpose: 'order' }])
    minutes(0)
  }
})

describe('a refund', () => {
  const paid = async () => {
    const it = await order(fixture.cast.liza, [await list()])
    pay(it.sessionId)
    await settleCheckout(fixture.services, it.sessionId)
    return { ...it, rentalId: (await rentalsOf(it.id))[0]!.id }
  }
  const press = (rentalId: string, action: 'reject' | 'cancel') =>
    takePartyAction(by(fixture.services, action === 'reject' ? fixture.cast.olivia : fixture.cast.liza), {
      rentalId,
      action,
    })

  it('is made once although reject is pressed ten times while the renter cancels and four processes work', async () => {
    const { id, rentalId } = await paid()
    const pressed = await times(10, (i) => press(rentalId, i % 4 === 3 ? 'cancel' : 'reject'))
    expect(pressed.filter(({ ok }) => ok)).toHaveLength(1)
    await times(4, effects)
    await Promise.all([...webhooks()].flatMap((webhook) => [deliver([webhook]), deliver([webhook])]))
    await times(3, () => sweepPayments(fixture.services))
    expect(await refundsOf(id)).toMatchObject([{ status: 'succeeded' }])
    expect(emulator().list().refunds).toHaveLength(1)
  })

  it('that failed is paid out by hand once, while its webhook and the sweep still ask after it', async () => {
    emulator().refunds.go = 'hold'
    const { id, rentalId } = await paid()
    accepted(await press(rentalId, 'reject'))
    await effects()
    webhooks().length = 0
    emulator().settleRefund(emulator().list().refunds[0]!.id, 'failed')
    const [refund] = await refundsOf(id)
    const payOut = () =>
      payOutRefund(...people.asAdmin(fixture.services, fixture.cast.amihan), {
        refundId: refund!.id,
        proof: 'GCash 9001',
        paidOn: TODAY,
      })
    const events = [...webhooks()]
    const results = await Promise.all([
      deliver(events),
      ...[1, 2, 3].map(() => sweepPayments(fixture.services)),
      ...[1, 2, 3, 4, 5].map(payOut),
    ])
    expect(results).toHaveLength(9)
    const again = await times(3, payOut)
    expect((await refundsOf(id))[0]!.status).toBe('paid_out')
    expect(again.filter(({ ok }) => ok).length).toBeLessThanOrEqual(1)
    const { rows } = await sql`select from book_entry where key = ${`refund-sent:${refund!.id}`}`.execute(
      fixture.services.db,
    )
    expect(rows).toHaveLength(1)
  })
})

it('late payment, new checkout and blocked days want the same dates: one gets them', async () => {
  const days = { firstDay: addDays(TODAY, 10), lastDay: addDays(TODAY, 12) }
  for (let round = 0; round < 15; round++) {
    minutes(0)
    await sql`delete from cart_line`.execute(fixture.services.db)
    const [tent, stove] = [
      await list({ bookableWhileRented: true }),
      await list({ bookableWhileRented: true }),
    ]
    const late = await order(fixture.cast.ramon, round % 2 ? [tent, stove] : [stove, tent])
    await afterHold(late)
    pay(late.sessionId)
    await sql`delete from cart_line`.execute(fixture.services.db)
    await people.fillCart(fixture.services, fixture.cast.katrina, [tent, stove], {
      startDate: addDays(TODAY, 12),
    })
    const checkout = await people.aCheckout(fixture.services, fixture.cast.katrina)
    // The payment asks the provider first: the others begin a varying time later.
    const after = <T>(act: () => Promise<T>) => pause((round % 5) * 5).then(act)
    const acts = [
      () => settleCheckout(fixture.services, late.sessionId),
      () =>
        after(() =>
          placeOrder(
            by(fixture.services, fixture.cast.katrina),
            people.renter(fixture.cast.katrina),
            checkout,
          ),
        ),
      () => after(() => blockDates(by(fixture.services, fixture.cast.olivia), { listingId: tent, ...days })),
    ]
    await Promise.all(shuffled<unknown>(acts, round))
    const { rows } = await sql<{ what: string }>`
      select case when order_id = ${late.id} then 'payment' else 'checkout' end as what from rental
        where listing_id = ${tent} and status = 'Pending'
      union all select 'block' from blocked_period where listing_id = ${tent}`.execute(fixture.services.db)
    expect(rows).toHaveLength(1)
    const lost = rows[0]!.what !== 'payment'
    expect(await statusOf(late.number)).toBe(lost ? 'expired' : 'confirmed')
    expect((await refundsOf(late.id)).map(({ reason }) => reason)).toEqual(lost ? ['unused'] : [])
    await settle()
  }
})

it('orders that share listings are given up and placed at once without locking each other out', async () => {
  const before = await deadlocks()
  const listings = await times(6, () => list({ bookableWhileRented: true }))
  /** Fills a cart whose lines are added one after the other: half of the people add them in reverse order. */
  const fill = async (person: User, i: number, startsIn: number) => {
    for (const listingId of i % 2 ? listings : listings.toReversed()) {
      fixture.services.clock.set(new Date(fixture.services.clock.now().getTime() + 1))
      await people.fillCart(fixture.services, person, [listingId], { startDate: addDays(TODAY, startsIn) })
    }
    return people.aCheckout(fixture.services, person)
  }
  for (let round = 0; round < 3; round++) {
    minutes(round * 60)
    const orders: string[] = []
    for (const [i, person] of buyers.slice(0, 12).entries()) {
      const checkout = { ...(await fill(person, i, 2 + i + 13 * round)), paymentMethod: 'online' as const }
      const placed = accepted(await placeOrder(by(fixture.services, person), people.renter(person), checkout))
      orders.push(placed.orderNumber)
      await sql`delete from cart_line`.execute(fixture.services.db)
    }
    const later = buyers.slice(12, 24)
    const checkouts: Checkout[] = []
    for (const [i, person] of later.entries()) checkouts.push(await fill(person, i, 40 + i + 20 * round))
    const { rows } = await sql<{ id: string }>`select id from "order"
      where number = any(${orders}::text[])`.execute(fixture.services.db)
    minutes(round * 60 + 35)
    const done = await Promise.all([
      ...rows.map(({ id }) => releaseOrder(fixture.services, { orderId: id, to: 'expired' })),
      ...later.map((person, i) =>
        placeOrder(by(fixture.services, person), people.renter(person), checkouts[i]!),
      ),
    ])
    expect(done.filter(({ ok }) => !ok)).toEqual([])
  }
  expect(await deadlocks()).toBe(before)
})

describe('an account is deleted', () => {
  const newOwner = async (person: User) => {
    const listingId = await list({ bookableWhileRented: true })
    await sql`update account set role = 'owner' where id = ${person.id}`.execute(fixture.services.db)
    await sql`update listing set owner_id = ${person.id} where id = ${listingId}`.execute(fixture.services.db)
    return listingId
  }
  const remove = (person: User) =>
    deleteAccount(by(fixture.services, fixture.cast.amihan), { accountId: person.id })
  const asPerson = (user: User) => ({ ...user, cookie: '', sessionId: '' })

  it('while its renter pays: the order ends and all of the money goes back, or it stays as it is owed money', async () => {
    for (const [round, person] of buyers.slice(24, 34).entries()) {
      minutes(0)
      const paid = await order(asPerson(person), [await list(), await list({ deposit: 10_000 })])
      if (round % 2) await afterHold(paid)
      const events = pay(paid.sessionId)
      let removed: Awaited<ReturnType<typeof remove>> | undefined
      const acts = [
        () => settleCheckout(fixture.services, paid.sessionId),
        async () => (removed = await remove(person)),
        () => deliver(events),
        () => sweepPayments(fixture.services),
      ]
      await Promise.all(shuffled<unknown>(acts, round))
      await settle()
      await settle()
      const refunds = await refundsOf(paid.id)
      const back = refunds.reduce((sum, { centavos }) => sum + centavos, 0)
      const statuses = (await rentalsOf(paid.id)).map(({ status }) => status)
      if (removed!.ok) {
        expect(back).toBe(paid.totalCentavos)
        expect(statuses).toEqual(['Cancelled', 'Cancelled'])
      } else {
        expect(removed).toMatchObject({ reason: expect.stringMatching(/^(paid-request|refund)$/) })
        expect([back, ...statuses]).toEqual([0, 'Pending', 'Pending'])
      }
    }
  })

  it('while others pay its owner, late or in time, and order from them: no rental is left without its owner', async () => {
    for (const [round, person] of buyers.slice(34, 44).entries()) {
      minutes(0)
      await sql`delete from cart_line`.execute(fixture.services.db)
      const [own, other] = [await newOwner(person), await list({ bookableWhileRented: true })]
      const paid = await order(fixture.cast.ramon, [own, other])
      if (round % 2) await afterHold(paid)
      const events = pay(paid.sessionId)
      await sql`delete from cart_line`.execute(fixture.services.db)
      await people.fillCart(fixture.services, fixture.cast.katrina, [other, own], {
        startDate: addDays(TODAY, 20),
      })
      const checkout = {
        ...(await people.aCheckout(fixture.services, fixture.cast.katrina)),
        paymentMethod: round % 3 ? ('online' as const) : ('cash_on_delivery' as const),
      }
      let removed: Awaited<ReturnType<typeof remove>> | undefined
      const acts = [
        () => settleCheckout(fixture.services, paid.sessionId),
        async () => (removed = await remove(person)),
        () =>
          placeOrder(
            by(fixture.services, fixture.cast.katrina),
            people.renter(fixture.cast.katrina),
            checkout,
          ),
        () => deliver(events),
      ]
      const results = await Promise.all(shuffled<unknown>(acts, round))
      expect(results).toHaveLength(4)
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from rental
        where owner_id = ${person.id} and status in ('Pending', 'Approved', 'Active')`.execute(
        fixture.services.db,
      )
      if (removed!.ok) expect(rows).toEqual([{ n: 0 }])
      else expect(removed).toMatchObject({ reason: expect.stringMatching(/^(paid-request|refund)$/) })
      await settle()
    }
  })
})
