import { describe, expect, it } from 'vitest'
import { accepted } from '#seeds/act.ts'
import { plansOf } from '#tests/support/plans.ts'
import { by } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { lockAdmins } from '../account/queries.ts'
import { findExport } from './exports.ts'

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
