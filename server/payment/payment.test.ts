import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '#domain/period.ts'
import { accepted } from '#seeds/act.ts'
import { doEffect } from '#server/jobs/do-effect.ts'
import { runEffects } from '#server/jobs/run-effects.ts'
import { placeOrder } from '#server/order/place-order.ts'
import { takeStep } from '#server/rental/take-step.ts'
import * as people from '#tests/support/people.ts'
import { by, NOW, TODAY } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { createIntent } from './create-intent.ts'
import { openPayment } from './open-payment.ts'
import { findPayableOrder } from './queries.ts'
import { receiveEvent } from './receive-event.ts'
import { cancelUnpaidOrder } from './release-order.ts'
import { settleCheckout } from './settle-checkout.ts'
import { sweepPayments } from './sweep-payments.ts'

const town = withServices(['ramon', 'katrina', 'olivia', 'amihan'])
const minutes = (n: number) => town.services.clock.set(new Date(NOW.getTime() + n * 60_000))
beforeEach(async () => {
  minutes(0)
  town.services.emulator.reset()
  await sql`update effect set done_at = now() where done_at is null`.execute(town.services.db)
  await sql`delete from cart_line`.execute(town.services.db)
})

const list = (changes: Parameters<typeof people.listApproved>[2] = {}) =>
  people.listApproved(town.services, { owner: town.cast.olivia, admin: town.cast.amihan }, changes)
const effects = () =>
  runEffects(town.services, (effect) => doEffect(town.services, town.services.mail, effect))
/** Does what is due, and what follows from asking the provider how its refunds went. */
const settle = async () => {
  await effects()
  await sweepPayments(town.services)
  await effects()
}

/** Orders listings online: the order's number, its rental and where to pay. */
async function order(person: people.Person, listingIds: string[], startDate = addDays(TODAY, 10)) {
  await people.fillCart(town.services, person, listingIds, { startDate, durationDays: 3 })
  const checkout = { ...(await people.aCheckout(town.services, person)), paymentMethod: 'online' as const }
  const { orderNumber } = accepted(
    await placeOrder(by(town.services, person), people.renter(person), checkout),
  )
  const opened = await openPayment(by(town.services, person), people.renter(person), orderNumber)
  const found = (await findPayableOrder(town.services.db, { number: orderNumber }))!
  return { ...found, url: opened.ok ? opened.url : null, checkout, sessionId: found.session?.id ?? '' }
}
const providerIsDown = () => town.services.emulator.faults.add({ do: 'answer', status: 500, times: 500 })
const statusOf = async (number: string) => (await findPayableOrder(town.services.db, { number }))!.status
const rentalsOf = (orderId: string) =>
  town.services.db.selectFrom('rental').selectAll().where('orderId', '=', orderId).orderBy('id').execute()
const refundsOf = (orderId: string) =>
  town.services.db
    .selectFrom('refund')
    .selectAll()
    .where('orderId', '=', orderId)
    .orderBy('createdAt')
    .execute()
const webhooks = () => town.services.emulator.webhooks.collected
const deliver = async (which = webhooks()) => {
  const outcomes = []
  for (const { body, signature } of which.splice(0))
    outcomes.push(await receiveEvent(town.services, Buffer.from(body), signature))
  return outcomes
}
async function balances(orderId: string) {
  const { rows } = await sql<{ bookAccount: string; centavos: number }>`
    select p.book_account, sum(p.centavos)::bigint as centavos from book_posting p join book_entry e on e.id = p.entry_id
    where e.order_id = ${orderId} group by 1 having sum(p.centavos) <> 0 order by 1`.execute(town.services.db)
  return Object.fromEntries(rows.map((row) => [row.bookAccount, row.centavos]))
}

describe('an order that is paid online', () => {
  it('holds its dates, keeps the cart and asks nobody until it is paid', async () => {
    const tent = await list({ pricePerDay: 33_333 })
    const { id, number, status, holdsUntil, url, totalCentavos } = await order(town.cast.ramon, [tent])
    expect(number).toMatch(/^pm-\d+$/)
    expect(status).toBe('awaiting_payment')
    expect(holdsUntil).toEqual(new Date(NOW.getTime() + 30 * 60_000))
    expect(new URL(url!).origin).toBe(town.services.emulator.origin)
    expect(totalCentavos).toBe(104_999)
    expect((await rentalsOf(id)).map((rental) => rental.status)).toEqual(['Pending'])
    const cart = await sql`select from cart_line where renter_id = ${town.cast.ramon.id}`.execute(
      town.services.db,
    )
    expect(cart.rows).toHaveLength(1)
    await effects()
    const mails = await town.services.mail.list(50)
    expect(mails.filter(({ text }) => text.includes(number))).toEqual([])
    const mine = await rentalsOf(id)
    expect(
      await takeStep(by(town.services, town.cast.olivia), { rentalId: mine[0]!.id, action: 'approve' }),
    ).toMatchObject({ reason: 'unpaid' })
    await cancelUnpaidOrder(by(town.services, town.cast.ramon), number)
  })

  it('is confirmed by the webhook, once, whatever it is told and how often', async () => {
    const paid = await order(town.cast.ramon, [await list(), await list()])
    town.services.emulator.pay(paid.sessionId, { channel: 'gcash' })
    const twice = [...webhooks(), ...webhooks()]
    expect(await deliver(twice)).toMatchObject([{ outcome: 'done' }, { outcome: 'known' }])
    await settleCheckout(town.services, paid.sessionId)
    expect(await statusOf(paid.number)).toBe('confirmed')
    const { rows } = await sql`select from cart_line where renter_id = ${town.cast.ramon.id}`.execute(
      town.services.db,
    )
    expect(rows).toEqual([])
    await effects()
    const mails = (await town.services.mail.list(50)).filter(({ text }) => text.includes(paid.number))
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      `Payment received for order ${paid.number}`,
      'Ramon Dela Cruz would like to rent your 4-person tent',
      'Ramon Dela Cruz would like to rent your 4-person tent',
      'Your request for 4-person tent',
      'Your request for 4-person tent',
    ])
    const { fee } = town.services.emulator.list().payments.at(-1)!
    expect(fee).toBeGreaterThan(0)
    expect(await balances(paid.id)).toEqual({
      owner_payable: -270_000,
      platform_fee: -13_500,
      provider_clearing: 283_500 - fee,
      provider_cost: fee,
    })
  })

  it('expires after 30 minutes and frees its dates, and its checkout is closed', async () => {
    const tent = await list()
    const lost = await order(town.cast.ramon, [tent])
    minutes(29)
    await sweepPayments(town.services)
    expect(await statusOf(lost.number)).toBe('awaiting_payment')
    minutes(30)
    await sweepPayments(town.services)
    expect(await statusOf(lost.number)).toBe('expired')
    expect((await rentalsOf(lost.id)).map(({ status }) => status)).toEqual(['Cancelled'])
    const listing = await town.services.db
      .selectFrom('listing')
      .select(['status', 'rentalCount'])
      .where('id', '=', tent)
      .executeTakeFirstOrThrow()
    expect(listing).toEqual({ status: 'approved', rentalCount: 0 })
    await effects()
    expect(town.services.emulator.list().checkouts.map(({ status }) => status)).toEqual(['expired'])
    expect(await balances(lost.id)).toEqual({})
  })

  it('frees its dates in time also while the provider is down', async () => {
    const lost = await order(town.cast.ramon, [await list()])
    minutes(31)
    providerIsDown()
    await sweepPayments(town.services)
    expect(await statusOf(lost.number)).toBe('expired')
  })

  it('that was paid while its webhook was lost is confirmed by the sweep, before its time is over', async () => {
    const paid = await order(town.cast.ramon, [await list()])
    town.services.emulator.pay(paid.sessionId, { channel: 'card' })
    webhooks().length = 0
    minutes(3)
    await sweepPayments(town.services)
    expect(await statusOf(paid.number)).toBe('confirmed')
  })

  it('paid late takes its dates again when they are free', async () => {
    const tent = await list()
    const late = await order(town.cast.ramon, [tent])
    minutes(31)
    town.services.emulator.pay(late.sessionId, { channel: 'card' })
    webhooks().length = 0
    providerIsDown()
    await sweepPayments(town.services)
    town.services.emulator.faults.clear()
    expect(await statusOf(late.number)).toBe('expired')
    expect(await settleCheckout(town.services, late.sessionId)).toMatchObject({ orderStatus: 'confirmed' })
    expect((await rentalsOf(late.id)).map(({ status }) => status)).toEqual(['Pending'])
    const listing = await town.services.db
      .selectFrom('listing')
      .select(['status', 'rentalCount'])
      .where('id', '=', tent)
      .executeTakeFirstOrThrow()
    expect(listing).toEqual({ status: 'unavailable', rentalCount: 1 })
    expect(await refundsOf(late.id)).toEqual([])
  })

  it('paid late, when someone else has its dates or it ended meanwhile, is owed back whole', async () => {
    const tent = await list({ bookableWhileRented: true })
    const late = await order(town.cast.ramon, [tent])
    minutes(31)
    town.services.emulator.pay(late.sessionId, { channel: 'gcash' })
    providerIsDown()
    await sweepPayments(town.services)
    town.services.emulator.faults.clear()
    await people.rent(town.services, town.cast.katrina, [tent], { startDate: addDays(TODAY, 12) })
    expect(await deliver()).toMatchObject([{ outcome: 'done' }])
    expect(await statusOf(late.number)).toBe('expired')
    expect(await refundsOf(late.id)).toMatchObject([
      { reason: 'unused', rentalId: null, centavos: late.totalCentavos, status: 'due' },
    ])
    await settle()
    expect(await refundsOf(late.id)).toMatchObject([{ status: 'succeeded' }])
    const { fee } = town.services.emulator.list().payments.at(-1)!
    expect(await balances(late.id)).toEqual({ provider_clearing: -fee, provider_cost: fee })
  })

  it('paid twice, or not the amount: what is of no use goes back, the order stands', async () => {
    const paid = await order(town.cast.ramon, [await list()])
    town.services.emulator.pay(paid.sessionId, { channel: 'gcash' })
    town.services.emulator.pay(paid.sessionId, { channel: 'card' })
    town.services.emulator.pay(paid.sessionId, { channel: 'card', centavos: 2_000 })
    await deliver()
    expect(await statusOf(paid.number)).toBe('confirmed')
    await settle()
    expect(
      (await refundsOf(paid.id)).map(({ centavos, reason, status }) => [centavos, reason, status]),
    ).toEqual([
      [paid.totalCentavos, 'unused', 'succeeded'],
      [2_000, 'unused', 'succeeded'],
    ])
    expect(await balances(paid.id)).not.toHaveProperty('renter_credit')
  })

  it('that its renter gives up frees its dates and keeps the cart; one just paid is confirmed instead', async () => {
    const given = await order(town.cast.ramon, [await list()])
    expect(await cancelUnpaidOrder(by(town.services, town.cast.katrina), given.number)).toMatchObject({
      reason: 'not-found',
    })
    accepted(await cancelUnpaidOrder(by(town.services, town.cast.ramon), given.number))
    expect(await statusOf(given.number)).toBe('cancelled')
    expect(
      await openPayment(by(town.services, town.cast.ramon), people.renter(town.cast.ramon), given.number),
    ).toMatchObject({ reason: 'over' })
    await sql`delete from cart_line`.execute(town.services.db)
    const paid = await order(town.cast.ramon, [await list()])
    town.services.emulator.pay(paid.sessionId, { channel: 'card' })
    expect(await cancelUnpaidOrder(by(town.services, town.cast.ramon), paid.number)).toMatchObject({
      reason: 'paid',
    })
    expect(await statusOf(paid.number)).toBe('confirmed')
  })

  it('is opened once at the provider, however often it is asked for, and never for someone else', async () => {
    const once = await order(town.cast.ramon, [await list()])
    const again = await openPayment(
      by(town.services, town.cast.ramon),
      people.renter(town.cast.ramon),
      once.number,
    )
    expect(again).toMatchObject({ url: once.url })
    expect(town.services.emulator.list().checkouts).toHaveLength(1)
    const placed = await placeOrder(
      by(town.services, town.cast.ramon),
      people.renter(town.cast.ramon),
      once.checkout,
    )
    expect(placed).toMatchObject({ orderNumber: once.number })
    expect(
      await openPayment(by(town.services, town.cast.katrina), people.renter(town.cast.katrina), once.number),
    ).toMatchObject({ reason: 'not-found' })
    await cancelUnpaidOrder(by(town.services, town.cast.ramon), once.number)
  })

  it.each([
    [
      'refuses',
      { do: 'answer', status: 400, code: 'parameter_invalid', times: 9 },
      'Could not initiate PayMongo payment.',
    ],
    ['fails', { do: 'answer', status: 500, times: 9 }, 'An error occurred with PayMongo. Please try again.'],
    ['never answers', { do: 'drop-after', times: 9 }, 'An error occurred with PayMongo. Please try again.'],
    ['answers nonsense', { do: 'garbage', times: 9 }, 'An error occurred with PayMongo. Please try again.'],
  ] as const)(
    'is given up when the provider %s: the dates are free, the cart is intact',
    async (_, fault, message) => {
      await sql`delete from cart_line`.execute(town.services.db)
      const tent = await list()
      await people.fillCart(town.services, town.cast.ramon, [tent], { startDate: addDays(TODAY, 10) })
      const checkout = {
        ...(await people.aCheckout(town.services, town.cast.ramon)),
        paymentMethod: 'online' as const,
      }
      const ramon = [by(town.services, town.cast.ramon), people.renter(town.cast.ramon)] as const
      const { orderNumber } = accepted(await placeOrder(...ramon, checkout))
      town.services.emulator.faults.add(fault)
      expect(await openPayment(...ramon, orderNumber)).toMatchObject({ ok: false, message })
      expect(await statusOf(orderNumber)).toBe('cancelled')
      town.services.errors.splice(0)
      const cart = await sql`select from cart_line where renter_id = ${town.cast.ramon.id}`.execute(
        town.services.db,
      )
      expect(cart.rows).toHaveLength(1)
      town.services.emulator.faults.clear()
      const next = await order(town.cast.ramon, [])
      expect(next.url).not.toBeNull()
      await cancelUnpaidOrder(by(town.services, town.cast.ramon), next.number)
      await sql`delete from cart_line`.execute(town.services.db)
    },
  )

  it('can be five times unpaid at once, and not six', async () => {
    const numbers = []
    for (let i = 0; i < 5; i++) {
      numbers.push((await order(town.cast.katrina, [await list()])).number)
      await sql`delete from cart_line`.execute(town.services.db)
    }
    await people.fillCart(town.services, town.cast.katrina, [await list()])
    const checkout = {
      ...(await people.aCheckout(town.services, town.cast.katrina)),
      paymentMethod: 'online' as const,
    }
    expect(
      await placeOrder(by(town.services, town.cast.katrina), people.renter(town.cast.katrina), checkout),
    ).toMatchObject({ reason: 'unpaid-limit' })
    for (const number of numbers) await cancelUnpaidOrder(by(town.services, town.cast.katrina), number)
  })
})

describe('a rental that was paid and ends before it is handed over', () => {
  const pay = async (changes: Parameters<typeof list>[0] = {}) => {
    await sql`delete from cart_line`.execute(town.services.db)
    const paid = await order(town.cast.ramon, [await list(changes)])
    town.services.emulator.pay(paid.sessionId, { channel: 'gcash' })
    await deliver()
    return { ...paid, rentalId: (await rentalsOf(paid.id))[0]!.id }
  }
  const step = (who: people.Person, rentalId: string, action: 'approve' | 'reject' | 'cancel') =>
    takeStep(by(town.services, who), { rentalId, action })

  it('is refunded in full when its owner rejects it, once even if pressed twice', async () => {
    const { id, rentalId, totalCentavos } = await pay()
    const pressed = await Promise.all([1, 2, 3].map(() => step(town.cast.olivia, rentalId, 'reject')))
    expect(pressed.filter(({ ok }) => ok)).toHaveLength(1)
    await settle()
    await settle()
    expect(await refundsOf(id)).toMatchObject([
      { reason: 'reject', centavos: totalCentavos, status: 'succeeded' },
    ])
    expect(town.services.emulator.list().refunds).toHaveLength(1)
    const mails = await town.services.mail.list(5)
    expect(mails[0]!.subject).toBe('₱1,417.50 refunded')
    expect(Object.keys(await balances(id)).sort()).toEqual(['provider_clearing', 'provider_cost'])
  })

  it('gives back what its policy says when the renter cancels, and the rest is the owner’s', async () => {
    const { id, rentalId } = await pay({ cancellationPolicy: 'strict', deposit: 20_000 })
    accepted(await step(town.cast.olivia, rentalId, 'approve'))
    accepted(await step(town.cast.ramon, rentalId, 'cancel'))
    expect(await refundsOf(id)).toMatchObject([{ reason: 'cancel', centavos: 67_500 + 6_750 + 20_000 }])
    expect(await balances(id)).toMatchObject({ owner_payable: -67_500, refund_due: -94_250 })
    expect(await balances(id)).not.toHaveProperty('deposit_held')
    expect(await balances(id)).not.toHaveProperty('platform_fee')
  })

  it('is refunded although the provider is away for a while, and once although its answer is lost', async () => {
    const { id, rentalId } = await pay()
    town.services.emulator.faults.add({ do: 'answer', status: 503, on: 'POST /v1/refunds', times: 9 })
    accepted(await step(town.cast.olivia, rentalId, 'reject'))
    await effects()
    expect(await refundsOf(id)).toMatchObject([{ status: 'due' }])
    town.services.emulator.faults.clear()
    town.services.emulator.faults.add({ do: 'drop-after', on: 'POST /v1/refunds', times: 9 })
    minutes(5)
    await effects()
    town.services.emulator.faults.clear()
    minutes(60)
    await settle()
    expect(await refundsOf(id)).toMatchObject([{ status: 'succeeded' }])
    expect(town.services.emulator.list().refunds).toHaveLength(1)
  })

  it('is left to an admin when the provider refuses, fails at it, or has not answered for most of a day', async () => {
    const refused = await pay()
    town.services.emulator.faults.add({
      do: 'answer',
      status: 400,
      code: 'refund_not_allowed',
      on: 'POST /v1/refunds',
    })
    accepted(await step(town.cast.olivia, refused.rentalId, 'reject'))
    await effects()
    expect(await refundsOf(refused.id)).toMatchObject([
      { status: 'manual', note: expect.stringContaining('refund_not_allowed') },
    ])
    town.services.emulator.refunds.go = 'fail'
    const failed = await pay()
    accepted(await step(town.cast.olivia, failed.rentalId, 'reject'))
    await effects()
    await sweepPayments(town.services)
    expect(await refundsOf(failed.id)).toMatchObject([{ status: 'manual' }])
    town.services.emulator.refunds.go = 'settle'
    const silent = await pay()
    town.services.emulator.faults.add({ do: 'drop-before', on: 'POST /v1/refunds', times: 99 })
    accepted(await step(town.cast.olivia, silent.rentalId, 'reject'))
    await effects()
    minutes(21 * 60)
    await effects()
    expect(await refundsOf(silent.id)).toMatchObject([
      { status: 'manual', note: expect.stringContaining('never answered') },
    ])
    minutes(0)
    expect(await balances(silent.id)).toMatchObject({ refund_due: -141_750 })
  })

  it('that waits at the provider is asked after, by webhook and sweep', async () => {
    town.services.emulator.refunds.go = 'hold'
    const { id, rentalId } = await pay()
    accepted(await step(town.cast.olivia, rentalId, 'reject'))
    await effects()
    expect(await refundsOf(id)).toMatchObject([{ status: 'sent' }])
    await sweepPayments(town.services)
    expect(await refundsOf(id)).toMatchObject([{ status: 'sent' }])
    webhooks().length = 0
    town.services.emulator.settleRefund(town.services.emulator.list().refunds[0]!.id)
    await deliver()
    expect(await refundsOf(id)).toMatchObject([{ status: 'succeeded' }])
  })
})

describe('the database', () => {
  it('refuses refunds beyond their payment, an entry that does not sum to zero, and any change of the book', async () => {
    const paid = await order(town.cast.ramon, [await list()])
    town.services.emulator.pay(paid.sessionId, { channel: 'gcash' })
    await deliver()
    const { db } = town.services
    const payment = (
      await db.selectFrom('payment').select('id').where('orderId', '=', paid.id).executeTakeFirstOrThrow()
    ).id
    const [rental] = await rentalsOf(paid.id)
    const refund = (centavos: number, reason: 'cancel' | 'deposit') =>
      db
        .insertInto('refund')
        .values({
          id: crypto.randomUUID(),
          orderId: paid.id,
          rentalId: rental!.id,
          paymentId: payment,
          centavos,
          reason,
        })
        .execute()
    await refund(100_000, 'cancel')
    await expect(refund(41_751, 'deposit')).rejects.toThrow(/would exceed/)
    await refund(41_750, 'deposit')
    await expect(
      sql`with e as (insert into book_entry (key, kind) values ('x', 'payout') returning id)
      insert into book_posting (entry_id, book_account, centavos) select id, a, 5 from e, unnest(array['bank', 'provider_cost']) a`.execute(
        db,
      ),
    ).rejects.toThrow(/does not balance/)
    await expect(sql`insert into book_entry (key, kind) values ('y', 'payout')`.execute(db)).rejects.toThrow(
      /does not balance/,
    )
    await expect(sql`update book_posting set centavos = centavos + 1`.execute(db)).rejects.toThrow(
      /only added to/,
    )
    await expect(sql`delete from book_entry`.execute(db)).rejects.toThrow(/only added to/)
    const { rows } = await sql<{
      sum: number
    }>`select coalesce(sum(centavos), 0)::bigint as sum from book_posting`.execute(db)
    expect(rows).toEqual([{ sum: 0 }])
  })
})

describe('the API for payment intents', () => {
  it('gives someone logged in an intent of whole centavos within the limits, and counts them', async () => {
    const ctx = by(town.services, town.cast.ramon)
    expect(await createIntent(ctx, 150_050)).toMatchObject({
      ok: true,
      intent: { centavos: 150_050, currency: 'PHP' },
    })
    for (const amount of [
      undefined,
      null,
      '5000',
      50.5,
      -1,
      0,
      1_999,
      1_000_000_000,
      Number.NaN,
      [5000],
      { amount: 1 },
    ])
      expect(await createIntent(ctx, amount)).toMatchObject({ reason: 'amount' })
    expect(await createIntent(by(town.services), 5_000)).toMatchObject({ reason: 'login' })
    providerIsDown()
    expect(await createIntent(ctx, 5_000)).toMatchObject({
      reason: 'provider',
      message: 'Failed to create payment intent',
    })
  })
})
