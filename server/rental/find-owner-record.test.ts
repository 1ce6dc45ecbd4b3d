import { expect, it } from 'vitest'
import { accepted } from '#seeds/act.ts'
import { listApproved, rent } from '#tests/support/people.ts'
import { by, NOW, TODAY } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { addDays } from '#domain/period.ts'
import { findOwnerRecord } from './find-owner-record.ts'
import { sweepRentals } from './sweep-rentals.ts'
import { takePartyAction } from './take-action.ts'

const fixture = withServices(['ramon', 'katrina', 'olivia', 'paolo', 'amihan'])
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
  let unanswered = { orderId: '' }
  for (const action of ['cancel', 'none'] as const) {
    const listing = await listApproved(services, { owner: cast.olivia, admin: cast.amihan })
    const rented = await rent(services, cast.katrina, [listing], { startDate: addDays(TODAY, 5) })
    const { rentalId } = rented
    if (action === 'cancel') accepted(await takePartyAction(by(services, cast.katrina), { rentalId, action }))
    else unanswered = rented
  }
  clock.set(after(49))
  await sweepRentals(services)

  const record = await findOwnerRecord(services.db, cast.olivia.id, after(49))
  expect(record).toEqual({ asked: 4, medianHours: 4, approved: 2, decided: 4, promised: 0, calledOff: 0 })

  // Paid after the last instant for an answer, it could not be answered.
  const paidAt = (confirmedAt: Date) =>
    services.db.updateTable('order').set({ confirmedAt }).where('id', '=', unanswered.orderId).execute()
  await paidAt(after(48))
  const paidLate = await findOwnerRecord(services.db, cast.olivia.id, after(49))
  expect(paidLate).toMatchObject({ asked: 3, approved: 2, decided: 3 })
  await paidAt(NOW)

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

it('counts what an owner called off at once, and what a renter called off neither for nor against them', async () => {
  const { services, cast } = fixture
  const { clock } = services
  const approved = async (inDays: number) => {
    clock.set(NOW)
    const listing = await listApproved(services, { owner: cast.paolo, admin: cast.amihan })
    const { rentalId } = await rent(services, cast.ramon, [listing], { startDate: addDays(TODAY, inDays) })
    accepted(await takePartyAction(by(services, cast.paolo), { rentalId, action: 'approve' }))
    return rentalId
  }
  const rentalId = await approved(300)
  accepted(await takePartyAction(by(services, cast.paolo), { rentalId, action: 'withdraw' }))
  const dropped = await approved(5)
  accepted(await takePartyAction(by(services, cast.ramon), { rentalId: dropped, action: 'cancel' }))
  await approved(5)
  await approved(300)
  const record = async (days: number) => {
    const {
      approved: a,
      decided,
      promised,
      calledOff,
    } = await findOwnerRecord(services.db, cast.paolo.id, after(24 * days))
    return [a, decided, promised, calledOff]
  }
  expect(await record(0)).toEqual([4, 4, 1, 1])
  expect(await record(10)).toEqual([4, 4, 2, 1])
  expect(await record(310)).toEqual([4, 4, 3, 1])
  expect(await record(380)).toEqual([0, 0, 2, 1])
  expect(await record(700)).toEqual([0, 0, 0, 0])
})
