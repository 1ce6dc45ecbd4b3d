import { describe, expect, it } from 'vitest'
import { accepted } from '#seeds/act.ts'
import * as people from '#tests/support/people.ts'
import { plansOf } from '#tests/support/plans.ts'
import { by } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { lockAdmins } from '../account/queries.ts'
import { readTable } from '../admin-table.ts'
import { listingTable } from '../listing/listing-table.ts'
import { findExport } from './exports.ts'
import { readOverview } from './overview.ts'

const fixture = withServices(['amihan'])

/** Lists that grow with the site. The others have a row for each admin, category, owner and night. */
const growing = [
  'users',
  'listings',
  'orders',
  'audit-log',
  'jobs',
  'claims',
  'reviews',
  'reports',
  'contact-messages',
  'book',
  'refunds',
  'proposals',
  'payouts/recorded',
]

async function readList(name: string) {
  const ctx = by(fixture.services, fixture.cast.amihan)
  const { pieces } = accepted(findExport(name)!(ctx, new URLSearchParams()))
  for await (const piece of pieces) expect(piece).not.toBe('')
}
/** Whether the rows of the list itself are sorted, not those of a part of it. */
const isSorted = (plan: string) => /^ {2,8}-> {2}Sort/m.test(plan)

describe('an admin list is read in its first order by an index, however long it is:', () => {
  it.each(growing)('%s', async (name) => {
    const plan = await plansOf(fixture.database.connection, () => readList(name))
    expect(isSorted(plan), plan).toBe(false)
  })
})

it('the admins are found by an index among all accounts', async () => {
  const { db } = fixture.services
  const plan = await plansOf(fixture.database.connection, () => db.transaction().execute(lockAdmins))
  expect(plan).toContain('Index Scan using account_admin_idx')
})

it('listings that wait for an admin are listed, and counted on the overview, by indexes of their own', async () => {
  const { connection } = fixture.database
  const [ctx, admin] = people.asAdmin(fixture.services, fixture.cast.amihan)
  for (const [status, index] of [
    ['available', 'listing_waiting_idx'],
    ['edited', 'listing_edited_idx'],
  ] as const) {
    const query = new URLSearchParams({ status })
    const plan = await plansOf(connection, () => readTable(ctx, admin, listingTable, query))
    expect(isSorted(plan), plan).toBe(false)
    expect(plan.match(new RegExp(index, 'g')), plan).toHaveLength(2)
  }
  const counted = await plansOf(connection, () => readOverview(ctx, admin))
  // Of a reconciliation there is one row for each night.
  expect(counted.match(/Seq Scan on (?!reconciliation\b)\S+/g) ?? []).toEqual([])
  expect(counted).toContain('Index Only Scan using account_newest_idx')
  for (const waiting of [
    'account_unverified_idx',
    'review_waiting_idx',
    'contact_message_open_idx',
    'report_open_idx',
  ])
    expect(counted).toContain(waiting)
  expect(counted).toContain('Index Only Scan using listing_waiting_idx')
  expect(counted).toContain('Index Scan using listing_edited_idx')
})
