import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { takePartyAction } from '../rental/take-action.ts'
import { addDays } from '#domain/period.ts'
import { accepted } from '#seeds/act.ts'
import * as people from '#tests/support/people.ts'
import { by, TODAY } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { findOrder } from './find-order.ts'
import { orderTable } from './order-table.ts'
import { findRentalFacts } from '../notification/rental-facts.ts'
import { readTable } from '../admin-table.ts'

const fixture = withServices(['ramon', 'katrina', 'olivia', 'diego', 'amihan'])
let numbers: string[]

beforeAll(async () => {
  const { services, cast } = fixture
  const listed = (owner: people.Person, title: string, pricePerDay: number) =>
    people.listApproved(
      services,
      { owner, admin: cast.amihan },
      { title, pricePerDay, bookableWhileRented: true },
    )
  const tent = await listed(cast.olivia, 'Tent', 10_000)
  const drill = await listed(cast.diego, 'Drill', 20_000)
  numbers = []
  for (const [i, renter] of [cast.ramon, cast.ramon, cast.katrina].entries()) {
    const startDate = addDays(TODAY, 1 + i * 7)
    const things = i === 0 ? [tent, drill] : [tent]
    const order = await people.rent(services, renter, things, { startDate })
    numbers.push(order.orderNumber)
    if (i === 0)
      accepted(
        await takePartyAction(by(services, cast.olivia), { rentalId: order.rentalId, action: 'approve' }),
      )
  }
})

it('a total may be more than a four-byte number holds, in the table and in emails', async () => {
  const { db } = fixture.services
  const lines = await db.selectFrom('moneyLine').selectAll().execute()
  await db.updateTable('moneyLine').set({ centavos: 2_000_000_000 }).execute()
  const { rows } = await read('')
  const facts = await findRentalFacts(fixture.services, lines[0]!.rentalId!, 'renter')
  for (const { id, centavos } of lines)
    await db.updateTable('moneyLine').set({ centavos }).where('id', '=', id).execute()
  expect(Math.min(...rows.map(({ totalCentavos }) => totalCentavos))).toBeGreaterThanOrEqual(4_000_000_000)
  expect(facts!.totalCentavos).toBeGreaterThanOrEqual(4_000_000_000)
})

const read = (query: string) =>
  readTable(...people.asAdmin(fixture.services, fixture.cast.amihan), orderTable, new URLSearchParams(query))
const find = (number: string) => findOrder(...people.asAdmin(fixture.services, fixture.cast.amihan), number)

describe('the list of orders', () => {
  it('has each order with its total', async () => {
    const { rows } = await read('sort=-total')
    expect(rows[0]).toMatchObject({
      number: numbers[0],
      renterName: 'Ramon Dela Cruz',
      rentalCount: 2,
      totalCentavos: 31_500,
      paymentMethod: 'cash_on_delivery',
      status: 'confirmed',
    })
    expect(rows.map(({ totalCentavos }) => totalCentavos)).toEqual([31_500, 10_500, 10_500])
  })

  it.each(Object.keys(orderTable.sorts).flatMap((sort) => [sort, `-${sort}`]))(
    'in the order %s holds each once, page by page',
    async (sort) => {
      const seen = []
      const query = new URLSearchParams({ sort })
      for (let more = true; more;) {
        const admin = people.admin(fixture.cast.amihan)
        const page = await readTable(by(fixture.services, fixture.cast.amihan), admin, orderTable, query, {
          size: 1,
        })
        seen.push(...page.rows.map(({ number }) => number))
        more = page.next !== null
        query.set('after', page.next ?? '')
      }
      expect(seen.toSorted()).toEqual(numbers.toSorted())
    },
  )

  it.each([
    ['search=katrina', 1],
    ['search=ramon', 2],
    ['search=diego@hiram.test', 1],
    ['search=olivia', 3],
    ['search=cod-', 3],
    ['status=expired', 0],
    ['status=confirmed&method=cash_on_delivery', 3],
    ['method=online', 0],
    ['method=barter', 3],
  ])('by %s finds %i', async (query, n) => {
    expect((await read(query)).total).toBe(n)
  })
})

describe('one order', () => {
  // Spec: D34
  it('has the last 500 of its events', async () => {
    const { db } = fixture.services
    const orderId = sql`(select id::text from "order" where number = ${numbers[1]})`
    const { at } = accepted(await find(numbers[1]!)).order.events.at(-1)!
    await sql`insert into event (subject, subject_id, action, at) select 'order', ${orderId}, 'say-' || i,
      ${at}::timestamptz + i * interval '1 second' from generate_series(1, 600) i`.execute(db)
    const { events } = accepted(await find(numbers[1]!)).order
    expect(events.map(({ action }) => action)).toEqual(
      Array.from({ length: 500 }, (_, i) => `say-${101 + i}`),
    )
  })

  it('has its rentals, its money, what was agreed and what happened', async () => {
    const { order } = accepted(await find(numbers[0]!))
    expect(order).toMatchObject({
      renter: { name: 'Ramon Dela Cruz', email: 'renter@hiram.test' },
      totals: { subtotal: 30_000, serviceFee: 1500, total: 31_500 },
      agreementSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(order.rentals.map(({ title, status, owner }) => [title, status, owner.email])).toEqual(
      expect.arrayContaining([
        ['Tent', 'Approved', 'owner@hiram.test'],
        ['Drill', 'Pending', 'diego@hiram.test'],
      ]),
    )
    expect(
      order.events.map(({ action, rentalTitle, actorName }) => [action, rentalTitle, actorName]),
    ).toEqual([
      ['place', null, 'Ramon Dela Cruz'],
      ['request', expect.any(String), 'Ramon Dela Cruz'],
      ['request', expect.any(String), 'Ramon Dela Cruz'],
      ['approve', 'Tent', 'Olivia Santos'],
    ])
    expect(order.events[0]!.at).toBeInstanceOf(Date)
  })

  it.each(['cod-1', 'cod-', 'x', `' or 1=1`, '%', 'cod-1\u0000'])('is empty for %j', async (number) => {
    expect(await find(number)).toMatchObject({ ok: false, reason: 'not-found' })
  })
})
