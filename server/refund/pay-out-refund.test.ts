import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { PaymentGateway, ProviderRefund } from '#gateways/payments/port.ts'
import { accepted } from '#seeds/act.ts'
import { doEffects } from '#tests/support/do-effects.ts'
import { payOutRefund } from '#tests/support/movements.ts'
import { paying } from '#tests/support/paying.ts'
import * as people from '#tests/support/people.ts'
import { NOW, TODAY } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { paymentEmails } from '../notification/payment-mail.ts'
import { sweepPayments } from '../payment/sweep-payments.ts'
import { retryRefund } from './retry-refund.ts'
import { sendRefund } from './send-refund.ts'

const fixture = withServices(['ramon', 'olivia', 'amihan'])
const { minutes, reset, rejected: rejectedNow, effects, settle, refundsOf, balances } = paying(fixture)
beforeEach(reset)

const flat = (text: string) => text.replaceAll(/\s+/g, ' ')
const nobody = '0199a000-0000-7000-8000-000000000000'
const amihan = () => people.asAdmin(fixture.services, fixture.cast.amihan)

/** A paid order that its owner rejects: the order, and the refund after it was requested. */
async function rejected(channel: string) {
  const order = await rejectedNow(fixture.cast.ramon, {}, channel)
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
    expect(after).toMatchObject({
      status: 'paid_out',
      proof,
      paidOn: TODAY,
      paidOutBy: fixture.cast.amihan.id,
    })
    expect(await balances(id)).toMatchObject({ bank: -141_750 })
    expect(await balances(id)).not.toHaveProperty('refund_due')
    await effects()
    const [mail] = await fixture.services.mail.list(1)
    expect(mail).toMatchObject({ to: 'renter@hiram.test', subject: '₱1,417.50 refunded' })
    expect(flat(mail!.text)).toContain(
      'We sent it by hand, as your payment method takes no refunds by itself.',
    )
    const event = await fixture.services.db
      .selectFrom('event')
      .selectAll()
      .where('subject', '=', 'refund')
      .where('action', '=', 'pay-out')
      .executeTakeFirstOrThrow()
    expect(event).toMatchObject({
      actorId: fixture.cast.amihan.id,
      actorRole: 'admin',
      subjectId: refund.id,
      detail: { from: 'manual', to: 'paid_out', centavos: 141_750, 'paid on': TODAY },
    })
  })

  it.each([
    ['qrph', 'goes back to you. We send it by hand, as QR Ph takes no refunds by itself.'],
    ['gcash', 'goes back to you the way you paid.'],
  ])(
    'is promised as such by the mail about what the owner did, and not for every method: %s',
    async (channel, way) => {
      await rejected(channel)
      const mails = await fixture.services.mail.list(5)
      const mail = mails.find(({ subject }) => subject.includes('can’t lend you'))
      expect(flat(mail!.text)).toContain(`₱1,417.50 ${way}`)
    },
  )

  it('of a card, whose payment got too old for example, is told without blaming the payment method', async () => {
    const { refund } = await rejected('card')
    const paidOut = {
      status: 'paid_out',
      proof,
      paidOn: TODAY,
      paidOutBy: fixture.cast.amihan.id,
      doneAt: NOW,
    } as const
    await fixture.services.db.updateTable('refund').set(paidOut).where('id', '=', refund.id).execute()
    const mail = await paymentEmails['refund-mail'](fixture.services, { refundId: refund.id })
    expect(mail?.note).toBe('We sent it by hand, as it could not go back the way it was paid.')
  })

  it('is paid out once, by however many admins at once', async () => {
    const { id, refund } = await rejected('qrph')
    const request = { refundId: refund.id, proof, paidOn: TODAY }
    const all = await Promise.all([1, 2, 3].map(() => payOutRefund(...amihan(), request)))
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
    const request = { refundId: manual.refund.id, proof, paidOn: TODAY }
    expect(await payOutRefund(...amihan(), { ...request, paidOn: '2026-11-22' })).toMatchObject({
      reason: 'day',
    })
    expect(await payOutRefund(...amihan(), { ...request, paidOn: '2026-11-20' })).toMatchObject({
      reason: 'day',
    })
    const sent = await rejected('gcash')
    expect(await payOutRefund(...amihan(), { ...request, refundId: sent.refund.id })).toMatchObject({
      reason: 'status',
    })
    expect(await payOutRefund(...amihan(), { ...request, refundId: nobody })).toMatchObject({
      reason: 'not-found',
    })
    expect(await refundsOf(manual.id)).toMatchObject([{ status: 'manual', proof: null }])
  })
})

describe('a refund that the provider could not send', () => {
  it('is asked of it again by an admin, as a new refund, and arrives once', async () => {
    fixture.services.emulator.refunds.go = 'fail'
    const { id, refund } = await rejected('gcash')
    await settle()
    const [failed] = await refundsOf(id)
    expect(failed).toMatchObject({
      status: 'manual',
      note: 'The provider could not send it.',
      providerId: expect.stringMatching(/^ref_/),
    })
    fixture.services.emulator.refunds.go = 'settle'
    const twice = await Promise.all([1, 2].map(() => retryRefund(...amihan(), { refundId: refund.id })))
    expect(twice.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await payOutRefund(...amihan(), { refundId: refund.id, proof: 'x', paidOn: TODAY })).toMatchObject(
      { reason: 'status' },
    )
    await settle()
    await settle()
    expect(await refundsOf(id)).toMatchObject([{ status: 'succeeded', attempt: 2, note: null }])
    const theirs = fixture.services.emulator.list().refunds
    expect(theirs.map(({ status }) => status)).toEqual(['failed', 'succeeded'])
    expect(await balances(id)).not.toHaveProperty('refund_due')
  })

  it('is asked for again when it was refused, for a low balance say, and arrives once', async () => {
    const code = 'insufficient_balance'
    fixture.services.emulator.faults.add({ do: 'answer', status: 400, code, on: 'POST /v1/refunds' })
    const { id, refund } = await rejected('gcash')
    expect(refund).toMatchObject({
      status: 'manual',
      note: `The provider refused it: ${code}. It has not made one.`,
      providerId: null,
    })
    expect(await retryRefund(...amihan(), { refundId: refund.id })).toEqual({ ok: true, outcome: 'asked' })
    await settle()
    await settle()
    expect(await refundsOf(id)).toMatchObject([{ status: 'succeeded', attempt: 2, note: null }])
    expect(fixture.services.emulator.list().refunds).toHaveLength(1)
    expect(await balances(id)).not.toHaveProperty('refund_due')
  })

  it('is taken for made, and not asked for again, when the provider has made it after all', async () => {
    fixture.services.emulator.refunds.go = 'fail'
    const { id, refund } = await rejected('gcash')
    await settle()
    expect(await refundsOf(id)).toMatchObject([{ status: 'manual' }])
    fixture.services.emulator.list().refunds.at(-1)!.status = 'succeeded'
    expect(await retryRefund(...amihan(), { refundId: refund.id })).toEqual({ ok: true, outcome: 'found' })
    expect(await refundsOf(id)).toMatchObject([{ status: 'succeeded', attempt: 1 }])
    expect(fixture.services.emulator.list().refunds).toHaveLength(1)
    const log = await fixture.services.db
      .selectFrom('event')
      .select(['action', 'actorId', 'detail'])
      .where('subjectId', '=', refund.id)
      .orderBy('id')
      .execute()
    expect(log.slice(-2)).toMatchObject([
      { action: 'retry', actorId: fixture.cast.amihan.id, detail: { from: 'manual', to: 'succeeded' } },
      { action: 'succeed', actorId: null },
    ])
  })

  it('is not asked for again by a provider that cannot be asked, when it is too old, or when there is none', async () => {
    fixture.services.emulator.refunds.go = 'fail'
    const failed = await rejected('gcash')
    await settle()
    const retry = (refundId = failed.refund.id) => retryRefund(...amihan(), { refundId })
    fixture.services.emulator.faults.add({ do: 'answer', status: 500, times: 9 })
    expect(await retry()).toMatchObject({ reason: 'provider' })
    fixture.services.emulator.faults.clear()
    minutes(200 * 24 * 60)
    expect(await retry()).toMatchObject({ reason: 'late' })
    expect(await retry(nobody)).toMatchObject({ reason: 'not-found' })
  })
})

describe('a refund about which the provider’s answers leave a doubt', () => {
  const nameless = 'One refund of this amount'
  const there = 'carries no note of ours.'
  const unreadable = async () => ({
    ok: false as const,
    reason: 'unreadable' as const,
    message: 'No.',
    codes: [],
  })
  /** A provider whose payments do not tell their refunds, so that each is looked for in the list. */
  const changed = (payments: Partial<PaymentGateway>) => ({
    ...fixture.services,
    payments: { ...fixture.services.payments!, findPayment: unreadable, ...payments },
  })
  const retry = (payments: Partial<PaymentGateway>, refundId: string) => {
    const [ctx, admin] = amihan()
    return retryRefund({ ...ctx, payments: { ...ctx.payments!, ...payments } }, admin, { refundId })
  }
  /** The list of the provider with more refunds, or others in place of those with these ids. */
  const withListed = (...more: ProviderRefund[]): Pick<PaymentGateway, 'listRefunds'> => ({
    async listRefunds(after) {
      const answer = await fixture.services.payments!.listRefunds(after)
      if (!answer.ok) return answer
      const ids = new Set(more.map(({ id }) => id))
      return { ...answer, items: [...more, ...answer.items.filter(({ id }) => !ids.has(id))] }
    },
  })
  /** The same with refunds that name neither payment nor note. */
  const withNameless = (...more: Pick<ProviderRefund, 'id' | 'centavos' | 'createdAt'>[]) =>
    withListed(...more.map((one) => ({ ...one, paymentId: null, notes: null, status: 'succeeded' as const })))

  /** A refund that is due and was never requested, as after a day of downtime. */
  async function owed() {
    const order = await rejectedNow(fixture.cast.ramon)
    minutes(25 * 60)
    return order
  }
  const hourFrom = (at: Date, hours: number) => new Date(at.getTime() + hours * 3_600_000)

  it('is requested beside nameless ones that are older than it, or known as others of ours', async () => {
    const other = await rejected('gcash')
    const { id, refund } = await owed()
    const list = withNameless(
      { id: 'ref_old', centavos: refund.centavos, createdAt: hourFrom(refund.createdAt, -1) },
      {
        id: other.refund.providerId!,
        centavos: refund.centavos,
        createdAt: hourFrom(refund.createdAt, 1),
      },
    )
    await sendRefund(changed(list), { refundId: refund.id })
    expect(await refundsOf(id)).toMatchObject([{ status: 'sent' }])
    minutes(0)
  })

  it('goes to an admin beside a nameless one of its amount that is newer, who reads of it also on a retry', async () => {
    const { id, refund } = await owed()
    const createdAt = hourFrom(refund.createdAt, 1)
    const list = withNameless({ id: 'ref_new', centavos: refund.centavos, createdAt })
    await sendRefund(changed(list), { refundId: refund.id })
    const note = `${nameless} at the provider ${there} Look for it in the provider’s dashboard before paying it out.`
    expect(await refundsOf(id)).toMatchObject([{ status: 'manual', note }])
    expect(await retry(list, refund.id)).toMatchObject({
      reason: 'unsure',
      message: `${nameless} there ${there} Please look whether it is this one before you pay it out.`,
    })
    expect(fixture.services.emulator.list().refunds).toEqual([])
    minutes(0)
  })

  it('goes to an admin beside one of its payment and amount that carries no note of ours, however old', async () => {
    const { id, refund } = await owed()
    const { paymentId, centavos } = refund
    const createdAt = hourFrom(refund.createdAt, -1)
    const byHand = { paymentId, centavos, notes: 'by hand', status: 'succeeded' as const, createdAt }
    const list = withListed({ ...byHand, id: 'ref_hand' })
    await sendRefund(changed(list), { refundId: refund.id })
    expect(await refundsOf(id)).toMatchObject([{ status: 'manual', note: expect.stringContaining(there) }])
    minutes(0)
  })

  it('goes to an admin beside one of its payment that is not in the books, whatever its amount, until they ask again', async () => {
    const { id, refund } = await owed()
    const { paymentId } = refund
    const createdAt = hourFrom(refund.createdAt, -1)
    const lost = { paymentId, centavos: 5000, notes: nobody, status: 'succeeded' as const, createdAt }
    const list = withListed({ ...lost, id: 'ref_lost' })
    await sendRefund(changed(list), { refundId: refund.id })
    expect(await refundsOf(id)).toMatchObject([
      { status: 'manual', note: expect.stringContaining('that is not in our books.') },
    ])
    expect(await retry(list, refund.id)).toMatchObject({ outcome: 'asked' })
    await sendRefund(changed(list), { refundId: refund.id })
    expect(await refundsOf(id)).toMatchObject([{ status: 'sent' }])
    minutes(0)
  })

  it('goes to an admin beside one without payment and note, also when another of ours is known by its note alone', async () => {
    const other = await rejected('gcash')
    const { id, refund } = await owed()
    await sql`update refund set provider_id = null where id = ${other.refund.id}`.execute(fixture.services.db)
    const { centavos } = refund
    const one = {
      centavos,
      createdAt: hourFrom(refund.createdAt, 1),
      paymentId: null,
      status: 'succeeded' as const,
    }
    const listRefunds: PaymentGateway['listRefunds'] = async (after) => {
      const answer = await fixture.services.payments!.listRefunds(after)
      const items = [
        { ...one, id: 'ref_lost', paymentId: refund.paymentId, notes: other.refund.id },
        { ...one, id: 'ref_nameless', notes: null },
      ]
      return answer.ok ? { ...answer, items } : answer
    }
    await sendRefund(changed({ listRefunds }), { refundId: refund.id })
    expect(await refundsOf(id)).toMatchObject([{ status: 'manual', note: expect.stringContaining(there) }])
    minutes(0)
  })

  it('is left to an admin while an unreadable entry of the list may be it, and requested beside one known as another', async () => {
    const other = await rejected('gcash')
    const { id, refund } = await owed()
    const hiding = (unread: string): Pick<PaymentGateway, 'listRefunds'> => ({
      async listRefunds(after) {
        const answer = await fixture.services.payments!.listRefunds(after)
        return answer.ok ? { ...answer, items: [], unreadable: [unread] } : answer
      },
    })
    const send = (unread: string) => sendRefund(changed(hiding(unread)), { refundId: refund.id })
    await send('ref_unread')
    const note = expect.stringContaining('An entry of the provider’s list can’t be read.')
    expect(await refundsOf(id)).toMatchObject([{ status: 'manual', note }])
    expect(await retry(hiding('ref_unread'), refund.id)).toMatchObject({ reason: 'unsure' })
    expect(await retry(hiding(other.refund.providerId!), refund.id)).toMatchObject({ outcome: 'asked' })
    await send(other.refund.providerId!)
    const [sent] = await refundsOf(id)
    expect(sent).toMatchObject({ status: 'sent' })
    await sql`update refund set status = 'manual' where id = ${refund.id}`.execute(fixture.services.db)
    const findRefund = async () => ({ ...(await unreadable()), reason: 'not-found' as const })
    const again = retry({ ...hiding(sent!.providerId!), findRefund }, refund.id)
    expect(await again).toMatchObject({ reason: 'unsure' })
    minutes(0)
  })

  it('whose own answer is unreadable is looked for in the list, and never requested again', async () => {
    fixture.services.emulator.refunds.go = 'fail'
    const { id, refund } = await rejected('gcash')
    await settle()
    const [failed] = await refundsOf(id)
    expect(failed).toMatchObject({ status: 'manual', providerId: expect.stringMatching(/^ref_/) })
    expect(await retry({ findRefund: unreadable }, refund.id)).toMatchObject({
      reason: 'unsure',
      message: expect.stringMatching(/^What the provider answers about it can’t be used\./),
    })
    expect(await refundsOf(id)).toMatchObject([{ status: 'manual', attempt: 1 }])
    fixture.services.emulator.list().refunds.at(-1)!.status = 'succeeded'
    expect(await retry({ findRefund: unreadable }, refund.id)).toEqual({ ok: true, outcome: 'found' })
  })

  it('is found at once when the answer to its request can’t be read', async () => {
    const { id, refund } = await owed()
    minutes(1)
    const asked: PaymentGateway['refund'] = async (...given) => {
      accepted(await fixture.services.payments!.refund(...given))
      return unreadable()
    }
    await sendRefund(changed({ refund: asked }), { refundId: refund.id })
    expect(await refundsOf(id)).toMatchObject([
      { status: expect.stringMatching(/^(sent|succeeded)$/), providerId: expect.stringMatching(/^ref_/) },
    ])
    minutes(0)
  })

  it('is asked for again when its request is answered unreadably and the list is without it', async () => {
    const { id, refund } = await owed()
    minutes(1)
    const services = changed({ refund: unreadable })
    await expect(sendRefund(services, { refundId: refund.id })).rejects.toThrow(/could not be sent/)
    expect(await refundsOf(id)).toMatchObject([{ status: 'due' }])
    minutes(0)
  })
})

describe('a refund that can’t proceed', () => {
  const withoutProvider = () => ({ ...fixture.services, payments: null })

  it('goes to an admin when it is due and there is no provider to ask; it can be tried when there is one again', async () => {
    const order = await rejectedNow(fixture.cast.ramon)
    await sweepPayments(withoutProvider())
    await doEffects(withoutProvider(), fixture.services.mail)
    const [left] = await refundsOf(order.id)
    expect(left).toMatchObject({
      status: 'manual',
      note: 'Online payment is switched off. The provider was not asked for it.',
    })
    const [ctx, admin] = amihan()
    const off = await retryRefund({ ...ctx, payments: null }, admin, { refundId: left!.id })
    expect(off).toMatchObject({ reason: 'off' })
    accepted(await retryRefund(ctx, admin, { refundId: left!.id }))
    await settle()
    expect(await refundsOf(order.id)).toMatchObject([{ status: 'succeeded' }])
    expect(await balances(order.id)).not.toHaveProperty('refund_due')
  })

  it('goes to an admin when it was sent and there is nobody to ask; tried again, it is found and ends as made', async () => {
    fixture.services.emulator.refunds.go = 'hold'
    const { id, refund } = await rejected('gcash')
    await sweepPayments(withoutProvider())
    const note =
      'Online payment is switched off, and this refund was at the provider. ' +
      'Look for it in the provider’s dashboard before paying it out.'
    expect(await refundsOf(id)).toMatchObject([{ status: 'manual', note, providerId: refund.providerId }])
    expect(await retryRefund(...amihan(), { refundId: refund.id })).toEqual({ ok: true, outcome: 'found' })
    expect(await refundsOf(id)).toMatchObject([{ status: 'sent', note: null }])
    fixture.services.emulator.settleRefund(refund.providerId!)
    await settle()
    expect(await refundsOf(id)).toMatchObject([{ status: 'succeeded' }])
    expect(fixture.services.emulator.list().refunds).toHaveLength(1)
  })

  describe('that was sent and is not found at the provider', () => {
    const notFound = { do: 'answer', status: 404, code: 'resource_not_found' } as const
    const unknown = 'The provider no longer knows this refund.'

    it('is looked for in its list, and stays on its way when it is there', async () => {
      fixture.services.emulator.refunds.go = 'hold'
      const { id, refund } = await rejected('gcash')
      fixture.services.emulator.faults.add({ ...notFound, on: `GET /v1/refunds/${refund.providerId}` })
      await sweepPayments(fixture.services)
      expect(await refundsOf(id)).toMatchObject([{ status: 'sent', providerId: refund.providerId }])
    })

    it('goes to an admin when the list is complete without it', async () => {
      fixture.services.emulator.refunds.go = 'hold'
      const { id } = await rejected('gcash')
      fixture.services.emulator.reset()
      await sweepPayments(fixture.services)
      expect(await refundsOf(id)).toMatchObject([
        { status: 'manual', note: `${unknown} It has not made one.` },
      ])
    })

    it('goes to an admin after three days in which the list could not be read either', async () => {
      fixture.services.emulator.refunds.go = 'hold'
      const { id } = await rejected('gcash')
      fixture.services.emulator.faults.add({ ...notFound, on: 'GET /v1/refunds', times: 999 })
      minutes(71 * 60)
      await sweepPayments(fixture.services)
      expect(await refundsOf(id)).toMatchObject([{ status: 'sent' }])
      minutes(73 * 60)
      await sweepPayments(fixture.services)
      const note = `${unknown} Look for it in the provider’s dashboard before paying it out.`
      expect(await refundsOf(id)).toMatchObject([{ status: 'manual', note }])
    })
  })

  it('goes to an admin after three days in which the provider could not be asked', async () => {
    const order = await rejectedNow(fixture.cast.ramon)
    fixture.services.emulator.faults.add({ do: 'answer', status: 500, times: 999 })
    await effects()
    for (const hours of [24, 71]) {
      minutes(hours * 60)
      await sendRefund(fixture.services, { refundId: (await refundsOf(order.id))[0]!.id }).catch(() => {})
      expect(await refundsOf(order.id)).toMatchObject([{ status: 'due' }])
    }
    minutes(73 * 60)
    await sendRefund(fixture.services, { refundId: (await refundsOf(order.id))[0]!.id })
    expect(await refundsOf(order.id)).toMatchObject([
      {
        status: 'manual',
        note: expect.stringMatching(/^The provider gave no answer that we can use\. Look for it/),
      },
    ])
  })
})
