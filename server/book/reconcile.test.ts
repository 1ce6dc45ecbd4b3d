import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { totalsOf } from '#domain/pricing/pricing.ts'
import { accepted } from '#seeds/act.ts'
import { findOrder } from '#server/admin/find-order.ts'
import { findReceipt } from '#server/order/find-receipt.ts'
import { trackRentals } from '#server/rental/track-rentals.ts'
import { takeStep, takeSystemStep } from '#server/rental/take-step.ts'
import { paying } from '#tests/support/paying.ts'
import * as people from '#tests/support/people.ts'
import { by, NOW, TODAY } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { explainDifference } from './explain-difference.ts'
import { reconcileNightly, reconcileNow } from './reconcile.ts'
import { MAX_PAGES } from './read-provider-books.ts'
import { sweepPayments } from '../payment/sweep-payments.ts'

const town = withServices(['ramon', 'olivia', 'amihan'])
const { minutes, reset, list, order, paid, effects, settle, providerIsDown } = paying(town)
const { statusOf, refundsOf, webhooks, balances } = paying(town)
beforeEach(async () => {
  await sql`truncate "order", reconciliation cascade`.execute(town.services.db)
  await reset()
})

const theirs = () => town.services.emulator.list()
const amihan = () => [by(town.services, town.cast.amihan), people.admin(town.cast.amihan)] as const
const runs = () => town.services.db.selectFrom('reconciliation').selectAll().orderBy('beganAt').execute()
const reject = async (rentalId: string) =>
  accepted(await takeStep(by(town.services, town.cast.olivia), { rentalId, action: 'reject' }))

/** Compares now: what differs, the oldest run's first. */
async function differences() {
  accepted(await reconcileNow(amihan()[0]))
  const last = (await runs()).at(-1)!
  return town.services.db
    .selectFrom('reconciliationDifference')
    .selectAll()
    .where('reconciliationId', '=', last.id)
    .orderBy('id')
    .execute()
}
const kinds = async () => (await differences()).map(({ kind }) => kind).toSorted()

/** Someone pays at the provider for something that is no order of ours. */
async function payElsewhere(orderNumber = 'other-1') {
  const opened = accepted(
    await town.services.payments!.openCheckout(
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

describe('a reconciliation', () => {
  it('finds nothing where both sides agree, and says how much it compared', async () => {
    const { rentalId } = await paid(town.cast.ramon)
    await paid(town.cast.ramon, {}, 'qrph')
    await reject(rentalId)
    await settle()
    expect(await differences()).toEqual([])
    expect(await runs()).toMatchObject([
      {
        paymentsSeen: 2,
        refundsSeen: 1,
        failure: null,
        endedAt: NOW,
        askedBy: town.cast.amihan.id,
        since: new Date(NOW.getTime() - 40 * 86_400_000),
      },
    ])
  })

  it('first completes an order of ours whose payment nobody told us of, however late', async () => {
    const lost = await order(town.cast.ramon, [await list()])
    town.services.emulator.pay(lost.sessionId, { channel: 'gcash' })
    webhooks().length = 0
    minutes(31)
    providerIsDown()
    await sweepPayments(town.services)
    town.services.emulator.faults.clear()
    expect(await statusOf(lost.number)).toBe('expired')
    minutes(24 * 60)
    expect(await differences()).toEqual([])
    expect(await statusOf(lost.number)).toBe('confirmed')
  })

  it('lists a payment that is of no order of ours', async () => {
    town.services.emulator.pay(await payElsewhere(), { channel: 'gcash' })
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
    const { id, sessionId } = await order(town.cast.ramon, [await list()])
    await town.services.db
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
    const { id, totalCentavos } = await paid(town.cast.ramon)
    town.services.emulator.faults.add({ do: 'wrong-amount', centavos: 1, on: 'GET /v1/payments' })
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
    const first = await paid(town.cast.ramon)
    accepted(
      await town.services.payments!.refund(
        { paymentId: theirs().payments[0]!.id, centavos: 500, notes: 'by hand' },
        'dashboard',
      ),
    )
    expect(await differences()).toMatchObject([
      { kind: 'refund-missing-here', orderId: first.id, theirCentavos: 500 },
    ])
    const second = await paid(town.cast.ramon)
    await reject(second.rentalId)
    await settle()
    theirs().refunds.at(-1)!.status = 'failed'
    expect(await kinds()).toEqual(['refund-missing-here', 'refund-status'])
    theirs().refunds.at(-1)!.status = 'succeeded'
    theirs().refunds.at(-1)!.amount -= 1
    expect(await kinds()).toEqual(['refund-amount', 'refund-missing-here'])
    await sql`update refund set provider_id = 'ref_invented' where order_id = ${second.id}`.execute(
      town.services.db,
    )
    expect(await kinds()).toEqual(['refund-missing-here', 'refund-missing-here', 'refund-missing-there'])
  })

  it('asks after refunds on their way, and leaves one that failed to an admin', async () => {
    town.services.emulator.refunds.go = 'hold'
    const { id, rentalId } = await paid(town.cast.ramon)
    await reject(rentalId)
    await effects()
    expect(await refundsOf(id)).toMatchObject([{ status: 'sent' }])
    expect(await differences()).toEqual([])
    town.services.emulator.settleRefund(theirs().refunds[0]!.id, 'failed')
    expect(await differences()).toEqual([])
    expect(await refundsOf(id)).toMatchObject([{ status: 'manual' }])
  })

  it('knows a refund again whose answer never came, so that nobody pays it out a second time', async () => {
    town.services.emulator.faults.add({ do: 'drop-after', on: 'POST /v1/refunds', times: 99 })
    const { id, rentalId } = await paid(town.cast.ramon)
    await reject(rentalId)
    await effects()
    expect(await differences()).toEqual([])
    town.services.emulator.faults.clear()
    // Left to an admin while the provider's list did not have it yet.
    await sql`update refund set status = 'manual', note = 'Never answered' where order_id = ${id}`.execute(
      town.services.db,
    )
    expect(await differences()).toEqual([])
    expect(await refundsOf(id)).toMatchObject([{ status: 'succeeded', providerId: theirs().refunds[0]!.id }])
    expect(await balances(id)).not.toHaveProperty('refund_due')
  })

  it('reads as many pages as there are', async () => {
    const session = await payElsewhere()
    for (let i = 0; i < 230; i++) town.services.emulator.pay(session, { channel: 'gcash' })
    const { number } = await paid(town.cast.ramon)
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
    })
    const lying = (listPayments: NonNullable<typeof ctx.payments>['listPayments']) => ({
      ...ctx,
      payments: { ...town.services.payments!, listPayments },
    })
    const same = lying(async () => ({ ok: true, items: [payment(1)], next: 'pay_1' }))
    expect(await reconcileNow(same)).toMatchObject({
      reason: 'provider',
      message: 'The provider’s list does not come to an end.',
    })
    let n = 0
    const long = lying(async () => ({ ok: true, items: [payment(++n)], next: 'more' }))
    expect(await reconcileNow(long)).toMatchObject({ ok: true, differences: MAX_PAGES })
    const { since } = (await runs()).at(-1)!
    expect(since!.getTime()).toBe(NOW.getTime() - MAX_PAGES * 60_000 + 86_400_000)
  })

  it('that cannot ask the provider says why, and changes nothing', async () => {
    await paid(town.cast.ramon)
    providerIsDown()
    expect(await reconcileNow(amihan()[0])).toMatchObject({ ok: false, reason: 'provider' })
    expect(await runs()).toMatchObject([
      { failure: 'The provider could not be asked (unreachable).', endedAt: NOW },
    ])
  })
})

describe('the reconciliation of a night', () => {
  /** Minutes from two o'clock in the morning of November 22 in Manila. */
  const night = (n: number) =>
    town.services.clock.set(new Date(Date.parse('2026-11-21T18:00:00Z') + n * 60_000))
  const nightly = () => reconcileNightly(town.services)

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
    town.services.emulator.faults.clear()
    night(29)
    expect(await nightly()).toMatchObject({ reason: 'night' })
    night(30)
    accepted(await nightly())
    expect((await runs()).map(({ failure }) => failure === null)).toEqual([false, true])
  })

  it('that was killed is done again, and says that it was interrupted', async () => {
    night(0)
    await town.services.db
      .insertInto('reconciliation')
      .values({ id: crypto.randomUUID(), day: '2026-11-22', beganAt: town.services.clock.now() })
      .execute()
    night(10)
    expect(await nightly()).toMatchObject({ reason: 'night' })
    expect(await reconcileNow(amihan()[0])).toMatchObject({ reason: 'running' })
    night(16)
    accepted(await reconcileNow(amihan()[0]))
    expect(await runs()).toMatchObject([{ failure: 'It was interrupted.' }, { failure: null }])
  })

  it('that is stopped ends as stopped', async () => {
    night(0)
    expect(await reconcileNightly(town.services, () => true)).toMatchObject({ reason: 'stopped' })
    expect(await runs()).toMatchObject([{ failure: 'The server was stopped meanwhile.' }])
  })

  it('compares only receipts and the book where nothing is paid online', async () => {
    night(0)
    expect(await reconcileNightly({ ...town.services, payments: null })).toMatchObject({
      ok: true,
      differences: 0,
    })
    expect(await runs()).toMatchObject([{ paymentsSeen: 0, refundsSeen: 0, failure: null }])
  })
})

describe('a difference', () => {
  it('is explained by an admin, once, and later runs take the explanation over while it is the same', async () => {
    const session = await payElsewhere()
    town.services.emulator.pay(session, { channel: 'gcash' })
    const [found] = await differences()
    const explain = (explanation: string) =>
      explainDifference(...amihan(), { differenceId: found!.id, explanation })
    const both = await Promise.all([explain('Our other shop.'), explain('Our other shop.')])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(both.find(({ ok }) => !ok)).toMatchObject({ reason: 'status' })
    expect(await differences()).toMatchObject([
      { explanation: 'Our other shop.', explainedBy: town.cast.amihan.id },
    ])
    town.services.emulator.pay(session, { channel: 'gcash' })
    expect(await reconcileNow(amihan()[0])).toMatchObject({ differences: 2, unexplained: 1 })
    const event = await town.services.db
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
    const what = await people.rent(town.services, town.cast.ramon, [await list({ deposit: 20_000 })], {
      startDate: TODAY,
      durationDays: 3,
      deliveryOption: 'delivery',
    })
    const step = (
      who: 'ramon' | 'olivia',
      action: 'approve' | 'reject' | 'cancel' | 'activate' | 'complete',
    ) => takeStep(by(town.services, town.cast[who]), { rentalId: what.rentalId, action }).then(accepted)
    return { ...what, step }
  }
  const totalsSaid = async (number: string) => {
    const { receipt } = accepted(await findReceipt(by(town.services, town.cast.ramon), number))
    const { sections } = await trackRentals(town.services.db, people.seenBy(town.cast.ramon), 'renter')
    const tracked = Object.values(sections).flatMap(({ items }) => items)
    const { order: page } = accepted(
      await findOrder(by(town.services, town.cast.amihan), amihan()[1], number),
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
      const { orderNumber, rentalId, step } = await cash()
      expect(await totalsSaid(orderNumber)).toEqual([163_250, 163_250, 163_250])
      if (who) for (const action of steps) await step(who, action)
      else await takeSystemStepOf(rentalId)
      expect(await totalsSaid(orderNumber)).toEqual([0, 0, 0])
      const { receipt } = accepted(await findReceipt(by(town.services, town.cast.ramon), orderNumber))
      expect(receipt.totals).toMatchObject({ subtotal: 135_000, waived: 163_250, refunded: 0 })
      expect(await differences()).toEqual([])
      minutes(0)
    },
  )

  it('agree about a cash rental at every step of it', async () => {
    const { step } = await cash()
    expect(await differences()).toEqual([])
    for (const action of ['approve', 'activate', 'complete'] as const) {
      await step('olivia', action)
      expect(await differences()).toEqual([])
    }
  })

  it('agree about cash rentals that ended before they were told to, once the migration has run', async () => {
    const [rejected, pending] = [await cash(), await cash()]
    await rejected.step('olivia', 'reject')
    await sql`delete from money_line where kind = 'waived'`.execute(town.services.db)
    expect(await totalsSaid(rejected.orderNumber)).toEqual([163_250, 163_250, 163_250])
    const migration = readFileSync(new URL('../../db/migrations/029_waived.sql', import.meta.url), 'utf8')
    const [backfill] = /^insert into money_line[^;]+;/m.exec(migration)!
    await town.services.connection.pool.query(backfill)
    expect(await totalsSaid(rejected.orderNumber)).toEqual([0, 0, 0])
    expect(await totalsSaid(pending.orderNumber)).toEqual([163_250, 163_250, 163_250])
    expect(await differences()).toEqual([])
  })

  it('are compared without a provider, too, and each order that differs is listed until it is explained', async () => {
    const { step, rentalId } = await cash()
    const other = await cash()
    for (const one of [{ step }, other]) await one.step('olivia', 'reject')
    await sql`delete from money_line where kind = 'waived'`.execute(town.services.db)
    const [ctx, admin] = amihan()
    const { runId } = accepted(await reconcileNow({ ...ctx, payments: null }))
    const found = await town.services.db
      .selectFrom('reconciliationDifference')
      .selectAll()
      .where('reconciliationId', '=', runId)
      .orderBy('id')
      .execute()
    expect(found).toHaveLength(6)
    const { orderId } = (await town.services.db
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
    accepted(await explainDifference(ctx, admin, { differenceId: found[0]!.id, explanation: 'A test.' }))
    const again = await differences()
    expect(again.filter(({ explanation }) => explanation !== null)).toHaveLength(1)
  })
})

async function takeSystemStepOf(rentalId: string) {
  minutes(2 * 24 * 60)
  accepted(await takeSystemStep(town.services, { rentalId, action: 'expire' }))
}
