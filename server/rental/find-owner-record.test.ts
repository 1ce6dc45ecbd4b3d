import { expect, it } from 'vitest'
import { accepted } from '#seeds/act.ts'
import { listApproved, rent } from '#tests/support/people.ts'
import { by, NOW, TODAY } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { addDays } from '#domain/period.ts'
import { findOwnerRecord } from './find-owner-record.ts'
import { sweepRentals } from './sweep-rentals.ts'
import { takePartyAction } from './take-action.ts'

const fixture = withServices(['ramon', 'katrina', 'olivia', 'amihan'])
const after = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000)

it('counts what an owner answered, when, and what they did not', async () => {
  const { services, cast } = fixture
  const { clock } = services
  const answers = [
    [1, 'approve'],
    [4, 'approve'],
    [10, 'reject'],
  ] as const
  for (const [hours, action] of answers) {
    const listing = await listApproved(services, { owner: cast.olivia, admin: cast.amihan })
    clock.set(NOW)
    const { rentalId } = await rent(services, cast.ramon, [listing], { startDate: addDays(TODAY, 5) })
    clock.set(after(hours))
    accepted(await takePartyAction(by(services, cast.olivia), { rentalId, action }))
  }
  clock.set(NOW)
  for (const action of ['cancel', 'none'] as const) {
    const listing = await listApproved(services, { owner: cast.olivia, admin: cast.amihan })
    const { rentalId } = await rent(services, cast.katrina, [listing], { startDate: addDays(TODAY, 5) })
    if (action === 'cancel') accepted(await takePartyAction(by(services, cast.katrina), { rentalId, action }))
  }
  clock.set(after(49))
  await sweepRentals(services)

  const record = await findOwnerRecord(services.db, cast.olivia.id, after(49))
  expect(record).toEqual({ asked: 4, medianHours: 4, approved: 2, decided: 4, promised: 0, calledOff: 0 })

  const later = await findOwnerRecord(services.db, cast.olivia.id, after(24 * 10))
  expect(later).toMatchObject({ promised: 2, calledOff: 0 })
  const afterQuarter = await findOwnerRecord(services.db, cast.olivia.id, after(24 * 100))
  expect(afterQuarter).toMatchObject({ asked: 0, medianHours: null, decided: 4 })
  const nextYear = await findOwnerRecord(services.db, cast.olivia.id, after(24 * 400))
  expect(nextYear).toEqual({
    asked: 0,
    medianHours: null,
    approved: 0,
    decided: 0,
    promised: 0,
    calledOff: 0,
  })
  clock.set(NOW)
})
