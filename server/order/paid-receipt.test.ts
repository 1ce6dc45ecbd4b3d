import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { accepted } from '#seeds/act.ts'
import { cancelUnpaidOrder } from '../payment/cancel-unpaid-order.ts'
import { settleCheckout } from '#server/payment/settle-checkout.ts'
import { sweepPayments } from '#server/payment/sweep-payments.ts'
import { takePartyAction } from '#server/rental/take-action.ts'
import { paying } from '#tests/support/paying.ts'
import * as people from '#tests/support/people.ts'
import { by, NOW } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { findReceipt } from './find-receipt.ts'

const fixture = withServices(['ramon', 'olivia', 'diego', 'amihan'])
const { minutes, reset, list, order, rentalsOf, settle, providerIsDown, webhooks, deliver } = paying(fixture)
beforeEach(async () => {
  await reset()
  await sql`update "order" set status = 'cancelled' where status = 'awaiting_payment'`.execute(
    fixture.services.db,
  )
})

const receiptOf = async (number: string, who: people.Person = fixture.cast.ramon) =>
  accepted(await findReceipt(by(fixture.services, who), number)).receipt
const diegosDrill = () =>
  people.listApproved(
    fixture.services,
    { owner: fixture.cast.diego, admin: fixture.cast.amihan },
    { title: 'Drill' },
  )

describe('the receipt of an order that was paid online', () => {
  it('says how and when it was paid, to its renter and admins and not to an owner', async () => {
    const paid = await order(fixture.cast.ramon, [await list(), await diegosDrill()])
    fixture.services.emulator.pay(paid.sessionId, { channel: 'paymaya' })
    await deliver()
    const payment = { channel: 'paymaya', centavos: paid.totalCentavos, paidAt: NOW }
    expect(await receiptOf(paid.number)).toMatchObject({ payment, retaken: null, paymentRefunds: [] })
    expect(await receiptOf(paid.number, fixture.cast.amihan)).toMatchObject({ payment })
    const owners = await receiptOf(paid.number, fixture.cast.diego)
    expect(owners).toMatchObject({ payment: null, agreement: null, paymentRefunds: [] })
    expect(owners.items.map(({ title }) => title)).toEqual(['Drill'])
    expect(JSON.stringify(owners)).not.toContain('paymaya')
  })

  it('shows each refund with its rental, to an owner those of theirs, and what is left of the total', async () => {
    const paid = await order(fixture.cast.ramon, [await list(), await diegosDrill()])
    fixture.services.emulator.pay(paid.sessionId, { channel: 'gcash' })
    await deliver()
    const mine = (await rentalsOf(paid.id)).find(({ ownerId }) => ownerId === fixture.cast.olivia.id)!
    accepted(
      await takePartyAction(by(fixture.services, fixture.cast.olivia), {
        rentalId: mine.id,
        action: 'reject',
      }),
    )
    const refund = { centavos: 141_750, reason: 'reject', status: 'due', doneAt: null }
    const receipt = await receiptOf(paid.number)
    expect(receipt.items.find(({ rentalId }) => rentalId === mine.id)!.refunds).toEqual([refund])
    expect(receipt.totals).toMatchObject({ refunded: 141_750, total: 141_750 })
    await settle()
    const owners = await receiptOf(paid.number, fixture.cast.olivia)
    expect(owners.items[0]!.refunds).toEqual([{ ...refund, status: 'succeeded', doneAt: NOW }])
    expect(owners.totals).toMatchObject({ refunded: 141_750, total: 0 })
    const others = await receiptOf(paid.number, fixture.cast.diego)
    expect(others.items.flatMap(({ refunds }) => refunds)).toEqual([])
    expect(others.totals.refunded).toBe(0)
  })

  it('of a late payment says that the dates were taken again; of a second one, that it goes back', async () => {
    const late = await order(fixture.cast.ramon, [await list()])
    minutes(31)
    providerIsDown()
    await sweepPayments(fixture.services)
    fixture.services.emulator.faults.clear()
    fixture.services.emulator.pay(late.sessionId, { channel: 'card' })
    fixture.services.emulator.pay(late.sessionId, { channel: 'gcash' })
    webhooks().length = 0
    await settleCheckout(fixture.services, late.sessionId)
    expect(await receiptOf(late.number)).toMatchObject({
      orderStatus: 'confirmed',
      retaken: 'expired',
      paymentRefunds: [{ rentalId: null, centavos: late.totalCentavos, reason: 'unused', channel: 'gcash' }],
    })
    const owners = await receiptOf(late.number, fixture.cast.olivia)
    expect(owners.paymentRefunds).toEqual([])
  })

  it('is not visible to an owner while it is unpaid, nor after it was cancelled', async () => {
    const unpaid = await order(fixture.cast.ramon, [await list()])
    const owners = () => findReceipt(by(fixture.services, fixture.cast.olivia), unpaid.number)
    expect(await receiptOf(unpaid.number)).toMatchObject({ orderStatus: 'awaiting_payment', payment: null })
    expect(await owners()).toMatchObject({ reason: 'not-found' })
    accepted(await cancelUnpaidOrder(by(fixture.services, fixture.cast.ramon), unpaid.number))
    expect(await receiptOf(unpaid.number)).toMatchObject({ orderStatus: 'cancelled', payment: null })
    expect(await owners()).toMatchObject({ reason: 'not-found' })
  })
})
