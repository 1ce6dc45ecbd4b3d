import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import type { User } from '#domain/actor.ts'
import { addDays } from '#domain/period.ts'
import { accepted } from '#seeds/act.ts'
import { answerChange } from '#server/change/answer-change.ts'
import { askChange } from '#server/change/ask-change.ts'
import { sweepChanges } from '#server/change/sweep-changes.ts'
import { withdrawChange } from '#server/change/withdraw-change.ts'
import { blockDates } from '#server/listing/block-dates.ts'
import { releaseOrder } from '#server/order/release-order.ts'
import { placeOrder } from '#server/order/place-order.ts'
import { openPayment } from '#server/payment/open-payment.ts'
import { settleCheckout } from '#server/payment/settle-checkout.ts'
import { takePartyAction } from '#server/rental/take-action.ts'
import { compareOrders } from '#server/reconciliation/compare-orders.ts'
import { queueForLock } from '#tests/support/wait-for-blocked-connections.ts'
import { paying } from '#tests/support/paying.ts'
import * as people from '#tests/support/people.ts'
import { by, NOW, TODAY } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'

const fixture = withServices(['olivia', 'amihan', 'ramon', 'katrina'], {
  database: { poolSize: 30, connectionTimeoutMillis: 60_000 },
})
const { paid, reset } = paying(fixture)
let renters: User[]
beforeAll(async () => {
  renters = await people.openManyAccounts(fixture.services, 4)
})
const db = () => fixture.services.db
const olivia = () => by(fixture.services, fixture.cast.olivia)
const START = addDays(TODAY, 10)
const tent = { title: 'Tent', pricePerDay: 33_333, bookableWhileRented: true }

const list = () =>
  people.listApproved(fixture.services, { owner: fixture.cast.olivia, admin: fixture.cast.amihan }, tent)

/** An approved rental of a listing, to be paid in cash. */
async function rented(person: User, listingId: string, from: number, days: 1 | 3 = 3) {
  const wanted = { startDate: addDays(START, from), durationDays: days }
  const { rentalId } = await people.rent(fixture.services, person, [listingId], wanted)
  accepted(await takePartyAction(olivia(), { rentalId, action: 'approve' }))
  return rentalId
}
const lockOf = (table: 'listing' | 'rental', id: string) =>
  sql`select from ${sql.table(table)} where id = ${id} for update`
const ask = (person: User, rentalId: string, days = 3) =>
  askChange(by(fixture.services, person), { rentalId, request: { what: 'extend', days } })
const answer = (changeId: string) => answerChange(olivia(), { changeId, yes: true })
const stateOf = async (id: string) =>
  (await db().selectFrom('rentalChange').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state

/** How often a day of a listing belongs to two: rentals, blocks and holds. */
async function overlapsOf(listingId: string) {
  const { rows } = await sql<{ n: number }>`with taken as (
      select id, period from rental where listing_id = ${listingId} and status in ('Pending', 'Approved', 'Active')
      union all select id, period from blocked_period where listing_id = ${listingId})
    select count(*)::int as n from taken a join taken b on b.id > a.id and b.period && a.period`.execute(db())
  return rows[0]!.n
}

it('of two who extend into the same days, with an owner who blocks them and a checkout, one gets them', async () => {
  const won = { later: 0, sooner: 0, blocked: 0, ordered: 0 }
  for (let round = 0; round < 8; round++) {
    const listingId = await list()
    const [first, second, third] = renters as [User, User, User]
    // The first ends on day 3, the second begins on day 6 and moves to an earlier start.
    const earlier = await rented(first, listingId, 0)
    const later = await rented(second, listingId, 6)
    await people.fillCart(fixture.services, third, [listingId], {
      startDate: addDays(START, 4),
      durationDays: 1,
    })
    const checkout = await people.aCheckout(fixture.services, third)
    const acts: (() => Promise<{ ok: boolean }>)[] = [
      () => ask(first, earlier),
      () =>
        askChange(by(fixture.services, second), {
          rentalId: later,
          request: { what: 'move', start: addDays(START, 4) },
        }),
      () => blockDates(olivia(), { listingId, firstDay: addDays(START, 4), lastDay: addDays(START, 4) }),
      () => placeOrder(by(fixture.services, third), people.renter(third), checkout),
    ]
    const shifted = [...acts.slice(round % 4), ...acts.slice(0, round % 4)]
    const verdicts = await queueForLock(db(), lockOf('listing', listingId), shifted)
    const [a, b, c, d] = acts.map((act) => verdicts[shifted.indexOf(act)]!.ok)
    expect([a, b, c, d].filter(Boolean)).toHaveLength(1)
    expect(await overlapsOf(listingId)).toBe(0)
    won.sooner += Number(a)
    won.later += Number(b)
    won.blocked += Number(c)
    won.ordered += Number(d)
    await db().deleteFrom('cartLine').execute()
  }
  expect(won).toEqual({ later: 2, sooner: 2, blocked: 2, ordered: 2 })
})

it('one change is open, however often and by how many tabs it is asked for', async () => {
  const listingId = await list()
  const rentalId = await rented(renters[0]!, listingId, 0)
  const verdicts = await Promise.all([3, 3, 1, 7, 3, 1].map((days) => ask(renters[0]!, rentalId, days)))
  expect(verdicts.filter(({ ok }) => ok)).toHaveLength(1)
  expect(verdicts.filter((verdict) => !verdict.ok && verdict.reason === 'changing')).toHaveLength(5)
})

it('a yes, the end of its time, a taking back and a cancellation at once have one result', async () => {
  const seen: string[] = []
  for (let round = 0; round < 3; round++) {
    fixture.services.clock.set(NOW)
    const listingId = await list()
    const rentalId = await rented(renters[0]!, listingId, 0)
    const { changeId } = accepted(await ask(renters[0]!, rentalId))
    const renter = by(fixture.services, renters[0]!)
    const acts: (() => Promise<unknown>)[] = [
      () => answer(changeId),
      () => withdrawChange(renter, { changeId }),
      () => takePartyAction(renter, { rentalId, action: 'cancel' }),
      () => answer(changeId),
    ]
    const shifted = [...acts.slice(round % 3), ...acts.slice(0, round % 3)]
    await queueForLock(db(), lockOf('rental', rentalId), shifted)
    fixture.services.clock.set(new Date(NOW.getTime() + 25 * 3_600_000))
    await Promise.all([sweepChanges(fixture.services), answer(changeId), sweepChanges(fixture.services)])
    const state = await stateOf(changeId)
    seen.push(state)
    const rental = await db()
      .selectFrom('rental')
      .select(['durationDays'])
      .where('id', '=', rentalId)
      .executeTakeFirstOrThrow()
    expect(rental.durationDays).toBe(state === 'done' ? 6 : 3)
    const charged = await db()
      .selectFrom('moneyLine')
      .select('id')
      .where('changeId', '=', changeId)
      .where('returns', 'is', null)
      .execute()
    expect(charged).toHaveLength(state === 'done' ? 2 : 0)
    const held = await db().selectFrom('blockedPeriod').select('id').where('id', '=', changeId).execute()
    expect(held).toEqual([])
  }
  expect(seen).toEqual(['done', 'withdrawn', 'expired'])
})

it('a payment, told several times at the end of its time, does a change once or goes back whole', async () => {
  const seen = new Set<string>()
  for (let round = 0; round < 6; round++) {
    await reset()
    const { ramon } = fixture.cast
    const { rentalId } = await paid(ramon, tent)
    accepted(await takePartyAction(olivia(), { rentalId, action: 'approve' }))
    const { changeId } = accepted(await ask(ramon, rentalId))
    accepted(await answer(changeId))
    const order = await db()
      .selectFrom('order')
      .innerJoin('rentalChange', 'rentalChange.orderId', 'order.id')
      .select(['order.id', 'order.number'])
      .where('rentalChange.id', '=', changeId)
      .executeTakeFirstOrThrow()
    accepted(await openPayment(by(fixture.services, ramon), people.renter(ramon), order.number))
    const session = fixture.services.emulator.list().checkouts.at(-1)!
    fixture.services.emulator.pay(session.id, { channel: 'gcash' })
    fixture.services.clock.set(new Date(NOW.getTime() + 31 * 60_000))
    const acts: (() => Promise<unknown>)[] = [
      () => settleCheckout(fixture.services, session.id),
      () => releaseOrder(fixture.services, { orderId: order.id, to: 'expired' }),
      () => takePartyAction(by(fixture.services, ramon), { rentalId, action: 'cancel' }),
      () => settleCheckout(fixture.services, session.id),
    ]
    await Promise.all([...acts.slice(round % 4), ...acts.slice(0, round % 4)].map((act) => act()))
    accepted(await settleCheckout(fixture.services, session.id))
    const state = await stateOf(changeId)
    seen.add(state)
    const payments = await db().selectFrom('payment').selectAll().where('orderId', '=', order.id).execute()
    expect(payments).toHaveLength(1)
    expect(payments[0]!.purpose).toBe(state === 'done' ? 'order' : 'unused')
    expect(await compareOrders(db(), new Date(0))).toEqual([])
  }
  expect([...seen].every((state) => ['done', 'expired', 'withdrawn'].includes(state))).toBe(true)
})
