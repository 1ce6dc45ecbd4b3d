import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { addDays, periodOf } from '#domain/period.ts'
import { accepted } from '#seeds/act.ts'
import * as people from '#tests/support/people.ts'
import { by } from '#tests/support/services.ts'
import { START, rentalChanges, daysFrom } from '#tests/support/rental-changes.ts'
import { findReceipt } from '../order/find-receipt.ts'
import { findOrder } from '../order/find-order.ts'
import { openPayment } from '../payment/open-payment.ts'
import { cancelUnpaidOrder } from '../payment/cancel-unpaid-order.ts'
import { listUnpaidOrders } from '../payment/unpaid-orders.ts'
import { returnToOrder } from '../payment/return-to-order.ts'
import { settleCheckout } from '../payment/settle-checkout.ts'
import { sweepPayments } from '../payment/sweep-payments.ts'
import { answerChange } from './answer-change.ts'

const {
  minutes,
  balances,
  statusOf,
  fixture,
  db,
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
  pay,
} = rentalChanges()

describe('paid online', () => {
  // Spec: D21, D50
  it('a yes waits for its payment, and the days are the renter’s once it is paid', async () => {
    const { rentalId, orderId, listingId } = await online()
    expect(accepted(await answer(await extend(rentalId))).waits).toBe(true)
    expect(await stateOf(rentalId)).toBe('paying')
    expect((await rentalOf(rentalId)).period).toBe(daysFrom(START, 3))
    const { ramon } = fixture.cast
    expect(await listUnpaidOrders(by(fixture.services, ramon), people.renter(ramon))).toMatchObject([
      { totalCentavos: 104_999, titles: ['Tent'], secondsLeft: 1800 },
    ])
    const { orderNumber, sessionId } = await pay(rentalId)
    expect(fixture.services.emulator.list().payments.at(-1)).toMatchObject({ amount: 104_999 })
    expect(accepted(await settleCheckout(fixture.services, sessionId)).orderStatus).toBe('confirmed')
    expect(await stateOf(rentalId)).toBe('done')
    expect(await rentalOf(rentalId)).toMatchObject({
      period: daysFrom(START, 6),
      durationDays: 6,
      status: 'Approved',
      orderId,
    })
    expect(await holds(listingId)).toEqual([])
    const change = await changeOf(rentalId)
    expect(await balances(change.orderId!)).toMatchObject({ owner_payable: -99_999, platform_fee: -5_000 })
    expect(await differences()).toEqual([])
    expect(await mails()).toEqual(['ask to owner', 'agree to renter', 'do to renter', 'do to owner'])
    const returned = await returnToOrder(by(fixture.services, ramon), people.renter(ramon), orderNumber)
    expect(accepted(returned).order).toMatchObject({ paymentStatus: 'confirmed', totalCentavos: 104_999 })
  })

  it('each order has its receipt, the rental’s own all of it, and the rental counts once', async () => {
    const { rentalId, number } = await online()
    accepted(await answer(await extend(rentalId)))
    const { orderNumber, sessionId } = await pay(rentalId)
    accepted(await settleCheckout(fixture.services, sessionId))
    const receipt = async (of: string, who = fixture.cast.ramon) =>
      accepted(await findReceipt(by(fixture.services, who), of)).receipt
    expect(await receipt(number)).toMatchObject({ totals: { total: 209_998 }, items: [{ durationDays: 6 }] })
    expect(await receipt(orderNumber)).toMatchObject({
      totals: { subtotal: 99_999, serviceFee: 5_000, total: 104_999 },
      payment: { centavos: 104_999 },
      items: [{ durationDays: 3, period: periodOf(addDays(START, 3), 3) }],
    })
    expect((await receipt(orderNumber, fixture.cast.olivia)).totals.total).toBe(104_999)
    await sql`insert into deposit_claim (rental_id, centavos, reason, granted_centavos, decided_at)
      values (${rentalId}, 600, 'Torn', 600, ${fixture.services.clock.now()})`.execute(db())
    const granted = async (of: string) => (await receipt(of)).items[0]!.grantedCentavos
    expect([await granted(number), await granted(orderNumber)]).toEqual([600, null])
    const admin = people.admin(fixture.cast.amihan)
    expect(accepted(await findOrder({ db: db() }, admin, orderNumber)).order.totals.total).toBe(104_999)
    expect(await findReceipt(by(fixture.services, fixture.cast.katrina), orderNumber)).toMatchObject({
      reason: 'not-found',
    })
  })

  it('unpaid after 30 minutes, the days are free and nothing changes', async () => {
    const { rentalId, listingId } = await online()
    accepted(await answer(await extend(rentalId)))
    minutes(31)
    await sweepPayments(fixture.services)
    expect([await stateOf(rentalId), await holds(listingId)]).toEqual(['expired', []])
    expect((await rentalOf(rentalId)).period).toBe(daysFrom(START, 3))
    expect(await linesOf(rentalId)).toHaveLength(3)
    expect((await mails()).slice(-2)).toEqual(['expire to renter', 'expire to owner'])
  })

  // Spec: D50
  it('still waits for its payment when the provider fails, and opens one page at the next try', async () => {
    const { rentalId, listingId } = await online()
    accepted(await answer(await extend(rentalId)))
    const { orderNumber } = await changeOf(rentalId)
    const ramon = [by(fixture.services, fixture.cast.ramon), people.renter(fixture.cast.ramon)] as const
    fixture.services.emulator.faults.add({ do: 'drop-after', on: 'POST /v2/checkout_sessions', times: 9 })
    expect(await openPayment(...ramon, orderNumber!)).toMatchObject({ reason: 'provider' })
    fixture.services.emulator.faults.clear()
    expect([await stateOf(rentalId), await holds(listingId)]).toEqual([
      'paying',
      [daysFrom(addDays(START, 3), 3)],
    ])
    const before = fixture.services.emulator.list().checkouts
    const { url } = accepted(await openPayment(...ramon, orderNumber!))
    expect(fixture.services.emulator.list().checkouts).toHaveLength(before.length)
    expect(url).toContain(before.at(-1)!.id)
  })

  it('is not paid once the change has ended in another way', async () => {
    const { rentalId } = await online()
    accepted(await answer(await extend(rentalId)))
    const { orderNumber } = await changeOf(rentalId)
    const ramon = [by(fixture.services, fixture.cast.ramon), people.renter(fixture.cast.ramon)] as const
    accepted(await openPayment(...ramon, orderNumber!))
    accepted(await act(rentalId, 'cancel'))
    expect(await statusOf(orderNumber!)).toBe('awaiting_payment')
    const over = { reason: 'over', message: 'There is nothing to pay for this order any more.' }
    expect(await openPayment(...ramon, orderNumber!)).toMatchObject(over)
    expect(await statusOf(orderNumber!)).toBe('cancelled')
    expect(await openPayment(...ramon, orderNumber!)).toMatchObject(over)
  })

  it('the renter can give the payment up', async () => {
    const { rentalId, listingId } = await online()
    accepted(await answer(await extend(rentalId)))
    const { orderNumber } = await changeOf(rentalId)
    accepted(await cancelUnpaidOrder(by(fixture.services, fixture.cast.ramon), orderNumber!))
    expect([await stateOf(rentalId), await holds(listingId)]).toEqual(['withdrawn', []])
  })

  it('can’t be agreed when it could not be paid', async () => {
    const { rentalId } = await online()
    const changeId = await extend(rentalId)
    const ctx = { ...by(fixture.services, fixture.cast.olivia), payments: null }
    expect(await answerChange(ctx, { changeId, yes: true })).toMatchObject({ reason: 'online-off' })
    expect(await stateOf(rentalId)).toBe('asked')
  })
})
