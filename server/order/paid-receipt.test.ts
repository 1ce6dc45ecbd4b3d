import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { accepted } from '#seeds/act.ts'
import { cancelUnpaidOrder } from '#server/payment/release-order.ts'
import { settleCheckout } from '#server/payment/settle-checkout.ts'
import { sweepPayments } from '#server/payment/sweep-payments.ts'
import { takeStep } from '#server/rental/take-step.ts'
import { paying } from '#tests/support/paying.ts'
import * as people from '#tests/support/people.ts'
import { by, NOW } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { findReceipt } from './find-receipt.ts'

const town = withServices(['ramon', 'olivia', 'diego', 'amihan'])
const { minutes, reset, list, order, rentalsOf, settle, providerIsDown, webhooks, deliver } = paying(town)
beforeEach(async () => {
  await reset()
  await sql`update "order" set status = 'cancelled' where status = 'awaiting_payment'`.execute(
    town.services.db,
  )
})

const receiptOf = async (number: string, who: people.Person = town.cast.ramon) =>
  accepted(await findReceipt(by(town.services, who), number)).receipt
const diegosDrill = () =>
  people.listApproved(town.services, { owner: town.cast.diego, admin: town.cast.amihan }, { title: 'Drill' })

describe('the receipt of an order that was paid online', () => {
  it('says how and when it was paid, to its renter and admins and not to an owner', async () => {
    const paid = await order(town.cast.ramon, [await list(), await diegosDrill()])
    town.services.emulator.pay(paid.sessionId, { channel: 'paymaya' })
    await deliver()
    const payment = { channel: 'paymaya', centavos: paid.totalCentavos, paidAt: NOW }
    expect(await receiptOf(paid.number)).toMatchObject({ payment, retaken: false, returned: [] })
    expect(await receiptOf(paid.number, town.cast.amihan)).toMatchObject({ payment })
    const owners = await receiptOf(paid.number, town.cast.diego)
    expect(owners).toMatchObject({ payment: null, agreement: null, returned: [] })
    expect(owners.items.map(({ title }) => title)).toEqual(['Drill'])
    expect(JSON.stringify(owners)).not.toContain('paymaya')
  })

  it('shows each refund with its rental, to an owner those of theirs, and what is left of the total', async () => {
    const paid = await order(town.cast.ramon, [await list(), await diegosDrill()])
    town.services.emulator.pay(paid.sessionId, { channel: 'gcash' })
    await deliver()
    const mine = (await rentalsOf(paid.id)).find(({ ownerId }) => ownerId === town.cast.olivia.id)!
    accepted(await takeStep(by(town.services, town.cast.olivia), { rentalId: mine.id, action: 'reject' }))
    const refund = { centavos: 141_750, reason: 'reject', status: 'due', doneAt: null }
    const receipt = await receiptOf(paid.number)
    expect(receipt.items.find(({ rentalId }) => rentalId === mine.id)!.refunds).toEqual([refund])
    expect(receipt.totals).toMatchObject({ refunded: 141_750, total: 141_750 })
    await settle()
    const owners = await receiptOf(paid.number, town.cast.olivia)
    expect(owners.items[0]!.refunds).toEqual([{ ...refund, status: 'succeeded', doneAt: NOW }])
    expect(owners.totals).toMatchObject({ refunded: 141_750, total: 0 })
    const others = await receiptOf(paid.number, town.cast.diego)
    expect(others.items.flatMap(({ refunds }) => refunds)).toEqual([])
    expect(others.totals.refunded).toBe(0)
  })

  it('of a late payment says that the dates were taken again; of a second one, that it goes back', async () => {
    const late = await order(town.cast.ramon, [await list()])
    minutes(31)
    providerIsDown()
    await sweepPayments(town.services)
    town.services.emulator.faults.clear()
    town.services.emulator.pay(late.sessionId, { channel: 'card' })
    town.services.emulator.pay(late.sessionId, { channel: 'gcash' })
    webhooks().length = 0
    await settleCheckout(town.services, late.sessionId)
    expect(await receiptOf(late.number)).toMatchObject({
      orderStatus: 'confirmed',
      retaken: true,
      returned: [{ rentalId: null, centavos: late.totalCentavos, reason: 'unused', channel: 'gcash' }],
    })
    const owners = await receiptOf(late.number, town.cast.olivia)
    expect(owners.returned).toEqual([])
  })

  it('is nothing an owner sees while it is unpaid, nor after it was given up', async () => {
    const unpaid = await order(town.cast.ramon, [await list()])
    const owners = () => findReceipt(by(town.services, town.cast.olivia), unpaid.number)
    expect(await receiptOf(unpaid.number)).toMatchObject({ orderStatus: 'awaiting_payment', payment: null })
    expect(await owners()).toMatchObject({ reason: 'not-found' })
    accepted(await cancelUnpaidOrder(by(town.services, town.cast.ramon), unpaid.number))
    expect(await receiptOf(unpaid.number)).toMatchObject({ orderStatus: 'cancelled', payment: null })
    expect(await owners()).toMatchObject({ reason: 'not-found' })
  })
})
