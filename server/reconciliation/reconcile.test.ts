import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { totalsOf } from '#domain/book/money-line.ts'
import type { PaymentGateway } from '#gateways/payments/port.ts'
import { accepted } from '#seeds/act.ts'
import { findOrder } from '#server/order/find-order.ts'
import { findReceipt } from '#server/order/find-receipt.ts'
import { trackRentals } from '#server/rental/track-rentals.ts'
import { takePartyAction, takeSystemAction } from '#server/rental/take-action.ts'
import { paying } from '#tests/support/paying.ts'
import * as people from '#tests/support/people.ts'
import { by, NOW, TODAY } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { compareOwnerSums } from './compare-books.ts'
import { compareOrders } from './compare-orders.ts'
import { explainDifference } from './explain-difference.ts'
import { reconcileNightly, reconcileNow } from './reconcile.ts'
import { notingFailures } from '../sweep-each.ts'
import { MAX_PAGES } from '../book/read-provider-books.ts'
import { sweepPayments } from '../payment/sweep-payments.ts'

const fixture = withServices(['ramon', 'olivia', 'amihan'])
const { minutes, reset, list, order, paid, effects, settle, providerIsDown } = paying(fixture)
const { statusOf, refundsOf, reject, webhooks, balances } = paying(fixture)
beforeEach(async () => {
  await sql`truncate "order", reconciliation, owner_sum cascade`.execute(fixture.services.db)
  await reset()
})

const theirs = () => fixture.services.emulator.list()
const amihan = () => people.asAdmin(fixture.services, fixture.cast.amihan)
const runs = () => fixture.services.db.selectFrom('reconciliation').selectAll().orderBy('beganAt').execute()

/** Compares now; returns the differences, those of the oldest run first. */
async function differences(changes: Partial<PaymentGateway> = {}) {
  const payments = { ...fixture.services.payments!, ...changes }
  accepted(await reconcileNow({ ...amihan()[0], payments }))
  const last = (await runs()).at(-1)!
  return fixture.services.db
    .selectFrom('reconciliationDifference')
    .selectAll()
    .where('reconciliationId', '=', last.id)
    .orderBy('id')
    .execute()
}
const kinds = async () => (await differences()).map(({ kind }) => kind).toSorted()

/** A payment at the provider that belongs to no order of ours. */
async function payElsewhere(orderNumber = 'other-1') {
  const opened = accepted(
    await fixture.services.payments!.openCheckout(
      {
        orderNumber,
        lines: [{ name: 'Other', centavos: 5_000, quantity: 1 }],
        channels: ['gcash'],
        payer: { name: 'X', email: 'x@hiram.test' },
        successUrl: 'http://localhost:3000/',
        cancelUrl: 'http://localhost:3000/',
      },
      `key-${orderNumber}`,
    ),
  )
  return opened.checkout.id
}

const garbage = async () => ({ ok: false as const, reason: 'unreadable' as const, message: 'No.', codes: [] })
const refused = async () => ({ ok: false as const, reason: 'refused' as const, message: 'No.', codes: [] })
const unreadable = 'What the provider answers about it can’t be used: the log says why.'
const inUnknownState = 'There it is in a state that we don’t know.'

describe('a reconciliation', () => {
  it('finds nothing where both sides agree, and says how much it compared', async () => {
    const { rentalId } = await paid(fixture.cast.ramon)
    await paid(fixture.cast.ramon, {}, 'qrph')
    await reject(rentalId)
    await settle()
    expect(await differences()).toEqual([])
    expect(await runs()).toMatchObject([
      {
        paymentsSeen: 2,
        refundsSeen: 1,
        failure: null,
        endedAt: NOW,
        askedBy: fixture.cast.amihan.id,
        since: new Date(NOW.getTime() - 40 * 86_400_000),
      },
    ])
  })

  it('first completes an order of ours whose payment was never reported, however late', async () => {
    const lost = await order(fixture.cast.ramon, [await list()])
    fixture.services.emulator.pay(lost.sessionId, { channel: 'gcash' })
    webhooks().length = 0
    minutes(31)
    providerIsDown()
    await sweepPayments(fixture.services)
    fixture.services.emulator.faults.clear()
    expect(await statusOf(lost.number)).toBe('expired')
    minutes(24 * 60)
    expect(await differences()).toEqual([])
    expect(await statusOf(lost.number)).toBe('confirmed')
  })

  it('lists a payment that is of no order of ours', async () => {
    fixture.services.emulator.pay(await payElsewhere(), { channel: 'gcash' })
    expect(await differences()).toMatchObject([
      {
        kind: 'payment-missing-here',
        providerId: theirs().payments[0]!.id,
        orderId: null,
        ourCentavos: null,
        theirCentavos: 5_000,
      },
    ])
  })

  it('lists a payment that the provider does not have, and that the book no longer fits', async () => {
    const { id, sessionId } = await order(fixture.cast.ramon, [await list()])
    await fixture.services.db
      .insertInto('payment')
      .values({
        id: 'pay_invented',
        orderId: id,
        sessionId,
        centavos: 5_000,
        channel: 'gcash',
        purpose: 'unused',
        paidAt: NOW,
      })
      .execute()
    expect(await differences()).toMatchObject([
      { kind: 'payment-missing-there', providerId: 'pay_invented', orderId: id, ourCentavos: 5_000 },
      { kind: 'balance', ourCentavos: 0, theirCentavos: 5_000 },
    ])
  })

  it('lists another amount and another fee, and books the fee as the provider has it', async () => {
    const { id, totalCentavos } = await paid(fixture.cast.ramon)
    fixture.services.emulator.faults.add({ do: 'wrong-amount', centavos: 1, on: 'GET /v1/payments' })
    expect(await differences()).toMatchObject([
      {
        kind: 'payment-amount',
        orderId: id,
        ourCentavos: totalCentavos,
        theirCentavos: totalCentavos + 1,
      },
    ])
    theirs().payments[0]!.fee += 7
    const fee = theirs().payments[0]!.fee
    expect(await differences()).toMatchObject([
      { kind: 'payment-fee', ourCentavos: fee - 7, theirCentavos: fee },
    ])
    expect(await balances(id)).toMatchObject({
      provider_cost: fee,
      provider_clearing: totalCentavos - fee,
    })
    expect(await differences()).toEqual([])
    theirs().payments[0]!.fee = 0
    expect(await kinds()).toEqual(['payment-fee'])
    theirs().payments[0]!.fee = fee
    expect(await kinds()).toEqual(['payment-fee'])
    expect(await balances(id)).toMatchObject({ provider_cost: fee })
  })

  it('lists a refund that was made in the dashboard, one that failed after all, and one that is gone', async () => {
    const first = await paid(fixture.cast.ramon)
    accepted(
      await fixture.services.payments!.refund(
        { paymentId: theirs().payments[0]!.id, centavos: 500, notes: 'by hand' },
        'dashboard',
      ),
    )
    expect(await differences()).toMatchObject([
      { kind: 'refund-missing-here', orderId: first.id, theirCentavos: 500 },
    ])
    const second = await paid(fixture.cast.ramon)
    await reject(second.rentalId)
    await settle()
    theirs().refunds.at(-1)!.status = 'failed'
    expect(await kinds()).toEqual(['refund-missing-here', 'refund-status'])
    theirs().refunds.at(-1)!.status = 'succeeded'
    theirs().refunds.at(-1)!.amount -= 1
    expect(await kinds()).toEqual(['refund-amount', 'refund-missing-here'])
    await sql`update refund set provider_id = 'ref_invented' where order_id = ${second.id}`.execute(
      fixture.services.db,
    )
    expect(await kinds()).toEqual(['refund-missing-here', 'refund-missing-here', 'refund-missing-there'])
  })

  it('asks after refunds on their way, and leaves one that failed to an admin', async () => {
    fixture.services.emulator.refunds.go = 'hold'
    const { id, rentalId } = await paid(fixture.cast.ramon)
    await reject(rentalId)
    await effects()
    expect(await refundsOf(id)).toMatchObject([{ status: 'sent' }])
    expect(await differences()).toEqual([])
    fixture.services.emulator.settleRefund(theirs().refunds[0]!.id, 'failed')
    expect(await differences()).toEqual([])
    expect(await refundsOf(id)).toMatchObject([{ status: 'manual' }])
  })

  it('recognises a refund whose answer was lost, so that nobody pays it a second time', async () => {
    fixture.services.emulator.faults.add({ do: 'drop-after', on: 'POST /v1/refunds', times: 99 })
    const { id, rentalId } = await paid(fixture.cast.ramon)
    await reject(rentalId)
    await effects()
    expect(await differences()).toEqual([])
    fixture.services.emulator.faults.clear()
    // It was left to an admin while the provider's list did not contain it yet.
    await sql`update refund set status = 'manual', note = 'Never answered' where order_id = ${id}`.execute(
      fixture.services.db,
    )
    expect(await differences()).toEqual([])
    expect(await refundsOf(id)).toMatchObject([{ status: 'succeeded', providerId: theirs().refunds[0]!.id }])
    expect(await balances(id)).not.toHaveProperty('refund_due')
  })

  it('lists a payment whose checkout can’t be taken, and compares the others', async () => {
    const broken = await order(fixture.cast.ramon, [await list()])
    await sql`delete from cart_line`.execute(fixture.services.db)
    const fine = await order(fixture.cast.ramon, [await list()])
    for (const { sessionId } of [broken, fine]) fixture.services.emulator.pay(sessionId, { channel: 'gcash' })
    webhooks().length = 0
    const payments = fixture.services.payments!
    const [ctx] = amihan()
    const findCheckout: typeof payments.findCheckout = async (id) => {
      if (id === broken.sessionId) throw new Error('A checkout that breaks.')
      return payments.findCheckout(id)
    }
    accepted(await reconcileNow({ ...ctx, payments: { ...payments, findCheckout } }))
    const found = await fixture.services.db.selectFrom('reconciliationDifference').selectAll().execute()
    expect(found).toMatchObject([
      { kind: 'payment-missing-here', orderId: broken.id, note: 'It could not be taken: the log says why.' },
    ])
    expect(fixture.services.errors.splice(0)).toEqual([expect.stringContaining('A checkout that breaks.')])
    expect(await statusOf(fine.number)).toBe('confirmed')
    expect(await differences()).toEqual([])
    expect(await statusOf(broken.number)).toBe('confirmed')
  })

  it.each(['failed', 'succeeded'] as const)(
    'lists a refund that can’t be taken once, also where it %s at the provider',
    async (status) => {
      fixture.services.emulator.refunds.go = 'hold'
      const { id, rentalId } = await paid(fixture.cast.ramon)
      await reject(rentalId)
      await effects()
      fixture.services.emulator.settleRefund(theirs().refunds[0]!.id, status)
      const payments = fixture.services.payments!
      const findRefund = () => Promise.reject(new Error('A refund that breaks.'))
      accepted(await reconcileNow({ ...amihan()[0], payments: { ...payments, findRefund } }))
      const found = await fixture.services.db.selectFrom('reconciliationDifference').selectAll().execute()
      expect(found.map(({ kind, orderId }) => [kind, orderId])).toEqual([['refund-status', id]])
      expect(fixture.services.errors.splice(0)).toEqual([expect.stringContaining('A refund that breaks.')])
    },
  )

  it('lists payments and refunds in a state that we don’t know, and compares the others', async () => {
    const [first, second] = [await paid(fixture.cast.ramon), await paid(fixture.cast.ramon)]
    await reject(second.rentalId)
    await settle()
    fixture.services.emulator.pay(await payElsewhere(), { channel: 'gcash' })
    const [ours, , elsewhere] = theirs().payments
    for (const one of [ours!, elsewhere!]) one.status = 'charged_back' as 'paid'
    theirs().refunds[0]!.status = 'on_hold' as 'pending'
    expect(await differences()).toMatchObject([
      { kind: 'payment-missing-here', providerId: elsewhere!.id, note: inUnknownState },
      { kind: 'payment-missing-there', orderId: first.id, note: inUnknownState },
      {
        kind: 'refund-status',
        orderId: second.id,
        note: 'Here it is succeeded, there it is in a state that we don’t know.',
      },
    ])
  })

  it('lists each payment and refund of the provider’s lists that can’t be read, and compares the others', async () => {
    const [first, second] = [await paid(fixture.cast.ramon), await paid(fixture.cast.ramon)]
    for (const { rentalId } of [first, second]) await reject(rentalId)
    await settle()
    for (const number of ['other-1', 'other-2'])
      fixture.services.emulator.pay(await payElsewhere(number), { channel: 'gcash' })
    const [ours, , elsewhere, readable] = theirs().payments
    const [refund, elsewhereToo] = theirs().refunds
    for (const one of [ours!, elsewhere!, refund!, elsewhereToo!]) one.amount = -1
    await sql`update refund set provider_id = 'ref_invented' where order_id = ${second.id}`.execute(
      fixture.services.db,
    )
    const found = (await differences()).toSorted((a, b) => (a.providerId! < b.providerId! ? -1 : 1))
    expect(found.filter(({ kind }) => kind !== 'balance')).toEqual(
      [
        { kind: 'payment-missing-there', providerId: ours!.id, orderId: first.id, note: unreadable },
        { kind: 'payment-missing-here', providerId: elsewhere!.id, orderId: null, note: unreadable },
        { kind: 'payment-missing-here', providerId: readable!.id, orderId: null, note: null },
        { kind: 'refund-missing-there', providerId: refund!.id, orderId: first.id, note: unreadable },
        { kind: 'refund-missing-here', providerId: elsewhereToo!.id, orderId: null, note: unreadable },
        { kind: 'refund-missing-there', providerId: 'ref_invented', orderId: second.id, note: null },
      ]
        .toSorted((a, b) => (a.providerId < b.providerId ? -1 : 1))
        .map((one) => expect.objectContaining(one)),
    )
    expect(await runs()).toMatchObject([{ failure: null, paymentsSeen: 2, refundsSeen: 0 }])
    expect(fixture.services.errors.splice(0)).toHaveLength(6)
  })

  it('lists a payment whose checkout or whose own answer is never readable, until an admin explains it', async () => {
    const known = await paid(fixture.cast.ramon)
    const { id, sessionId } = await order(fixture.cast.ramon, [await list()])
    fixture.services.emulator.pay(sessionId, { channel: 'gcash' })
    webhooks().length = 0
    await sql`update payment set id = 'pay_invented' where order_id = ${known.id}`.execute(
      fixture.services.db,
    )
    const garbled = { findCheckout: garbage, findPayment: garbage }
    const found = await differences(garbled)
    expect(found).toMatchObject([
      { kind: 'payment-missing-here', orderId: id, note: unreadable },
      { kind: 'payment-missing-here', orderId: known.id, note: unreadable },
      { kind: 'payment-missing-there', orderId: known.id, note: unreadable },
    ])
    for (const { id: differenceId } of found)
      accepted(await explainDifference(...amihan(), { differenceId, explanation: 'Seen.' }))
    expect((await differences(garbled)).map(({ explanation }) => explanation)).toEqual([
      'Seen.',
      'Seen.',
      'Seen.',
    ])
  })

  it.each(['findCheckout', 'findPayment', 'findRefund'] as const)(
    'lists what the provider refuses to say anything of (%s), and compares the others',
    async (call) => {
      fixture.services.emulator.refunds.go = 'hold'
      const { rentalId } = await paid(fixture.cast.ramon)
      await reject(rentalId)
      await effects()
      fixture.services.emulator.settleRefund(theirs().refunds[0]!.id, 'succeeded')
      const { sessionId } = await order(fixture.cast.ramon, [await list()])
      fixture.services.emulator.pay(sessionId, { channel: 'gcash' })
      webhooks().length = 0
      const known = await paid(fixture.cast.ramon)
      await sql`update payment set id = 'pay_invented' where order_id = ${known.id}`.execute(
        fixture.services.db,
      )
      expect((await differences({ [call]: refused })).map(({ note }) => note)).toContain(unreadable)
    },
  )

  it('takes a refund by its id from the list when it is not found and names neither payment nor note', async () => {
    fixture.services.emulator.refunds.go = 'hold'
    const { id, rentalId } = await paid(fixture.cast.ramon)
    await reject(rentalId)
    await effects()
    fixture.services.emulator.settleRefund(theirs().refunds[0]!.id, 'succeeded')
    const { listRefunds } = fixture.services.payments!
    const nameless: typeof listRefunds = async (after) => {
      const answer = await listRefunds(after)
      if (!answer.ok) return answer
      return { ...answer, items: answer.items.map((one) => ({ ...one, paymentId: null, notes: null })) }
    }
    const findRefund = async () => ({ ...(await refused()), reason: 'not-found' as const })
    expect(await differences({ listRefunds: nameless, findRefund })).toEqual([])
    expect(await refundsOf(id)).toMatchObject([{ status: 'succeeded' }])
  })

  it('takes a refund that was left to an admin for a doubt from the list when it is there by its id', async () => {
    fixture.services.emulator.refunds.go = 'hold'
    const { id, rentalId } = await paid(fixture.cast.ramon)
    await reject(rentalId)
    await effects()
    const { id: refundId } = theirs().refunds[0]!
    fixture.services.emulator.settleRefund(refundId, 'succeeded')
    const { listRefunds } = fixture.services.payments!
    let reads = 0
    const listedOnce: typeof listRefunds = async (after) => {
      const answer = await listRefunds(after)
      if (!answer.ok) return answer
      const other = ++reads === 1 ? {} : { id: 'ref_other' }
      const nameless = { paymentId: null, notes: null, ...other }
      return { ...answer, items: answer.items.map((one) => ({ ...one, ...nameless })) }
    }
    const findRefund = async () => ({ ...(await refused()), reason: 'not-found' as const })
    expect(await differences({ listRefunds: listedOnce, findRefund })).toEqual([])
    expect(await refundsOf(id)).toMatchObject([{ status: 'succeeded' }])
  })

  it('lists a refund that is never readable', async () => {
    fixture.services.emulator.refunds.go = 'hold'
    const { id, rentalId } = await paid(fixture.cast.ramon)
    await reject(rentalId)
    await effects()
    fixture.services.emulator.settleRefund(theirs().refunds[0]!.id, 'succeeded')
    expect(await differences({ findRefund: garbage })).toMatchObject([
      { kind: 'refund-status', orderId: id, note: unreadable },
    ])
    await sql`update refund set provider_id = 'ref_invented'`.execute(fixture.services.db)
    expect(await differences({ findRefund: garbage })).toMatchObject([
      { kind: 'refund-missing-here', orderId: id },
      { kind: 'refund-missing-there', orderId: id, note: unreadable },
    ])
  })

  it('knows a refund of ours that names no payment by its note, and lists one of others', async () => {
    fixture.services.emulator.faults.add({ do: 'drop-after', on: 'POST /v1/refunds', times: 99 })
    const { id, rentalId } = await paid(fixture.cast.ramon)
    await reject(rentalId)
    await effects()
    await sql`update refund set status = 'manual', note = 'Never answered' where order_id = ${id}`.execute(
      fixture.services.db,
    )
    fixture.services.emulator.faults.clear()
    const other = await paid(fixture.cast.ramon)
    const request = { paymentId: theirs().payments.at(-1)!.id, centavos: 500, notes: 'by hand' }
    accepted(await fixture.services.payments!.refund(request, 'dashboard'))
    const { listRefunds } = fixture.services.payments!
    const nameless: typeof listRefunds = async (after) => {
      const answer = await listRefunds(after)
      if (!answer.ok) return answer
      return { ...answer, items: answer.items.map((one) => ({ ...one, paymentId: null })) }
    }
    expect(await differences({ listRefunds: nameless })).toMatchObject([
      { kind: 'refund-missing-here', orderId: null, theirCentavos: 500 },
    ])
    expect(await refundsOf(id)).toMatchObject([{ status: 'succeeded' }])
    expect(await refundsOf(other.id)).toEqual([])
  })

  it('reads as many pages as there are', async () => {
    const session = await payElsewhere()
    for (let i = 0; i < 230; i++) fixture.services.emulator.pay(session, { channel: 'gcash' })
    const { number } = await paid(fixture.cast.ramon)
    expect(number).toMatch(/^pm-/)
    expect(await kinds()).toEqual(Array.from({ length: 230 }, () => 'payment-missing-here'))
    expect(await runs()).toMatchObject([{ paymentsSeen: 231 }])
  })

  it('gives up on a list that never ends, and compares less of one that is too long', async () => {
    const [ctx] = amihan()
    const payment = (n: number) => ({
      id: `pay_${n}`,
      status: 'paid' as const,
      centavos: 100,
      feeCentavos: 0,
      currency: 'PHP',
      channel: 'gcash',
      paidAt: new Date(NOW.getTime() - n * 60_000),
      orderNumber: null,
      refunds: null,
    })
    const lying = (listPayments: NonNullable<typeof ctx.payments>['listPayments']) => ({
      ...ctx,
      payments: { ...fixture.services.payments!, listPayments },
    })
    const same = lying(async () => ({ ok: true, items: [payment(1)], unreadable: [], next: 'pay_1' }))
    expect(await reconcileNow(same)).toMatchObject({
      reason: 'provider',
      message: 'The provider’s list does not come to an end.',
    })
    let unread = 0
    const unreadable = () => Array.from({ length: 60 }, () => `pay_unread_${unread++}`)
    const garbled = lying(async () => ({ ok: true, items: [], unreadable: unreadable(), next: 'more' }))
    expect(await reconcileNow(garbled)).toMatchObject({ reason: 'provider' })
    expect(unread).toBe(120)
    let n = 0
    const long = lying(async () => ({ ok: true, items: [payment(++n)], unreadable: [], next: 'more' }))
    expect(await reconcileNow(long)).toMatchObject({ ok: true, differences: MAX_PAGES })
    const { since } = (await runs()).at(-1)!
    expect(since!.getTime()).toBe(NOW.getTime() - MAX_PAGES * 60_000 + 86_400_000)
  })

  it('that breaks is noted as what a sweep could not do', async () => {
    const failures = { count: 0, last: null }
    const listPayments = () => Promise.reject(new Error('A list that breaks.'))
    const services = { ...fixture.services, payments: { ...fixture.services.payments!, listPayments } }
    await notingFailures(failures, () => reconcileNightly(services))
    expect(failures).toEqual({ count: 1, last: new Error('A list that breaks.') })
    expect(fixture.services.errors.splice(0)).toHaveLength(1)
  })

  it('that can’t reach the provider stores the reason, and changes nothing', async () => {
    await paid(fixture.cast.ramon)
    providerIsDown()
    expect(await reconcileNow(amihan()[0])).toMatchObject({ ok: false, reason: 'provider' })
    expect(await runs()).toMatchObject([
      { failure: 'The provider could not be asked (unreachable).', endedAt: NOW },
    ])
  })
})

describe('the reconciliation of a night', () => {
  /** Sets the clock to so many minutes after 02:00 on November 22 in Manila. */
  const night = (n: number) =>
    fixture.services.clock.set(new Date(Date.parse('2026-11-21T18:00:00Z') + n * 60_000))
  const nightly = () => reconcileNightly(fixture.services)

  it('is done once, from two o’clock in Manila, by one of several processes', async () => {
    night(-1)
    expect(await nightly()).toMatchObject({ reason: 'night' })
    night(0)
    const all = await Promise.all([nightly(), nightly(), nightly()])
    expect(all.filter(({ ok }) => ok)).toHaveLength(1)
    night(21 * 60)
    expect(await nightly()).toMatchObject({ reason: 'night' })
    expect(await runs()).toMatchObject([{ day: '2026-11-22', askedBy: null }])
  })

  it('is caught up after downtime', async () => {
    night(10)
    accepted(await nightly())
    night(3 * 24 * 60 + 500)
    accepted(await nightly())
    expect((await runs()).map(({ day }) => day)).toEqual(['2026-11-22', '2026-11-25'])
  })

  it('that failed is tried again after half an hour', async () => {
    night(0)
    providerIsDown()
    expect(await nightly()).toMatchObject({ reason: 'provider' })
    fixture.services.emulator.faults.clear()
    night(29)
    expect(await nightly()).toMatchObject({ reason: 'night' })
    night(30)
    accepted(await nightly())
    expect((await runs()).map(({ failure }) => failure === null)).toEqual([false, true])
  })

  it('to which the provider does not answer about one checkout takes the others, and is tried again', async () => {
    const silent = await order(fixture.cast.ramon, [await list()])
    await sql`delete from cart_line`.execute(fixture.services.db)
    const fine = await order(fixture.cast.ramon, [await list()])
    for (const { sessionId } of [silent, fine]) fixture.services.emulator.pay(sessionId, { channel: 'gcash' })
    webhooks().length = 0
    const payments = fixture.services.payments!
    const findCheckout: typeof payments.findCheckout = async (id) =>
      id === silent.sessionId
        ? { ok: false, reason: 'unreachable', message: 'No answer.', codes: [] }
        : payments.findCheckout(id)
    night(0)
    const run = await reconcileNightly({ ...fixture.services, payments: { ...payments, findCheckout } })
    expect(run).toMatchObject({ reason: 'provider' })
    expect(await statusOf(fine.number)).toBe('confirmed')
    night(30)
    expect(await nightly()).toMatchObject({ ok: true, differences: 0 })
    expect(await statusOf(silent.number)).toBe('confirmed')
  })

  it('to which the provider does not answer about a refund on its way is tried again', async () => {
    fixture.services.emulator.refunds.go = 'hold'
    const { id, rentalId } = await paid(fixture.cast.ramon)
    await reject(rentalId)
    await effects()
    fixture.services.emulator.settleRefund(theirs().refunds[0]!.id, 'succeeded')
    fixture.services.emulator.faults.add({ do: 'answer', status: 500, on: 'GET /v1/refunds/', times: 99 })
    night(0)
    expect(await nightly()).toMatchObject({ reason: 'provider' })
    fixture.services.emulator.faults.clear()
    night(30)
    expect(await nightly()).toMatchObject({ ok: true, differences: 0 })
    expect(await refundsOf(id)).toMatchObject([{ status: 'succeeded' }])
  })

  const begin = () =>
    fixture.services.db
      .insertInto('reconciliation')
      .values({ id: crypto.randomUUID(), day: '2026-11-22', beganAt: fixture.services.clock.now() })
      .execute()

  it.each([
    ['by itself', nightly],
    ['when an admin asks', () => reconcileNow(amihan()[0])],
  ])('that was killed is done again %s, and says that it was interrupted', async (_, again) => {
    night(0)
    await begin()
    night(10)
    expect(await nightly()).toMatchObject({ reason: 'night' })
    expect(await reconcileNow(amihan()[0])).toMatchObject({ reason: 'running' })
    night(16)
    accepted(await again())
    expect(await runs()).toMatchObject([{ failure: 'It was interrupted.' }, { failure: null }])
  })

  it.each([
    ['by itself', nightly],
    ['when an admin asks', () => reconcileNow(amihan()[0])],
  ])('that began while the clock was a day ahead keeps none from beginning %s', async (_, again) => {
    night(24 * 60)
    await begin()
    night(10)
    accepted(await again())
  })

  it('that took too long, so that another was begun, says what it found once it ends', async () => {
    night(0)
    const payments = fixture.services.payments!
    const slow: typeof payments.listPayments = async (page) => {
      night(16)
      accepted(await nightly())
      return payments.listPayments(page)
    }
    accepted(await reconcileNightly({ ...fixture.services, payments: { ...payments, listPayments: slow } }))
    const twice = await runs()
    expect(twice).toMatchObject([{ failure: null }, { failure: null }])
    expect(twice.map(({ endedAt }) => endedAt)).not.toContain(null)
  })

  it('that is stopped ends as stopped', async () => {
    night(0)
    expect(await reconcileNightly(fixture.services, () => true)).toMatchObject({ reason: 'stopped' })
    expect(await runs()).toMatchObject([{ failure: 'The server was stopped meanwhile.' }])
  })

  it('compares only receipts and the book where nothing is paid online', async () => {
    night(0)
    expect(await reconcileNightly({ ...fixture.services, payments: null })).toMatchObject({
      ok: true,
      differences: 0,
    })
    expect(await runs()).toMatchObject([{ paymentsSeen: 0, refundsSeen: 0, failure: null }])
  })
})

describe('a difference', () => {
  it('is explained by an admin, once, and later runs take the explanation over while it is the same', async () => {
    const session = await payElsewhere()
    fixture.services.emulator.pay(session, { channel: 'gcash' })
    const [found] = await differences()
    const explain = (explanation: string) =>
      explainDifference(...amihan(), { differenceId: found!.id, explanation })
    const both = await Promise.all([explain('Our other shop.'), explain('Our other shop.')])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(both.find(({ ok }) => !ok)).toMatchObject({ reason: 'status' })
    expect(await differences()).toMatchObject([
      { explanation: 'Our other shop.', explainedBy: fixture.cast.amihan.id },
    ])
    fixture.services.emulator.pay(session, { channel: 'gcash' })
    expect(await reconcileNow(amihan()[0])).toMatchObject({ differences: 2, unexplained: 1 })
    const event = await fixture.services.db
      .selectFrom('event')
      .select(['detail', 'actorRole'])
      .where('action', '=', 'explain')
      .executeTakeFirstOrThrow()
    expect(event).toMatchObject({ actorRole: 'admin', detail: { kind: 'payment-missing-here' } })
    expect(await explainDifference(...amihan(), { differenceId: 999_999, explanation: 'x' })).toMatchObject({
      reason: 'not-found',
    })
  })
})

describe('a receipt and the book', () => {
  const cash = async () => {
    const what = await people.rent(fixture.services, fixture.cast.ramon, [await list({ deposit: 20_000 })], {
      startDate: TODAY,
      durationDays: 3,
      deliveryOption: 'delivery',
    })
    const take = (
      who: 'ramon' | 'olivia',
      action: 'approve' | 'reject' | 'cancel' | 'activate' | 'complete',
    ) =>
      takePartyAction(by(fixture.services, fixture.cast[who]), { rentalId: what.rentalId, action }).then(
        accepted,
      )
    return { ...what, take }
  }
  const totalsSaid = async (number: string) => {
    const { receipt } = accepted(await findReceipt(by(fixture.services, fixture.cast.ramon), number))
    const { sections } = await trackRentals(fixture.services.db, people.seenBy(fixture.cast.ramon), 'renter')
    const tracked = Object.values(sections).flatMap(({ items }) => items)
    const { order: page } = accepted(
      await findOrder(by(fixture.services, fixture.cast.amihan), amihan()[1], number),
    )
    const rows = tracked.filter(({ orderNumber }) => orderNumber === number)
    return [receipt.totals, page.totals, totalsOf(rows.flatMap(({ lines }) => lines))].map(
      ({ total }) => total,
    )
  }

  it.each([
    ['rejected', 'olivia', ['reject']],
    ['cancelled before an answer', 'ramon', ['cancel']],
    ['not answered in time', null, []],
  ] as const)(
    'say that a cash rental that was %s cost nothing, as tracker and order page do',
    async (_, who, steps) => {
      const { orderNumber, rentalId, take } = await cash()
      expect(await totalsSaid(orderNumber)).toEqual([163_250, 163_250, 163_250])
      if (who) for (const action of steps) await take(who, action)
      else await takeSystemActionOf(rentalId)
      expect(await totalsSaid(orderNumber)).toEqual([0, 0, 0])
      const { receipt } = accepted(await findReceipt(by(fixture.services, fixture.cast.ramon), orderNumber))
      expect(receipt.totals).toMatchObject({ subtotal: 135_000, waived: 163_250, refunded: 0 })
      expect(await differences()).toEqual([])
      minutes(0)
    },
  )

  it('agree about a cash rental at every step of it', async () => {
    const { take } = await cash()
    expect(await differences()).toEqual([])
    for (const action of ['approve', 'activate', 'complete'] as const) {
      await take('olivia', action)
      expect(await differences()).toEqual([])
    }
  })

  it('agree about cash rentals that ended before they were told to, once the migration has run', async () => {
    const [rejected, pending] = [await cash(), await cash()]
    await rejected.take('olivia', 'reject')
    await sql`delete from money_line where kind = 'waived'`.execute(fixture.services.db)
    expect(await totalsSaid(rejected.orderNumber)).toEqual([163_250, 163_250, 163_250])
    const migration = readFileSync(new URL('../../db/migrations/029_waived.sql', import.meta.url), 'utf8')
    const [backfill] = /^insert into money_line[^;]+;/m.exec(migration)!
    await fixture.services.connection.pool.query(backfill)
    expect(await totalsSaid(rejected.orderNumber)).toEqual([0, 0, 0])
    expect(await totalsSaid(pending.orderNumber)).toEqual([163_250, 163_250, 163_250])
    expect(await differences()).toEqual([])
  })

  it('are compared without a provider, too, and each order that differs is listed until it is explained', async () => {
    const { take, rentalId } = await cash()
    const other = await cash()
    for (const one of [{ take }, other]) await one.take('olivia', 'reject')
    await sql`delete from money_line where kind = 'waived'`.execute(fixture.services.db)
    const [ctx, admin] = amihan()
    const { runId } = accepted(await reconcileNow({ ...ctx, payments: null }))
    const found = await fixture.services.db
      .selectFrom('reconciliationDifference')
      .selectAll()
      .where('reconciliationId', '=', runId)
      .orderBy('id')
      .execute()
    expect(found).toHaveLength(6)
    const { orderId } = (await fixture.services.db
      .selectFrom('rental')
      .select('orderId')
      .where('id', '=', rentalId)
      .executeTakeFirst())!
    expect(found.filter((one) => one.orderId === orderId)).toMatchObject([
      {
        kind: 'order-money',
        ourCentavos: 136_500,
        theirCentavos: 0,
        note: '4-person tent: rent and delivery.',
      },
      { kind: 'order-money', ourCentavos: 6_750, theirCentavos: 0, note: '4-person tent: service fee.' },
      { kind: 'order-money', ourCentavos: 20_000, theirCentavos: 0, note: '4-person tent: deposit.' },
    ])
    const { db } = fixture.services
    expect(await compareOrders(db, new Date(0), 1)).toEqual(await compareOrders(db, new Date(0)))
    expect(await compareOrders(db, new Date(0), 1)).toHaveLength(6)
    accepted(await explainDifference(ctx, admin, { differenceId: found[0]!.id, explanation: 'A test.' }))
    const again = await differences()
    expect(again.filter(({ explanation }) => explanation !== null)).toHaveLength(1)
  })

  it('owners whose sums are not those of the book are listed', async () => {
    await paid(fixture.cast.ramon)
    const [ctx] = amihan()
    const listed = async () => {
      const { runId } = accepted(await reconcileNow({ ...ctx, payments: null }))
      const { db } = fixture.services
      const found = db.selectFrom('reconciliationDifference').selectAll().where('kind', '=', 'owner-sum')
      return found.where('reconciliationId', '=', runId).execute()
    }
    expect(await listed()).toEqual([])
    await sql`update owner_sum set open_centavos = open_centavos - 100`.execute(fixture.services.db)
    const { id } = fixture.cast.olivia
    expect(await listed()).toMatchObject([{ ourCentavos: 100, theirCentavos: 0, note: `Owner ${id}.` }])
    expect(await compareOwnerSums(fixture.services.db, new Date(0), 1)).toHaveLength(1)
  })
})

async function takeSystemActionOf(rentalId: string) {
  minutes(2 * 24 * 60)
  accepted(await takeSystemAction(fixture.services, { rentalId, action: 'expire' }))
}
