import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '#domain/period.ts'
import { accepted } from '#seeds/act.ts'
import { paying } from '#tests/support/paying.ts'
import * as people from '#tests/support/people.ts'
import { by, TODAY } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { cancelUnpaidOrder } from './cancel-unpaid-order.ts'
import { returnToOrder } from './return-to-order.ts'
import { sweepPayments } from './sweep-payments.ts'

const fixture = withServices(['ramon', 'katrina', 'olivia', 'amihan'], {
  limits: { paymentChecks: { points: 30, seconds: 60 } },
})
const { minutes, reset, list, order, settle, providerIsDown, webhooks, refundsOf } = paying(fixture)
beforeEach(async () => {
  await reset()
  await sql`update "order" set status = 'cancelled' where status = 'awaiting_payment'`.execute(
    fixture.services.db,
  )
})

const back = (number: string, who: people.Person = fixture.cast.ramon) =>
  returnToOrder(by(fixture.services, who), people.renter(who), number)
const found = async (number: string) => accepted(await back(number)).order

describe('someone who comes back from the provider’s page', () => {
  it('finds the order confirmed when it is paid, though no webhook came', async () => {
    const { number, sessionId } = await order(fixture.cast.ramon, [await list()])
    fixture.services.emulator.pay(sessionId, { channel: 'gcash' })
    webhooks().length = 0
    expect(await found(number)).toMatchObject({ paymentStatus: 'confirmed', paymentRefunds: [] })
  })

  it('finds it waiting, with the time that is left, and the same order again and again', async () => {
    const { number, totalCentavos } = await order(fixture.cast.ramon, [await list({ title: 'Gown' })])
    minutes(12)
    expect(await found(number)).toMatchObject({
      paymentStatus: 'waiting',
      secondsLeft: 18 * 60,
      titles: ['Gown'],
      totalCentavos,
      opened: true,
      atProvider: 'open',
    })
    expect(await found(number)).toMatchObject({ paymentStatus: 'waiting' })
  })

  it('sees that a payment is under way', async () => {
    const { number, sessionId } = await order(fixture.cast.ramon, [await list()])
    fixture.services.emulator.begin(sessionId, { channel: 'dob' })
    expect(await found(number)).toMatchObject({ paymentStatus: 'waiting', atProvider: 'under-way' })
  })

  it('finds it expired when its time is over, and cancelled when they gave it up', async () => {
    const late = await order(fixture.cast.ramon, [await list()])
    minutes(30)
    expect(await found(late.number)).toMatchObject({ paymentStatus: 'expired', secondsLeft: 0 })
    await sweepPayments(fixture.services)
    expect(await found(late.number)).toMatchObject({ paymentStatus: 'expired' })
    minutes(31)
    const given = await order(fixture.cast.ramon, [])
    accepted(await cancelUnpaidOrder(by(fixture.services, fixture.cast.ramon), given.number))
    expect(await found(given.number)).toMatchObject({ paymentStatus: 'cancelled' })
  })

  it('sees how much is refunded, and how, when they paid too late', async () => {
    const tent = await list({ bookableWhileRented: true })
    const late = await order(fixture.cast.ramon, [tent])
    minutes(31)
    providerIsDown()
    await sweepPayments(fixture.services)
    fixture.services.emulator.faults.clear()
    await people.rent(fixture.services, fixture.cast.katrina, [tent], { startDate: addDays(TODAY, 10) })
    fixture.services.emulator.pay(late.sessionId, { channel: 'gcash' })
    webhooks().length = 0
    const returned = [{ centavos: late.totalCentavos, channel: 'gcash', status: 'due', doneAt: null }]
    expect(await found(late.number)).toMatchObject({ paymentStatus: 'refunded', paymentRefunds: returned })
    await settle()
    expect(await found(late.number)).toMatchObject({
      paymentStatus: 'refunded',
      paymentRefunds: [{ status: 'succeeded', doneAt: expect.any(Date) }],
    })
    expect(await refundsOf(late.id)).toHaveLength(1)
  })

  it('is told when the provider can’t be asked', async () => {
    const { number } = await order(fixture.cast.ramon, [await list()])
    providerIsDown()
    expect(await found(number)).toMatchObject({ paymentStatus: 'waiting', atProvider: 'silent' })
  })

  it('is told when the provider’s answer can’t be read', async () => {
    const { number } = await order(fixture.cast.ramon, [await list()])
    fixture.services.emulator.faults.add({ do: 'wrong-mode', times: 9 })
    expect(await found(number)).toMatchObject({ paymentStatus: 'waiting', atProvider: 'unreadable' })
    expect(fixture.services.errors.splice(0)).toHaveLength(1)
    fixture.services.emulator.faults.clear()
    providerIsDown()
    expect(await found(number)).toMatchObject({ atProvider: 'silent' })
  })

  it('finds nothing when the order is someone else’s, unknown, or was Cash on Delivery', async () => {
    const { number } = await order(fixture.cast.ramon, [await list()])
    const cash = await people.rent(fixture.services, fixture.cast.katrina, [await list()])
    for (const [asked, who] of [
      [number, fixture.cast.katrina],
      [number, fixture.cast.olivia],
      ['pm-1', fixture.cast.ramon],
      [cash.orderNumber, fixture.cast.katrina],
    ] as const)
      expect(await back(asked, who)).toMatchObject({ ok: false, reason: 'not-found' })
  })

  it('causes no more requests to the provider than the limit allows, and sees the stored state', async () => {
    const { number, sessionId } = await order(fixture.cast.katrina, [await list()])
    for (let i = 0; i < 30; i++) accepted(await back(number, fixture.cast.katrina))
    fixture.services.emulator.pay(sessionId, { channel: 'gcash' })
    webhooks().length = 0
    expect(accepted(await back(number, fixture.cast.katrina)).order).toMatchObject({
      paymentStatus: 'waiting',
    })
  })
})
