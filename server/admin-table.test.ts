import { randomUUID } from 'node:crypto'
import { globSync } from 'node:fs'
import path from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { HeadAdmin } from '#domain/access.ts'
import { accepted } from '#seeds/act.ts'
import * as people from '#tests/support/people.ts'
import { by } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { adminAccountTable } from './account/admin-account-table.ts'
import { userTable } from './account/user-table.ts'
import { setVerification } from './account/set-verification.ts'
import { findRow, readTable, type Table } from './admin-table.ts'
import { auditTable } from './audit/audit-table.ts'
import { categoryTable } from './category/category-table.ts'
import { tagTable } from './tag/tag-table.ts'
import { balanceTable } from './book/balance-table.ts'
import { payoutTable } from './book/payout-table.ts'
import { listingTable } from './listing/listing-table.ts'
import { orderTable } from './order/order-table.ts'
import { refundTable } from './refund/refund-table.ts'
import { reportTable } from './report/report-table.ts'
import { reviewTable } from './review/review-table.ts'

/** The emails of Olivia and Ramon are also part of the ones of Diego and Paolo. */
const fixture = withServices(['ramon', 'olivia', 'diego', 'paolo', 'amihan'])

beforeAll(async () => {
  const { services, cast } = fixture
  const rename = (id: string, email: string) =>
    services.db.updateTable('account').set({ email }).where('id', '=', id).execute()
  await rename(cast.diego.id, 'my-owner@hiram.test')
  await rename(cast.paolo.id, 'my-renter@hiram.test')
  const admin = people.admin(cast.amihan)
  for (const [owner, renter] of [
    [cast.olivia, cast.ramon],
    [cast.diego, cast.paolo],
  ] as const) {
    const listing = await people.listApproved(services, { owner, admin: cast.amihan }, {})
    await people.rent(services, renter, [listing])
    const decision = { accountId: owner.id, decision: 'verified' as const }
    accepted(await setVerification(by(services, cast.amihan), admin, decision))
    await services.db
      .insertInto('report')
      .values({
        id: randomUUID(),
        about: 'listing',
        listingId: listing,
        reportedText: 'A tent.',
        reporterId: renter.id,
        reportedId: owner.id,
        reason: 'scam',
        note: 'Ask owner@hiram.test.',
      })
      .execute()
  }
})

async function found<Row, Sort extends string>(table: Table<Row, Sort, HeadAdmin>, search: string) {
  const admin = people.asAdmin(fixture.services, fixture.cast.amihan)
  const { rows, total } = await readTable(...admin, table, new URLSearchParams({ search }))
  expect(rows).toHaveLength(total)
  return total
}

it('finds one row of a table by its id, and none by another text or outside the list', async () => {
  const { services, cast } = fixture
  const asAdmin = people.asAdmin(services, cast.amihan)
  const { ramon, amihan } = cast
  expect(await findRow(...asAdmin, userTable, ramon.id)).toMatchObject({ id: ramon.id, email: ramon.email })
  expect(await findRow(...asAdmin, adminAccountTable, amihan.id)).toMatchObject({ id: amihan.id })
  expect(await findRow(...asAdmin, adminAccountTable, ramon.id)).toBeNull()
  expect(await findRow(...asAdmin, categoryTable, '1')).toMatchObject({ id: 1 })
  for (const id of [null, '', 'x', '01', '-1', '1.5', '9'.repeat(15), '9'.repeat(40), `${ramon.id}x`])
    expect([
      await findRow(...asAdmin, userTable, id),
      await findRow(...asAdmin, categoryTable, id),
      await findRow(...asAdmin, tagTable, id),
    ]).toEqual([null, null, null])
  expect(await findRow(...asAdmin, tagTable, '\0')).toBeNull()
})

it('shows every value of a filter that it takes, with its label, and takes no other', async () => {
  const { services, cast } = fixture
  const admin = people.admin(cast.amihan)
  const read = (query: string) => readTable(services, admin, userTable, new URLSearchParams(query))
  const { filterFields } = await read('')
  expect(filterFields.map(({ name, label }) => [name, label])).toEqual([
    ['role', 'Role'],
    ['status', 'Status'],
  ])
  const [roles, statuses] = filterFields.map(({ options }) => options ?? [])
  expect(statuses!.map(({ label }) => label)).toEqual(['Unverified', 'Verified', 'Rejected', 'Suspended'])
  const found = await Promise.all(roles!.map(({ value }) => read(`role=${value}`)))
  expect(found.map(({ rows }) => [...new Set(rows.map(({ role }) => role))])).toEqual(
    roles!.map(({ value }) => [value]),
  )
  expect(await read('role=owners')).toMatchObject({ filters: {}, total: (await read('')).total })
})

describe('a search for exactly the email of an account finds only the rows of this account:', () => {
  const both = 'wner@hiram.test'
  const one = 'owner@hiram.test'
  it.each([
    ['users', (search: string) => found(userTable, search)],
    ['listings', (search: string) => found(listingTable, search)],
    ['orders', (search: string) => found(orderTable, search)],
    ['reports', (search: string) => found(reportTable, search)],
  ])('%s', async (_, find) => {
    expect(await find(both)).toBe(2)
    expect(await find(one)).toBe(1)
    expect(await find('OWNER@Hiram.test')).toBe(1)
    expect(await find('my-owner@hiram.test')).toBe(1)
    expect(await find('other-owner@hiram.test')).toBe(0)
  })

  it('orders, of a renter', async () => {
    expect(await found(orderTable, 'enter@hiram.test')).toBe(2)
    expect(await found(orderTable, 'renter@hiram.test')).toBe(1)
  })

  it('the audit log, which has what they did and what was done to their account', async () => {
    expect(await found(auditTable, 'admin@hiram.test')).toBe(4)
    expect(await found(auditTable, one)).toBe(1)
    expect(await found(auditTable, both)).toBe(0)
  })

  it('every other list of things of an account', async () => {
    expect(await found(adminAccountTable, 'admin@hiram.test')).toBe(1)
    const others = [
      found(payoutTable, one),
      found(balanceTable, one),
      found(refundTable, one),
      found(reviewTable, one),
    ]
    expect(await Promise.all(others)).toEqual([0, 0, 0, 0])
  })
})

it('every list that a search by email looks into can find the rows of one account', async () => {
  const files = globSync('*/*-table.ts', { cwd: import.meta.dirname })
  const modules = await Promise.all(files.map((file) => import(path.join(import.meta.dirname, file))))
  const tables = modules
    .flatMap((module: object) => Object.entries(module))
    .filter((entry): entry is [string, Table<unknown, string, never>] =>
      Object.hasOwn(Object(entry[1]), 'search'),
    )
  expect(tables.length).toBeGreaterThan(12)
  const textOf = (parts: readonly RawBuilder<unknown>[]) => sql.join(parts).compile(fixture.services.db).sql
  const withEmail = tables.filter(([, { search }]) => /\bemail\b/.test(textOf(search)))
  expect(withEmail.length).toBeGreaterThan(8)
  expect(withEmail.filter(([, { ofAccount }]) => !ofAccount).map(([name]) => name)).toEqual([])
})
