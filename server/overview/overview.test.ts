import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import * as people from '#tests/support/people.ts'
import { by, NOW } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { userTable } from '../account/user-table.ts'
import { readTable } from '../admin-table.ts'
import { readGrowth, readOverview } from './overview.ts'

const fixture = withServices(['ramon', 'olivia', 'amihan'])
const overview = () => readOverview(...people.asAdmin(fixture.services, fixture.cast.amihan))
const growth = (unit: 'week' | 'month') =>
  readGrowth(...people.asAdmin(fixture.services, fixture.cast.amihan), unit)

it('the overview counts people and listings that are there, and what waits for an admin', async () => {
  const { services, cast } = fixture
  const { db } = services
  const ids: string[] = []
  for (const title of ['A', 'B', 'C']) ids.push(await people.listThing(services, cast.olivia, { title }))
  await people.review(services, cast.amihan, ids[0]!)
  await db.updateTable('listing').set({ archivedAt: NOW }).where('id', '=', ids[1]!).execute()
  expect(await overview()).toEqual({
    totalUsers: 3,
    totalListings: 2,
    waitingListings: 1,
    editedListings: 0,
    waitingReviews: 0,
    openDisputes: 0,
    openReports: 0,
    notReturned: 0,
    openMessages: 0,
    openProposals: 0,
    unverifiedUsers: 2,
    manualRefunds: 0,
    unexplainedDifferences: 0,
    failedReconciliations: 0,
    failedJobs: 0,
    lateJobs: 0,
  })
  const later = new Date(NOW.getTime() + 1)
  await db.updateTable('listing').set({ editedAt: later }).where('id', '=', ids[0]!).execute()
  const review = { listingId: ids[0]!, rating: 4, body: 'Dry.', verified: false }
  for (const [authorId, status] of [
    [cast.ramon.id, 'waiting'],
    [cast.amihan.id, 'published'],
  ] as const)
    await db
      .insertInto('review')
      .values({ ...review, id: randomUUID(), authorId, status })
      .execute()
  const message = { name: 'Ana', email: 'ana@hiram.test', subject: 'Hi', message: 'Hello' }
  await db
    .insertInto('contactMessage')
    .values([
      { ...message, id: randomUUID() },
      { ...message, id: randomUUID(), handledAt: NOW },
    ])
    .execute()
  await db
    .updateTable('account')
    .set({ verificationStatus: 'verified' })
    .where('id', '=', cast.olivia.id)
    .execute()
  await db.updateTable('account').set({ deletedAt: NOW }).where('id', '=', cast.ramon.id).execute()
  expect(await overview()).toEqual({
    totalUsers: 2,
    totalListings: 2,
    waitingListings: 1,
    editedListings: 1,
    waitingReviews: 1,
    openDisputes: 0,
    openReports: 0,
    notReturned: 0,
    openMessages: 1,
    openProposals: 0,
    unverifiedUsers: 0,
    manualRefunds: 0,
    unexplainedDifferences: 0,
    failedReconciliations: 0,
    failedJobs: 0,
    lateJobs: 0,
  })
  await db.updateTable('account').set({ deletedAt: null }).where('id', '=', cast.ramon.id).execute()
})

it('admins do not wait for a verification: neither counted nor in the list that the count leads to', async () => {
  const { services, cast } = fixture
  await services.db.updateTable('account').set({ verificationStatus: 'unverified' }).execute()
  const { unverifiedUsers } = await overview()
  const ctx = by(services, cast.amihan)
  const query = new URLSearchParams({ status: 'unverified' })
  const { rows } = await readTable(ctx, people.admin(cast.amihan), userTable, query)
  expect(rows.map(({ id }) => id).sort()).toEqual([cast.ramon.id, cast.olivia.id].sort())
  expect(unverifiedUsers).toBe(2)
})

describe('the growth', () => {
  it('is of twelve weeks from Monday or twelve months, up to now', async () => {
    const weeks = (await growth('week')).map(({ start }) => start)
    expect([weeks.length, weeks[0], weeks[11]]).toEqual([12, '2026-08-31', '2026-11-16'])
    const months = (await growth('month')).map(({ start }) => start)
    expect([months.length, months[0], months[11]]).toEqual([12, '2025-12-01', '2026-11-01'])
  })

  it('counts each in the week and month in which it was, in Manila', async () => {
    const { db } = fixture.services
    const { pool } = fixture.services.connection
    // A minute before and at the beginning of Monday, November 16, in Manila; and long ago.
    await pool.query(`update account set created_at = '2026-11-15T15:59:00Z' where id = $1`, [
      fixture.cast.ramon.id,
    ])
    await pool.query(`update account set created_at = '2026-11-15T16:00:00Z' where id = $1`, [
      fixture.cast.olivia.id,
    ])
    await pool.query(`update account set created_at = '2025-01-01T00:00:00Z' where id = $1`, [
      fixture.cast.amihan.id,
    ])
    const listings = await db.selectFrom('listing').select('id').execute()
    const weeks = await growth('week')
    expect(weeks.slice(-2)).toEqual([
      { start: '2026-11-09', signUps: 1, listings: 0, rentals: 0 },
      { start: '2026-11-16', signUps: 1, listings: listings.length, rentals: 0 },
    ])
    expect((await growth('month')).at(-1)).toMatchObject({ start: '2026-11-01', signUps: 2 })
    const listingId = await people.listApproved(fixture.services, {
      owner: fixture.cast.olivia,
      admin: fixture.cast.amihan,
    })
    await people.rent(fixture.services, fixture.cast.ramon, [listingId])
    expect((await growth('week')).at(-1)).toMatchObject({ rentals: 1 })
  })
})
