import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { ListingStatus } from '#domain/listing/listing.ts'
import * as people from '#tests/support/people.ts'
import { NOW } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'

const fixture = withServices(['ramon', 'olivia', 'diego', 'amihan'])
const thing = (title: string) =>
  people.listApproved(fixture.services, { owner: fixture.cast.olivia, admin: fixture.cast.amihan }, { title })
const stateOf = (listingId: string) =>
  fixture.services.db
    .selectFrom('listing')
    .select(['isPublic', 'ownerSuspended'])
    .where('id', '=', listingId)
    .executeTakeFirstOrThrow()
const found = async (word: string) => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from listing_search s
    where s.title_tsv @@ to_tsquery('english', ${word})`.execute(fixture.services.db)
  return rows[0]!.n
}

const suspend = (suspended: boolean) =>
  fixture.services.db
    .updateTable('account')
    .set(
      suspended
        ? { suspendedAt: NOW, suspendedBy: fixture.cast.amihan.id, suspensionReason: 'Scams' }
        : { suspendedAt: null, suspendedBy: null, suspensionReason: null },
    )
    .where('id', '=', fixture.cast.olivia.id)
    .execute()

describe('whether a listing is public', () => {
  it('it is if it is approved, and neither archived, paused, taken down nor of somebody suspended', async () => {
    const { db } = fixture.services
    const listingId = await thing('Zither')
    const set = (changes: {
      status?: ListingStatus
      pausedAt?: Date | null
      archivedAt?: Date | null
      takenDownAt?: Date | null
      takenDownBy?: string | null
      takeDownReason?: string | null
    }) => db.updateTable('listing').set(changes).where('id', '=', listingId).execute()
    const down = { takenDownAt: NOW, takenDownBy: fixture.cast.amihan.id, takeDownReason: 'Not theirs' }
    const up = { takenDownAt: null, takenDownBy: null, takeDownReason: null }
    const cases = [
      [{ status: 'available' as const }, { status: 'approved' as const }],
      [{ status: 'rejected' as const }, { status: 'approved' as const }],
      [{ status: 'unavailable' as const }, { status: 'approved' as const }],
      [{ pausedAt: NOW }, { pausedAt: null }],
      [{ archivedAt: NOW }, { archivedAt: null }],
      [down, up],
    ]
    for (const [hide, show] of cases) {
      await set(hide!)
      expect([hide, (await stateOf(listingId)).isPublic, await found('zither')]).toEqual([hide, false, 0])
      await set(show!)
      expect([show, (await stateOf(listingId)).isPublic, await found('zither')]).toEqual([show, true, 1])
    }
    await suspend(true)
    expect([await stateOf(listingId), await found('zither')]).toEqual([
      { isPublic: false, ownerSuspended: true },
      0,
    ])
    await suspend(false)
    expect([await stateOf(listingId), await found('zither')]).toEqual([
      { isPublic: true, ownerSuspended: false },
      1,
    ])
  })

  it('of everybody else stays when one person is suspended', async () => {
    const other = await people.listApproved(fixture.services, {
      owner: fixture.cast.diego,
      admin: fixture.cast.amihan,
    })
    await suspend(true)
    expect(await stateOf(other)).toEqual({ isPublic: true, ownerSuspended: false })
    await suspend(false)
  })
})
