import { describe, expect, it } from 'vitest'
import { accepted } from '#seeds/act.ts'
import * as people from '#tests/support/people.ts'
import { by, NOW } from '#tests/support/services.ts'
import { DAY, START, rentalChanges, daysFrom } from '#tests/support/rental-changes.ts'
import { takeDownListing } from '../take-down/take-down-listing.ts'
import { sayBroughtBack } from '../handover/say-brought-back.ts'
import { sweepChanges } from './sweep-changes.ts'

const { minutes, fixture, db, ask, extend, answer, act, rentalOf, stateOf, holds, mails, inCash } =
  rentalChanges()

describe('an owner', () => {
  it('who does not answer in time leaves everything as it was, and both are told', async () => {
    const { rentalId, listingId } = await inCash()
    await extend(rentalId)
    minutes(DAY - 1)
    expect(await sweepChanges(fixture.services)).toBe(0)
    minutes(3 * DAY)
    expect(await sweepChanges(fixture.services)).toBe(1)
    expect([await stateOf(rentalId), await holds(listingId)]).toEqual(['expired', []])
    expect((await rentalOf(rentalId)).period).toBe(daysFrom(START, 3))
    expect(await mails()).toEqual(['ask to owner', 'expire to renter', 'expire to owner'])
  })

  it('can’t give more days of a listing that was taken down meanwhile, and can decline them', async () => {
    const { rentalId, listingId } = await inCash()
    minutes(10 * DAY)
    accepted(await act(rentalId, 'activate'))
    const changeId = await extend(rentalId)
    const admin = people.asAdmin(fixture.services, fixture.cast.amihan)
    accepted(await takeDownListing(...admin, { listingId, reason: 'It is a copy.' }))
    expect(await answer(changeId)).toMatchObject({ reason: 'gone' })
    accepted(await answer(changeId, false))
    accepted(await act(rentalId, 'complete'))
  })

  it('can’t give more days of a listing that was rejected meanwhile', async () => {
    const { rentalId, listingId } = await inCash()
    minutes(10 * DAY)
    accepted(await act(rentalId, 'activate'))
    const changeId = await extend(rentalId)
    await db().updateTable('listing').set({ status: 'rejected' }).where('id', '=', listingId).execute()
    expect(await answer(changeId)).toMatchObject({ reason: 'gone' })
    accepted(await answer(changeId, false))
    accepted(await act(rentalId, 'complete'))
  })

  it('can’t give more days to a renter whose account was suspended meanwhile', async () => {
    const { rentalId } = await inCash()
    minutes(10 * DAY)
    accepted(await act(rentalId, 'activate'))
    const changeId = await extend(rentalId)
    const suspended = { suspendedAt: NOW, suspendedBy: fixture.cast.amihan.id, suspensionReason: 'Spam' }
    const back = { suspendedAt: null, suspendedBy: null, suspensionReason: null }
    const write = (state: typeof suspended | typeof back) =>
      db().updateTable('account').set(state).where('id', '=', fixture.cast.ramon.id).execute()
    await write(suspended)
    expect(await answer(changeId)).toMatchObject({ reason: 'suspended' })
    await write(back)
    accepted(await answer(changeId))
    accepted(await act(rentalId, 'complete'))
  })

  it('can’t give more days once the renter said that it is back', async () => {
    const { rentalId } = await inCash()
    minutes(10 * DAY)
    accepted(await act(rentalId, 'activate'))
    const changeId = await extend(rentalId, 7)
    const back = { rentalId, note: 'In the box.', photoIds: [] }
    accepted(await sayBroughtBack(by(fixture.services, fixture.cast.ramon), back))
    expect(await answer(changeId)).toMatchObject({ reason: 'status' })
    accepted(await act(rentalId, 'complete'))
  })

  it('who declines frees the days', async () => {
    const { rentalId, listingId } = await inCash()
    const changeId = await extend(rentalId)
    expect(await answer(changeId, false, fixture.cast.ramon)).toMatchObject({ reason: 'side' })
    expect(await answer(changeId, true, fixture.cast.diego)).toMatchObject({ reason: 'not-found' })
    accepted(await answer(changeId, false))
    expect([await stateOf(rentalId), await holds(listingId)]).toEqual(['declined', []])
    expect(await mails()).toEqual(['ask to owner', 'decline to renter'])
  })
})

it('while somebody says that the other did not come, nothing changes', async () => {
  const { rentalId } = await inCash()
  const changeId = await extend(rentalId)
  await db().insertInto('noShow').values({ rentalId, saidBy: 'owner', saidAt: NOW }).execute()
  expect(await answer(changeId)).toMatchObject({ reason: 'contested' })
  accepted(await answer(changeId, false))
  expect(await ask(rentalId, { what: 'extend', days: 1 })).toMatchObject({ reason: 'contested' })
})
