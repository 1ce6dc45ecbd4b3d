import { expect, it } from 'vitest'
import { sweepNames } from '#domain/job/sweep.ts'
import { addDays } from '#domain/period.ts'
import { startJobs } from '#server/job/start-jobs.ts'
import { paying } from '#tests/support/paying.ts'
import * as people from '#tests/support/people.ts'
import { TODAY } from '#tests/support/services.ts'
import { statementsOf } from '#tests/support/statements.ts'
import { withServices } from '#tests/support/with-services.ts'

const PROCESSES = 8
/** What each sweep of the deadlines asks first. */
const scans = {
  rentals: /^with due as materialized \( select id, order_id, 'expire' as action from rental/,
  disputes: /^select rental_id from dispute where due_at </,
  late: /^select r.id from late_fee f/,
  debts: /^select id from debt where settled_at is null/,
  waitlist: /^update waitlist_entry set state = 'lapsed'/,
  changes: /^select id, rental_id from rental_change/,
  deposits: /^select r.id, o.payment_method = 'cash_on_delivery'/,
  payments: /^select o.id as order_id, s.id as session_id/,
}

const fixture = withServices(['ramon', 'olivia', 'amihan'], {
  database: { poolSize: 30, connectionTimeoutMillis: 60_000 },
})
const { list, minutes, reset } = paying(fixture)

it(`of ${PROCESSES} processes that sweep at once one does, what is due is done once, and the others read nothing`, async () => {
  const { services, cast, database } = fixture
  await reset()
  const { db } = services
  const orderIds = []
  for (const days of [1, 2, 3]) {
    const { orderId } = await people.rent(services, cast.ramon, [await list()], {
      startDate: addDays(TODAY, days),
    })
    orderIds.push(orderId)
  }
  await reset()
  minutes(4 * 24 * 60)
  const turns = () => db.selectFrom('sweepTurn').selectAll().execute()
  const said = await statementsOf(database.connection, async () => {
    const jobs = Array.from({ length: PROCESSES }, () =>
      startJobs(services, services.mail, { startRestMs: 600_000 }),
    )
    // One of them is of the sweep that each process does.
    await expect.poll(async () => (await turns()).length).toBe(sweepNames.length)
    await expect
      .poll(async () =>
        (await turns()).every(({ busyUntil, beganAt }) => busyUntil.getTime() - beganAt.getTime() < 10_000),
      )
      .toBe(true)
    await Promise.all(jobs.map((each) => each.stop()))
  })
  const asksForTurn = (text: string) =>
    text.startsWith('insert into sweep_turn') && text.includes('where (t.busy_until')
  expect(said.filter(asksForTurn).length).toBeGreaterThan(2 * (sweepNames.length - 1))
  for (const [name, scan] of Object.entries(scans))
    expect(
      said.filter((text) => scan.test(text)),
      name,
    ).toHaveLength(1)
  const rentals = await db.selectFrom('rental').select('status').where('orderId', 'in', orderIds).execute()
  expect(rentals.map(({ status }) => status)).toEqual(['Rejected', 'Rejected', 'Rejected'])
  const events = await db.selectFrom('event').select('subjectId').where('action', '=', 'expire').execute()
  expect(new Set(events.map(({ subjectId }) => subjectId)).size).toBe(3)
  expect(events).toHaveLength(3)
})
