import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { addDays } from '#domain/period.ts'
import { accepted } from '#seeds/act.ts'
import { by, TODAY } from '#tests/support/services.ts'
import { noShows } from '#tests/support/no-shows.ts'
import { takePartyAction } from './take-action.ts'

const { fixture, refundsOf, act, at, approved } = noShows()

describe('an owner who withdraws', () => {
  it('gives everything back, keeps the days blocked, also those of a lapsed hold, and the renter is told', async () => {
    const { rentalId, orderId } = await approved()
    const { listingId } = await fixture.services.db
      .selectFrom('rental')
      .select('listingId')
      .where('id', '=', rentalId)
      .executeTakeFirstOrThrow()
    at(11, '09:00')
    await fixture.services.db
      .insertInto('blockedPeriod')
      .values({
        id: uuid(),
        listingId,
        period: `[${addDays(TODAY, 12)},${addDays(TODAY, 14)})`,
        createdAt: fixture.services.clock.now(),
        heldFor: fixture.cast.katrina.id,
        heldUntil: fixture.services.clock.now(),
        reason: 'offer',
      })
      .execute()
    expect(
      await takePartyAction(by(fixture.services, fixture.cast.ramon), { rentalId, action: 'withdraw' }),
    ).toMatchObject({ reason: 'side' })
    accepted(await act(rentalId, 'withdraw'))
    expect(await refundsOf(orderId)).toMatchObject([
      { reason: 'withdraw', centavos: 3 * 45_000 + 6_750 + 50_000 },
    ])
    const blocks = await fixture.services.db
      .selectFrom('blockedPeriod')
      .select('period')
      .where('listingId', '=', listingId)
      .execute()
    expect(blocks).toEqual([{ period: `[${addDays(TODAY, 11)},${addDays(TODAY, 13)})` }])
    expect(await act(rentalId, 'withdraw')).toMatchObject({ reason: 'status' })
  })

  it('can’t after the hand-over', async () => {
    const { rentalId } = await approved()
    at(10, '09:00')
    accepted(await act(rentalId, 'activate'))
    expect(await act(rentalId, 'withdraw')).toMatchObject({ reason: 'status' })
  })
})
