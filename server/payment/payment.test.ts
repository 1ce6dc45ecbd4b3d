import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '#domain/period.ts'
import { accepted } from '#seeds/act.ts'
import { placeOrder } from '#server/order/place-order.ts'
import { takePartyAction } from '#server/rental/take-action.ts'
import { paying } from '#tests/support/paying.ts'
import * as people from '#tests/support/people.ts'
import { by, NOW, TODAY } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { addToCart } from '../cart/add-to-cart.ts'
import { readCart } from '../cart/read-cart.ts'
import { removeFromCart } from '../cart/remove-from-cart.ts'
import { suspendAccount } from '../account/suspend-account.ts'
import { createIntent } from './create-intent.ts'
import { openPayment } from './open-payment.ts'
import { cancelUnpaidOrder } from './cancel-unpaid-order.ts'
import { settleCheckout } from './settle-checkout.ts'
import { sweepPayments } from './sweep-payments.ts'

const fixture = withServices(['ramon', 'katrina', 'olivia', 'amihan'])
const { minutes, reset, list, order, effects, settle, providerIsDown } = paying(fixture)
const { statusOf, rentalsOf, refundsOf, webhooks, deliver, balances } = paying(fixture)
beforeEach(reset)
const otherOf = { ramon: 'olivia', olivia: 'ramon' } as const

describe('an order that is paid online', () => {
  // Spec: S7.27, S9.8
  it('holds its dates, keeps the cart and asks nobody until it is paid', async () => {
    const tent = await list({ pricePerDay: 33_333 })
    const { id, number, status, holdsUntil, url, totalCentavos } = await order(fixture.cast.ramon, [tent])
    expect(number).toMatch(/^pm-\d+$/)
    expect(status).toBe('awaiting_payment')
    expect(holdsUntil).toEqual(new Date(NOW.getTime() + 30 * 60_000))
    expect(new URL(url!).origin).toBe(fixture.services.emulator.origin)
    expect(totalCentavos).toBe(104_999)
    expect((await rentalsOf(id)).map((rental) => rental.status)).toEqual(['Pending'])
    const cart = await sql`select from cart_line where renter_id = ${fixture.cast.ramon.id}`.execute(
      fixture.services.db,
    )
    expect(cart.rows).toHaveLength(1)
    await effects()
    const mails = await fixture.services.mail.list(50)
    expect(mails.filter(({ text }) => text.includes(number))).toEqual([])
    const mine = await rentalsOf(id)
    expect(
      await takePartyAction(by(fixture.services, fixture.cast.olivia), {
        rentalId: mine[0]!.id,
        action: 'approve',
      }),
    ).toMatchObject({ reason: 'unpaid' })
    await cancelUnpaidOrder(by(fixture.services, fixture.cast.ramon), number)
  })

  // Spec: D21
  it('is confirmed by the webhook, once, whatever it is told and how often', async () => {
    const paid = await order(fixture.cast.ramon, [await list(), await list()])
    fixture.services.emulator.pay(paid.sessionId, { channel: 'gcash' })
    const twice = [...webhooks(), ...webhooks()]
    expect(await deliver(twice)).toMatchObject([{ outcome: 'done' }, { outcome: 'known' }])
    await settleCheckout(fixture.services, paid.sessionId)
    expect(await statusOf(paid.number)).toBe('confirmed')
    const { rows } = await sql`select from cart_line where renter_id = ${fixture.cast.ramon.id}`.execute(
      fixture.services.db,
    )
    expect(rows).toEqual([])
    await effects()
    const mails = (await fixture.services.mail.list(50)).filter(({ text }) => text.includes(paid.number))
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      `Payment received for order ${paid.number}`,
      'Ramon D. would like to rent your 4-person tent',
      'Ramon D. would like to rent your 4-person tent',
      'Your request for 4-person tent',
      'Your request for 4-person tent',
    ])
    const { fee } = fixture.services.emulator.list().payments.at(-1)!
    expect(fee).toBeGreaterThan(0)
    expect(await balances(paid.id)).toEqual({
      owner_payable: -270_000,
      platform_fee: -13_500,
      provider_clearing: 283_500 - fee,
      provider_cost: fee,
    })
  })

  // Spec: D21
  it('keeps in the cart what has other days by now, which is not called ordered', async () => {
    const { services, cast } = fixture
    const listingId = await list({ bookableWhileRented: true })
    const { sessionId, number } = await order(cast.ramon, [listingId])
    const read = async () => (await readCart(by(services, cast.ramon), people.renter(cast.ramon))).lines
    expect(await read()).toMatchObject([{ unpaidOrder: number, problem: { reason: 'unpaid-order' } }])
    const startDate = addDays(TODAY, 20)
    accepted(await removeFromCart(by(services, cast.ramon), people.renter(cast.ramon), listingId))
    accepted(await addToCart(by(services, cast.ramon), people.rentalRequest(listingId, { startDate })))
    expect(await read()).toMatchObject([{ unpaidOrder: null, problem: null }])
    services.emulator.pay(sessionId, { channel: 'gcash' })
    accepted(await settleCheckout(services, sessionId))
    expect(await read()).toMatchObject([{ startDate, problem: null }])
  })

  it('expires after 30 minutes and frees its dates, and its checkout is closed', async () => {
    const tent = await list()
    const lost = await order(fixture.cast.ramon, [tent])
    minutes(29)
    await sweepPayments(fixture.services)
    expect(await statusOf(lost.number)).toBe('awaiting_payment')
    minutes(30)
    await sweepPayments(fixture.services)
    expect(await statusOf(lost.number)).toBe('expired')
    expect((await rentalsOf(lost.id)).map(({ status }) => status)).toEqual(['Cancelled'])
    const listing = await fixture.services.db
      .selectFrom('listing')
      .select(['status', 'rentalCount'])
      .where('id', '=', tent)
      .executeTakeFirstOrThrow()
    expect(listing).toEqual({ status: 'approved', rentalCount: 0 })
    await effects()
    expect(fixture.services.emulator.list().checkouts.map(({ status }) => status)).toEqual(['expired'])
    expect(await balances(lost.id)).toEqual({})
  })

  it('frees its dates in time also while the provider is down', async () => {
    const lost = await order(fixture.cast.ramon, [await list()])
    minutes(31)
    providerIsDown()
    await sweepPayments(fixture.services)
    expect(await statusOf(lost.number)).toBe('expired')
  })

  it('that was paid while its webhook was lost is confirmed by the sweep, before its time is over', async () => {
    const paid = await order(fixture.cast.ramon, [await list()])
    fixture.services.emulator.pay(paid.sessionId, { channel: 'card' })
    webhooks().length = 0
    minutes(3)
    await sweepPayments(fixture.services)
    expect(await statusOf(paid.number)).toBe('confirmed')
  })

  it('paid late takes its dates again when they are free', async () => {
    const tent = await list()
    const late = await order(fixture.cast.ramon, [tent])
    minutes(31)
    fixture.services.emulator.pay(late.sessionId, { channel: 'card' })
    webhooks().length = 0
    providerIsDown()
    await sweepPayments(fixture.services)
    fixture.services.emulator.faults.clear()
    expect(await statusOf(late.number)).toBe('expired')
    expect(await settleCheckout(fixture.services, late.sessionId)).toMatchObject({ orderStatus: 'confirmed' })
    expect((await rentalsOf(late.id)).map(({ status }) => status)).toEqual(['Pending'])
    const listing = await fixture.services.db
      .selectFrom('listing')
      .select(['status', 'rentalCount'])
      .where('id', '=', tent)
      .executeTakeFirstOrThrow()
    expect(listing).toEqual({ status: 'unavailable', rentalCount: 1 })
    expect(await refundsOf(late.id)).toEqual([])
  })

  it('paid late, when someone else has its dates or it ended meanwhile, is refunded in full', async () => {
    const tent = await list({ bookableWhileRented: true })
    const late = await order(fixture.cast.ramon, [tent])
    minutes(31)
    fixture.services.emulator.pay(late.sessionId, { channel: 'gcash' })
    providerIsDown()
    await sweepPayments(fixture.services)
    fixture.services.emulator.faults.clear()
    await people.rent(fixture.services, fixture.cast.katrina, [tent], { startDate: addDays(TODAY, 12) })
    expect(await deliver()).toMatchObject([{ outcome: 'done' }])
    expect(await statusOf(late.number)).toBe('expired')
    expect(await refundsOf(late.id)).toMatchObject([
      { reason: 'unused', rentalId: null, centavos: late.totalCentavos, status: 'due' },
    ])
    await settle()
    expect(await refundsOf(late.id)).toMatchObject([{ status: 'succeeded' }])
    const { fee } = fixture.services.emulator.list().payments.at(-1)!
    expect(await balances(late.id)).toEqual({ provider_clearing: -fee, provider_cost: fee })
  })

  it.each(['ramon', 'olivia'] as const)(
    'paid late, after %s blocked the other, is owed back whole',
    async (blocker) => {
      const late = await order(fixture.cast.ramon, [await list()])
      minutes(31)
      await sweepPayments(fixture.services)
      const pair = { blockerId: fixture.cast[blocker].id, blockedId: fixture.cast[otherOf[blocker]].id }
      await fixture.services.db
        .insertInto('personBlock')
        .values({ ...pair, blockedAt: NOW })
        .execute()
      fixture.services.emulator.pay(late.sessionId, { channel: 'gcash' })
      expect(await settleCheckout(fixture.services, late.sessionId)).toMatchObject({ orderStatus: 'expired' })
      await fixture.services.db.deleteFrom('personBlock').execute()
      expect(await rentalsOf(late.id)).toMatchObject([{ status: 'Cancelled' }])
      expect(await refundsOf(late.id)).toMatchObject([{ reason: 'unused', centavos: late.totalCentavos }])
    },
  )

  it('paid late by somebody who was suspended meanwhile is owed back whole', async () => {
    const late = await order(fixture.cast.ramon, [await list()])
    const { amihan, ramon } = fixture.cast
    const suspension = { accountId: ramon.id, reason: 'Did not answer.' }
    accepted(await suspendAccount(...people.asAdmin(fixture.services, amihan), suspension))
    fixture.services.emulator.pay(late.sessionId, { channel: 'gcash' })
    await settleCheckout(fixture.services, late.sessionId)
    await sql`update account set suspended_at = null, suspended_by = null, suspension_reason = null
      where id = ${ramon.id}`.execute(fixture.services.db)
    expect(await rentalsOf(late.id)).toMatchObject([{ status: 'Cancelled' }])
    expect(await refundsOf(late.id)).toMatchObject([{ reason: 'unused', centavos: late.totalCentavos }])
  })

  it('paid twice, or not the amount: the unused payment is refunded, the order stays', async () => {
    const paid = await order(fixture.cast.ramon, [await list()])
    fixture.services.emulator.pay(paid.sessionId, { channel: 'gcash' })
    fixture.services.emulator.pay(paid.sessionId, { channel: 'card' })
    fixture.services.emulator.pay(paid.sessionId, { channel: 'card', centavos: 2_000 })
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
    const given = await order(fixture.cast.ramon, [await list()])
    expect(await cancelUnpaidOrder(by(fixture.services, fixture.cast.katrina), given.number)).toMatchObject({
      reason: 'not-found',
    })
    accepted(await cancelUnpaidOrder(by(fixture.services, fixture.cast.ramon), given.number))
    expect(await statusOf(given.number)).toBe('cancelled')
    expect(
      await openPayment(
        by(fixture.services, fixture.cast.ramon),
        people.renter(fixture.cast.ramon),
        given.number,
      ),
    ).toMatchObject({ reason: 'over' })
    await sql`delete from cart_line`.execute(fixture.services.db)
    const paid = await order(fixture.cast.ramon, [await list()])
    fixture.services.emulator.pay(paid.sessionId, { channel: 'card' })
    expect(await cancelUnpaidOrder(by(fixture.services, fixture.cast.ramon), paid.number)).toMatchObject({
      reason: 'paid',
    })
    expect(await statusOf(paid.number)).toBe('confirmed')
  })

  it('is opened once at the provider, however often it is asked for, and never for someone else', async () => {
    const once = await order(fixture.cast.ramon, [await list()])
    const again = await openPayment(
      by(fixture.services, fixture.cast.ramon),
      people.renter(fixture.cast.ramon),
      once.number,
    )
    expect(again).toMatchObject({ url: once.url })
    expect(fixture.services.emulator.list().checkouts).toHaveLength(1)
    const placed = await placeOrder(
      by(fixture.services, fixture.cast.ramon),
      people.renter(fixture.cast.ramon),
      once.checkout,
    )
    expect(placed).toMatchObject({ orderNumber: once.number })
    expect(
      await openPayment(
        by(fixture.services, fixture.cast.katrina),
        people.renter(fixture.cast.katrina),
        once.number,
      ),
    ).toMatchObject({ reason: 'not-found' })
    await cancelUnpaidOrder(by(fixture.services, fixture.cast.ramon), once.number)
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
      await sql`delete from cart_line`.execute(fixture.services.db)
      const tent = await list()
      await people.fillCart(fixture.services, fixture.cast.ramon, [tent], { startDate: addDays(TODAY, 10) })
      const checkout = {
        ...(await people.aCheckout(fixture.services, fixture.cast.ramon)),
        paymentMethod: 'online' as const,
      }
      const ramon = [by(fixture.services, fixture.cast.ramon), people.renter(fixture.cast.ramon)] as const
      const { orderNumber } = accepted(await placeOrder(...ramon, checkout))
      fixture.services.emulator.faults.add(fault)
      expect(await openPayment(...ramon, orderNumber)).toMatchObject({ ok: false, message })
      expect(await statusOf(orderNumber)).toBe('cancelled')
      fixture.services.errors.splice(0)
      const cart = await sql`select from cart_line where renter_id = ${fixture.cast.ramon.id}`.execute(
        fixture.services.db,
      )
      expect(cart.rows).toHaveLength(1)
      fixture.services.emulator.faults.clear()
      const next = await order(fixture.cast.ramon, [])
      expect(next.url).not.toBeNull()
      await cancelUnpaidOrder(by(fixture.services, fixture.cast.ramon), next.number)
      await sql`delete from cart_line`.execute(fixture.services.db)
    },
  )

  it('is refused for a day where unpaid orders of the renter held the same days for an hour', async () => {
    const { katrina, ramon } = fixture.cast
    const [tent, other, single] = [await list({ bookableWhileRented: true }), await list(), await list()]
    const from = addDays(TODAY, 10)
    const tryAgain = async (listingId: string, who = katrina, startDate = from) => {
      await sql`delete from cart_line`.execute(fixture.services.db)
      await people.fillCart(fixture.services, who, [listingId], { startDate })
      const checkout = {
        ...(await people.aCheckout(fixture.services, who)),
        paymentMethod: 'online' as const,
      }
      const ctx = by(fixture.services, who)
      const placed = await placeOrder(ctx, people.renter(who), checkout)
      return { placed, cancel: () => cancelUnpaidOrder(ctx, placed.ok ? placed.orderNumber : '') }
    }
    let now = 0
    const heldFor = async (length: number, listingId = tent, startDate = from) => {
      const { placed, cancel } = await tryAgain(listingId, katrina, startDate)
      accepted(placed)
      minutes((now += length))
      if (length < 30) accepted(await cancel())
      else await sweepPayments(fixture.services)
    }
    // Whoever cancels at once holds nothing up, and a sweep that comes late is not the renter's doing.
    for (const length of [0.5, 1, 28.5, 90]) await heldFor(length)
    const { placed: refused } = await tryAgain(tent)
    expect(refused).toMatchObject({
      reason: 'online-unpaid',
      message: expect.stringMatching(/again from .*, \d+:\d\d [AP]M on, or choose Cash on Delivery\.$/),
    })
    for (const attempt of [
      () => tryAgain(other),
      () => tryAgain(tent, ramon),
      () => tryAgain(tent, katrina, addDays(from, 8)),
    ]) {
      const { placed, cancel } = await attempt()
      accepted(placed)
      accepted(await cancel())
    }
    // Nobody can rent it on any days while one holds it.
    for (const days of [0, 8]) await heldFor(31, single, addDays(from, days))
    const { placed: never } = await tryAgain(single, katrina, addDays(from, 16))
    expect(never).toMatchObject({ reason: 'online-unpaid' })
    minutes((now += 24 * 60))
    const { placed, cancel } = await tryAgain(tent)
    accepted(placed)
    accepted(await cancel())
  })

  // Spec: D39
  it('can be five times unpaid at once, and not six', async () => {
    const numbers = []
    for (let i = 0; i < 5; i++) {
      numbers.push((await order(fixture.cast.katrina, [await list()])).number)
      await sql`delete from cart_line`.execute(fixture.services.db)
    }
    await people.fillCart(fixture.services, fixture.cast.katrina, [await list()])
    const checkout = {
      ...(await people.aCheckout(fixture.services, fixture.cast.katrina)),
      paymentMethod: 'online' as const,
    }
    expect(
      await placeOrder(
        by(fixture.services, fixture.cast.katrina),
        people.renter(fixture.cast.katrina),
        checkout,
      ),
    ).toMatchObject({ reason: 'unpaid-limit' })
    for (const number of numbers) await cancelUnpaidOrder(by(fixture.services, fixture.cast.katrina), number)
  })
})

describe('the API for payment intents', () => {
  it('gives someone logged in an intent of whole centavos within the limits, and counts them', async () => {
    const ctx = by(fixture.services, fixture.cast.ramon)
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
    expect(await createIntent(by(fixture.services), 5_000)).toMatchObject({ reason: 'login' })
    providerIsDown()
    expect(await createIntent(ctx, 5_000)).toMatchObject({
      reason: 'provider',
      message: 'Failed to create payment intent',
    })
  })
})
