import { beforeEach, describe, expect, it } from 'vitest'
import { accepted } from '#seeds/act.ts'
import { takeStep } from '#server/rental/take-step.ts'
import { paying } from '#tests/support/paying.ts'
import * as people from '#tests/support/people.ts'
import { by, TODAY } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { payOutRefund } from './pay-out-refund.ts'
import { retryRefund } from './retry-refund.ts'

const town = withServices(['ramon', 'olivia', 'amihan'])
const { minutes, reset, paid, effects, settle, refundsOf, balances } = paying(town)
beforeEach(reset)

const nobody = '0199a000-0000-7000-8000-000000000000'
const amihan = () => [by(town.services, town.cast.amihan), people.admin(town.cast.amihan)] as const

/** A paid order whose owner rejects it: the order, and the refund that is owed. */
async function rejected(channel: string) {
  const order = await paid(town.cast.ramon, {}, channel)
  accepted(
    await takeStep(by(town.services, town.cast.olivia), { rentalId: order.rentalId, action: 'reject' }),
  )
  await effects()
  return { ...order, refund: (await refundsOf(order.id))[0]! }
}

describe('a refund that an admin pays out by hand', () => {
  const proof = 'GCash 1234 567 890'

  it('is for QR Ph, done with a proof, booked from the bank, told to the renter and in the audit log', async () => {
    const { id, refund } = await rejected('qrph')
    expect(refund.status).toBe('manual')
    minutes(60)
    accepted(await payOutRefund(...amihan(), { refundId: refund.id, proof, paidOn: TODAY }))
    const [after] = await refundsOf(id)
    expect(after).toMatchObject({ status: 'paid_out', proof, paidOn: TODAY, paidOutBy: town.cast.amihan.id })
    expect(await balances(id)).toMatchObject({ bank: -141_750 })
    expect(await balances(id)).not.toHaveProperty('refund_due')
    await effects()
    const [mail] = await town.services.mail.list(1)
    expect(mail).toMatchObject({ to: 'renter@hiram.test', subject: '₱1,417.50 refunded' })
    expect(mail!.text).toContain('We sent it by hand')
    const event = await town.services.db
      .selectFrom('event')
      .selectAll()
      .where('subject', '=', 'refund')
      .where('action', '=', 'pay-out')
      .executeTakeFirstOrThrow()
    expect(event).toMatchObject({
      actorId: town.cast.amihan.id,
      actorRole: 'admin',
      subjectId: refund.id,
      detail: { from: 'manual', to: 'paid_out', centavos: 141_750, 'paid on': TODAY },
    })
  })

  it('is paid out once, by however many admins at once', async () => {
    const { id, refund } = await rejected('qrph')
    const wish = { refundId: refund.id, proof, paidOn: TODAY }
    const all = await Promise.all([1, 2, 3].map(() => payOutRefund(...amihan(), wish)))
    expect(all.filter(({ ok }) => ok)).toHaveLength(1)
    for (const verdict of all.filter(({ ok }) => !ok))
      expect(verdict).toMatchObject({
        reason: 'status',
        message: 'This refund has been paid out already. Nothing was changed.',
      })
    expect(await balances(id)).toMatchObject({ bank: -141_750 })
  })

  it('is refused in the future, before it was owed, for one the provider sends, and for none', async () => {
    const manual = await rejected('qrph')
    const wish = { refundId: manual.refund.id, proof, paidOn: TODAY }
    expect(await payOutRefund(...amihan(), { ...wish, paidOn: '2026-11-22' })).toMatchObject({
      reason: 'day',
    })
    expect(await payOutRefund(...amihan(), { ...wish, paidOn: '2026-11-20' })).toMatchObject({
      reason: 'day',
    })
    const sent = await rejected('gcash')
    expect(await payOutRefund(...amihan(), { ...wish, refundId: sent.refund.id })).toMatchObject({
      reason: 'status',
    })
    expect(await payOutRefund(...amihan(), { ...wish, refundId: nobody })).toMatchObject({
      reason: 'not-found',
    })
    expect(await refundsOf(manual.id)).toMatchObject([{ status: 'manual', proof: null }])
  })
})

describe('a refund that the provider could not send', () => {
  it('is asked of it again by an admin, as a new refund, and arrives once', async () => {
    town.services.emulator.refunds.go = 'fail'
    const { id, refund } = await rejected('gcash')
    await settle()
    const [failed] = await refundsOf(id)
    expect(failed).toMatchObject({
      status: 'manual',
      note: 'The provider could not send it.',
      providerId: expect.stringMatching(/^ref_/),
    })
    town.services.emulator.refunds.go = 'settle'
    const twice = await Promise.all([1, 2].map(() => retryRefund(...amihan(), { refundId: refund.id })))
    expect(twice.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await payOutRefund(...amihan(), { refundId: refund.id, proof: 'x', paidOn: TODAY })).toMatchObject(
      { reason: 'status' },
    )
    await settle()
    await settle()
    expect(await refundsOf(id)).toMatchObject([{ status: 'succeeded', attempt: 2, note: null }])
    const theirs = town.services.emulator.list().refunds
    expect(theirs.map(({ status }) => status)).toEqual(['failed', 'succeeded'])
    expect(await balances(id)).not.toHaveProperty('refund_due')
  })

  it('is not asked again while it may have arrived: refused, never answered, or not failed any more', async () => {
    town.services.emulator.faults.add({ do: 'answer', status: 400, on: 'POST /v1/refunds' })
    const refused = await rejected('gcash')
    expect(await retryRefund(...amihan(), { refundId: refused.refund.id })).toMatchObject({
      reason: 'unsure',
    })
    town.services.emulator.refunds.go = 'fail'
    const failed = await rejected('gcash')
    await settle()
    town.services.emulator.list().refunds.at(-1)!.status = 'succeeded'
    expect(await retryRefund(...amihan(), { refundId: failed.refund.id })).toMatchObject({
      reason: 'status',
      message: 'The provider says that this refund is succeeded.',
    })
    town.services.emulator.faults.add({ do: 'answer', status: 500, times: 9 })
    expect(await retryRefund(...amihan(), { refundId: failed.refund.id })).toMatchObject({
      reason: 'provider',
    })
    town.services.emulator.faults.clear()
    town.services.emulator.list().refunds.at(-1)!.status = 'failed'
    minutes(200 * 24 * 60)
    expect(await retryRefund(...amihan(), { refundId: failed.refund.id })).toMatchObject({ reason: 'late' })
    expect(await retryRefund(...amihan(), { refundId: nobody })).toMatchObject({ reason: 'not-found' })
  })
})
