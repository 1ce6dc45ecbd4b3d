import { expect, it } from 'vitest'
import { addDays } from '#domain/period.ts'
import type { RentalAction } from '#domain/rental/lifecycle.ts'
import { notYetReturned } from '#domain/rental/not-back.ts'
import { accepted } from '#seeds/act.ts'
import * as people from '#tests/support/people.ts'
import { by, TODAY } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { takePartyAction } from './take-action.ts'

const fixture = withServices(['ramon', 'katrina', 'olivia', 'amihan'])

const thing = (changes = {}) =>
  people.listApproved(fixture.services, { owner: fixture.cast.olivia, admin: fixture.cast.amihan }, changes)
const take = (rentalId: string, action: RentalAction) =>
  takePartyAction(by(fixture.services, fixture.cast.olivia), { rentalId, action })

it('an action of the same kind taken twice at once is taken once', async () => {
  const { rentalId } = await people.rent(fixture.services, fixture.cast.ramon, [await thing()])
  const verdicts = await Promise.all([1, 2, 3].map(() => take(rentalId, 'approve')))
  expect(verdicts.filter((verdict) => verdict.ok)).toHaveLength(1)
  const mails = await fixture.services.db
    .selectFrom('effect')
    .select('payload')
    .where('kind', '=', 'rental-mail')
    .orderBy('id')
    .execute()
  expect(mails.map(({ payload }) => `${payload.action} ${payload.to}`)).toEqual([
    'request owner',
    'request renter',
    'approve renter',
  ])
})

it('a thing is handed over once when two of its rentals are marked as active at once', async () => {
  const listingId = await thing({ bookableWhileRented: true })
  const ids: string[] = []
  for (const [who, startDate] of [
    [fixture.cast.ramon, TODAY],
    [fixture.cast.katrina, addDays(TODAY, 1)],
  ] as const) {
    const { rentalId } = await people.rent(fixture.services, who, [listingId], { startDate })
    accepted(await take(rentalId, 'approve'))
    ids.push(rentalId)
  }
  const verdicts = await Promise.all(ids.map((id) => take(id, 'activate')))
  expect(verdicts.filter((verdict) => verdict.ok)).toHaveLength(1)
  expect(verdicts.find((verdict) => !verdict.ok)).toMatchObject({ message: notYetReturned })
})
