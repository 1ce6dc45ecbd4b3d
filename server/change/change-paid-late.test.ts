import { describe, expect, it } from 'vitest'
import { addDays } from '#domain/period.ts'
import { accepted } from '#seeds/act.ts'
import * as people from '#tests/support/people.ts'
import { by } from '#tests/support/services.ts'
import { DAY, START, rentalChanges, daysFrom } from '#tests/support/rental-changes.ts'
import { returnToOrder } from '../payment/return-to-order.ts'
import { settleCheckout } from '../payment/settle-checkout.ts'
import { sweepPayments } from '../payment/sweep-payments.ts'
import { takeDownListing } from '../take-down/take-down-listing.ts'
import { changeEmails } from '../notification/change-mail.ts'
import { sayBroughtBack } from '../handover/say-brought-back.ts'
import { joinWaitlist } from '../waitlist/join-waitlist.ts'
import { sweepWaitlist } from '../waitlist/sweep-waitlist.ts'

const {
  minutes,
  settle,
  providerIsDown,
  statusOf,
  fixture,
  db,
  ask,
  extend,
  answer,
  act,
  rentalOf,
  changeOf,
  stateOf,
  holds,
  linesOf,
  mails,
  differences,
  online,
  waitStateOf,
  pay,
} = rentalChanges()

/** The sweep while the provider does not answer. */
async function sweepWithoutProvider() {
  providerIsDown()
  await sweepPayments(fixture.services)
  fixture.services.emulator.faults.clear()
  fixture.services.errors.splice(0)
}

describe('paid online', () => {
  it('too late, the change is done if its days are still free', async () => {
    const { rentalId } = await online()
    accepted(await answer(await extend(rentalId)))
    const { sessionId } = await pay(rentalId)
    minutes(60)
    await sweepWithoutProvider()
    expect(await stateOf(rentalId)).toBe('expired')
    accepted(await settleCheckout(fixture.services, sessionId))
    expect(await stateOf(rentalId)).toBe('done')
    expect((await rentalOf(rentalId)).period).toBe(daysFrom(START, 6))
    expect(await differences()).toEqual([])
  })

  it('too late for days that are offered to the renter now, the change is done and the offer ends', async () => {
    const { rentalId, listingId } = await online()
    accepted(await answer(await extend(rentalId)))
    const { sessionId } = await pay(rentalId)
    const days = { startDate: addDays(START, 3), durationDays: 3 as const }
    const ramon = by(fixture.services, fixture.cast.ramon)
    const { entryId } = accepted(await joinWaitlist(ramon, { listingId, ...days }))
    minutes(60)
    await sweepWithoutProvider()
    expect([await sweepWaitlist(fixture.services), await waitStateOf(entryId)]).toEqual([1, 'offered'])
    accepted(await settleCheckout(fixture.services, sessionId))
    expect([await stateOf(rentalId), await waitStateOf(entryId), await holds(listingId)]).toEqual([
      'done',
      'taken',
      [],
    ])
  })

  it('too late for days that somebody else has now, the payment goes back whole', async () => {
    const { rentalId, listingId } = await online()
    accepted(await answer(await extend(rentalId)))
    const { sessionId } = await pay(rentalId)
    minutes(60)
    await sweepWithoutProvider()
    await people.rent(fixture.services, fixture.cast.katrina, [listingId], { startDate: addDays(START, 5) })
    accepted(await settleCheckout(fixture.services, sessionId))
    expect(await stateOf(rentalId)).toBe('expired')
    const change = await changeOf(rentalId)
    await settle()
    const refunds = await db()
      .selectFrom('refund')
      .selectAll()
      .where('orderId', '=', change.orderId!)
      .execute()
    expect(refunds).toMatchObject([{ reason: 'unused', centavos: 104_999, status: 'succeeded' }])
    expect((await rentalOf(rentalId)).period).toBe(daysFrom(START, 3))
    expect(await linesOf(rentalId)).toHaveLength(3)
  })

  it('for a rental that was cancelled meanwhile, the payment goes back, and the order waits for no other', async () => {
    const { rentalId, listingId } = await online()
    accepted(await answer(await extend(rentalId)))
    const { sessionId, orderNumber } = await pay(rentalId)
    accepted(await act(rentalId, 'cancel'))
    expect([await stateOf(rentalId), await holds(listingId)]).toEqual(['expired', []])
    accepted(await settleCheckout(fixture.services, sessionId))
    const { ramon } = fixture.cast
    const returned = await returnToOrder(by(fixture.services, ramon), people.renter(ramon), orderNumber)
    expect(accepted(returned).order).toMatchObject({ paymentStatus: 'refunded' })
    expect(await differences()).toEqual([])
  })

  it('for a listing that was taken down meanwhile, the payment goes back, and both are told that nothing changed', async () => {
    const { rentalId, listingId } = await online()
    minutes(10 * DAY)
    accepted(await act(rentalId, 'activate'))
    accepted(await answer(await extend(rentalId)))
    const { sessionId, orderNumber } = await pay(rentalId)
    const admin = people.asAdmin(fixture.services, fixture.cast.amihan)
    accepted(await takeDownListing(...admin, { listingId, reason: 'It is a copy.' }))
    accepted(await settleCheckout(fixture.services, sessionId))
    const { id: changeId, state, orderId } = await changeOf(rentalId)
    expect([state, await statusOf(orderNumber), await holds(listingId)]).toEqual(['expired', 'cancelled', []])
    const refunds = await db().selectFrom('refund').selectAll().where('orderId', '=', orderId!).execute()
    expect(refunds).toMatchObject([{ reason: 'unused', centavos: 104_999 }])
    expect((await mails()).slice(-2)).toEqual(['expire to renter', 'expire to owner'])
    const expired = { changeId, news: 'expire', to: 'owner' } as const
    expect((await changeEmails['change-mail'](fixture.services, expired))?.lead).toContain(
      'The request for other days could not be paid. The rental stays as it was',
    )
    accepted(await act(rentalId, 'complete'))
  })

  it('once the renter said that it is back, the payment goes back, and only days to give back can be asked for', async () => {
    const { rentalId } = await online()
    minutes(10 * DAY)
    accepted(await act(rentalId, 'activate'))
    accepted(await answer(await extend(rentalId)))
    const { sessionId, orderNumber } = await pay(rentalId)
    const ramon = by(fixture.services, fixture.cast.ramon)
    accepted(await sayBroughtBack(ramon, { rentalId, note: 'In the box.', photoIds: [] }))
    accepted(await settleCheckout(fixture.services, sessionId))
    const { state, orderId } = await changeOf(rentalId)
    expect([state, await statusOf(orderNumber)]).toEqual(['expired', 'cancelled'])
    const refunds = await db().selectFrom('refund').selectAll().where('orderId', '=', orderId!).execute()
    expect(refunds).toMatchObject([{ reason: 'unused', centavos: 104_999 }])
    expect(await ask(rentalId, { what: 'extend', days: 1 })).toMatchObject({ reason: 'status' })
    accepted(await ask(rentalId, { what: 'shorten', lastDay: addDays(START, 1) }))
    accepted(await act(rentalId, 'complete'))
  })
})
