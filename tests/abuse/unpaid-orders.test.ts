import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '#domain/period.ts'
import { accepted } from '#seeds/act.ts'
import { answerChange } from '#server/change/answer-change.ts'
import { askChange } from '#server/change/ask-change.ts'
import { listChanges } from '#server/change/queries.ts'
import { payDebt } from '#server/payment/pay-debt.ts'
import { settleCheckout } from '#server/payment/settle-checkout.ts'
import { sweepLate } from '#server/rental/sweep-late.ts'
import { takePartyAction } from '#server/rental/take-action.ts'
import { deposits } from '#tests/support/deposits.ts'
import { textOf } from '#tests/support/html.ts'
import { paying } from '#tests/support/paying.ts'
import { aCheckout, fillCart, rent } from '#tests/support/people.ts'
import { by, TODAY } from '#tests/support/services.ts'
import { toastOf, type Fields } from '#tests/support/visitor.ts'
import { withSite } from '#tests/support/with-site.ts'

const site = withSite(['ramon', 'katrina', 'olivia', 'diego', 'amihan'])
const { minutes, reset, list, order, paid, statusOf, rentalsOf, settle, webhooks, providerIsDown } =
  paying(site)
beforeEach(async () => {
  await reset()
  await site.services.db
    .updateTable('order')
    .set({ status: 'cancelled' })
    .where('status', '=', 'awaiting_payment')
    .execute()
})

const unpaid = async () => order(site.cast.ramon, [await list({ title: 'Ramon’s gown' })])
const answer = (orderNumber: string, changes: Fields = {}): Fields => ({
  intent: 'cancel',
  orderNumber,
  from: 'return',
  ...changes,
})

describe('someone else’s order', () => {
  // Case: 18
  it.each(['katrina', 'diego', 'olivia'] as const)(
    'is neither shown to %s, paid nor cancelled by them',
    async (who) => {
      const { number } = await unpaid()
      const before = await site.counts()
      for (const path of [`/checkout/return?order=${number}`, `/checkout/return?order=${number}&left=1`]) {
        const page = await site.visitor(who).get(path)
        expect(page.status).toBe(404)
        expect(await page.text()).not.toContain('Ramon’s gown')
      }
      const paymentStatus = await site.visitor(who).get(`/api/order-standing/${number}`)
      expect([paymentStatus.status, await paymentStatus.json()]).toEqual([404, { paymentStatus: null }])
      for (const intent of ['pay', 'cancel']) {
        const refused = await site.visitor(who).post('/checkout/unpaid', answer(number, { intent }))
        expect(refused.headers.get('location')).toBe(`/checkout/return?order=${number}`)
        expect(toastOf(refused)).toBe('Sorry, that could not be found.')
      }
      expect(await statusOf(number)).toBe('awaiting_payment')
      expect(await site.counts()).toEqual(before)
    },
  )

  it('is not shown to guests, who are asked to log in, nor to admins', async () => {
    const { number } = await unpaid()
    const guest = await site.visitor().get(`/checkout/return?order=${number}&left=1`)
    expect(guest.headers.get('location')).toBe(
      `/login?next=${encodeURIComponent(`/checkout/return?order=${number}&left=1`)}`,
    )
    expect((await site.visitor().get(`/api/order-standing/${number}`)).status).toBe(401)
    expect((await site.visitor('amihan').get(`/checkout/return?order=${number}`)).status).toBe(404)
    for (const who of [undefined, 'amihan'] as const)
      expect((await site.visitor(who).post('/checkout/unpaid', answer(number))).headers.get('location')).toBe(
        '/items',
      )
    expect(await statusOf(number)).toBe('awaiting_payment')
  })

  it('is in no tracker and no list of requests of its owner, and neither is its receipt; the calendar doesn’t reveal whose it is', async () => {
    const { id, number } = await unpaid()
    const tracker = await (await site.visitor('olivia').get('/profile/rental-tracker')).text()
    expect(tracker).not.toContain(number)
    expect((await site.visitor('olivia').get(`/receipt/${number}`)).status).toBe(404)
    const [rental] = await rentalsOf(id)
    const calendar = await (
      await site.visitor('olivia').get(`/profile/listings/${rental!.listingId}/calendar`)
    ).text()
    expect(textOf(calendar)).toContain('Held while someone pays')
    expect(calendar).not.toContain('Ramon D')
  })
})

describe('the address of the return page', () => {
  it.each([
    'order=',
    'order=pm-',
    'order=pm-99999999999999999',
    'order=cod-1795283003253',
    'order=pm-1&order=pm-2',
    "order=pm-1' or '1'='1",
    'order=%00',
    'paid=1&status=succeeded',
    '',
  ])('%j is no order', async (query) => {
    expect((await site.visitor('ramon').get(`/checkout/return?${query}`)).status).toBe(404)
  })

  // Case: 10
  it('is not trusted: an unpaid order stays unpaid whatever it says', async () => {
    const { number } = await unpaid()
    const page = await site
      .visitor('ramon')
      .get(`/checkout/return?order=${number}&payment=pay_1&status=paid&success=true`)
    expect(textOf(await page.text())).toContain('Confirming your payment')
    expect(await statusOf(number)).toBe('awaiting_payment')
    const confirmed = await site.visitor('ramon').get(`/checkout?payment=${number}`)
    expect(confirmed.headers.get('location')).toBe(`/checkout/return?order=${number}`)
  })

  it('leads to the confirmed order when the provider says that it is paid', async () => {
    const { number, sessionId } = await unpaid()
    site.services.emulator.pay(sessionId, { channel: 'gcash' })
    webhooks().length = 0
    const back = await site.visitor('ramon').get(`/checkout/return?order=${number}&left=1`)
    expect(back.headers.get('location')).toBe(`/checkout?payment=${number}`)
    expect(toastOf(back)).toBe('Rental Confirmed! We have received your payment.')
    const page = textOf(await (await site.visitor('ramon').get(`/checkout?payment=${number}`)).text())
    expect(page).toContain('Rental Confirmed!')
    expect(page).toContain('We have received ₱1,417.50 by GCash and asked Olivia S.')
  })

  it('says that it confirms itself when the provider does not answer, and reloads itself without scripts', async () => {
    const { number } = await unpaid()
    providerIsDown()
    const html = await (await site.visitor('ramon').get(`/checkout/return?order=${number}`)).text()
    expect(textOf(html)).toContain('PayMongo can’t be reached at the moment.')
    expect(html).toMatch(/<noscript><meta http-equiv="refresh" content="5"/)
  })

  it('does not say that nothing was charged while the provider gives no answer about one that is over', async () => {
    const { number } = await unpaid()
    await site.services.db
      .updateTable('order')
      .set({ status: 'expired' })
      .where('number', '=', number)
      .execute()
    const page = async () =>
      textOf(await (await site.visitor('ramon').get(`/checkout/return?order=${number}`)).text())
    expect(await page()).toContain('Nothing was charged.')
    providerIsDown()
    const silent = await page()
    expect(silent).toContain('We can’t see yet whether you paid')
    expect(silent).not.toContain('Nothing was charged')
  })
})

describe('the actions on an unpaid order', () => {
  it('pays it on the provider’s page, the same one each time', async () => {
    const { number, url } = await unpaid()
    for (const from of ['cart', 'tracker', 'return'])
      expect(
        (
          await site.visitor('ramon').post('/checkout/unpaid', answer(number, { intent: 'pay', from }))
        ).headers.get('location'),
      ).toBe(url)
    expect(site.services.emulator.list().checkouts).toHaveLength(1)
  })

  it.each([
    ['cart', '/cart'],
    ['tracker', '/profile/rental-tracker?view=rented'],
  ])('cancels it and leads back to the %s; a second time says so', async (from, to) => {
    const { number } = await unpaid()
    const cancelled = await site.visitor('ramon').post('/checkout/unpaid', answer(number, { from }))
    expect([cancelled.headers.get('location'), toastOf(cancelled)]).toEqual([
      to,
      'Order cancelled. Its dates are free again.',
    ])
    expect(await statusOf(number)).toBe('cancelled')
    const again = await site.visitor('ramon').post('/checkout/unpaid', answer(number, { from }))
    expect(toastOf(again)).toBe('This order no longer waits for a payment.')
  })

  it('does not cancel what was paid a moment ago', async () => {
    const { number, sessionId } = await unpaid()
    site.services.emulator.pay(sessionId, { channel: 'card' })
    const response = await site.visitor('ramon').post('/checkout/unpaid', answer(number))
    expect(response.headers.get('location')).toBe(`/checkout/return?order=${number}`)
    expect(await statusOf(number)).toBe('confirmed')
  })

  it('does not pay an order that has ended', async () => {
    const { number } = await unpaid()
    minutes(30)
    const late = await site.visitor('ramon').post('/checkout/unpaid', answer(number, { intent: 'pay' }))
    expect(toastOf(late)).toBe('This order was not paid in time, and its dates are free again.')
    const page = await (await site.visitor('ramon').get(`/checkout/return?order=${number}`)).text()
    expect(textOf(page)).toContain('The time to pay is over')
  })

  it.each<[string, Fields]>([
    ['no intent', { intent: undefined }],
    ['another intent', { intent: 'refund' }],
    ['two intents', { intent: ['pay', 'cancel'] }],
    ['no order', { orderNumber: undefined }],
    ['a number of another kind', { orderNumber: 'cod-1' }],
    ['an address to go to', { from: 'https://evil.test' }],
    ['an amount', { amount: '1' }],
    ['a status', { status: 'confirmed' }],
  ])('with %s does nothing', async (_, changes) => {
    const { number } = await unpaid()
    const response = await site.visitor('ramon').post('/checkout/unpaid', answer(number, changes))
    expect(toastOf(response)).toBe('An unexpected error occurred. Please try again.')
    expect(await statusOf(number)).toBe('awaiting_payment')
  })
})

describe('a cart that is in an unpaid order', () => {
  it('says so, leads to the order from checkout, and makes no second one', async () => {
    const { number } = await unpaid()
    const visitor = site.visitor('ramon')
    expect((await visitor.get('/checkout')).headers.get('location')).toBe('/cart')
    const cart = textOf(await (await visitor.get('/cart')).text())
    expect(cart).toContain('You have an order waiting for payment for these items')
    expect(cart).not.toContain('These dates are already taken.')
    const before = await site.counts()
    for (const paymentMethod of ['online', 'cash_on_delivery']) {
      const { idempotencyKey, quoteSeen } = await aCheckout(site.services, site.cast.ramon)
      const second = await visitor.post('/checkout', {
        agreed: 'on',
        paymentMethod,
        idempotencyKey,
        quoteSeen,
      })
      expect([second.headers.get('location'), toastOf(second)]).toEqual([
        '/cart',
        'Error processing rental: Ramon’s gown: Already ordered: it waits for your payment.',
      ])
    }
    expect(await site.counts()).toEqual(before)
    expect(await statusOf(number)).toBe('awaiting_payment')
  })

  it('can be checked out again once the order was cancelled', async () => {
    const { number } = await unpaid()
    await site.visitor('ramon').post('/checkout/unpaid', answer(number))
    expect((await site.visitor('ramon').get('/checkout')).status).toBe(200)
  })
})

describe('paying online at checkout', () => {
  const checkout = async (changes: Fields = {}): Promise<Fields> => {
    const { idempotencyKey, quoteSeen } = await aCheckout(site.services, site.cast.ramon)
    return { agreed: 'on', paymentMethod: 'online', idempotencyKey, quoteSeen, ...changes }
  }
  const post = (fields: Fields) => site.visitor('ramon').post('/checkout', fields)

  it('leads to the provider’s page; the same form again to the same one', async () => {
    await fillCart(site.services, site.cast.ramon, [await list()])
    const form = await checkout()
    const [first, second, third] = await Promise.all([post(form), post(form), post(form)])
    const urls = [first, second, third].map((each) => each!.headers.get('location'))
    expect(urls[0]).toMatch(/^http:\/\/payments\.test\/checkout\/cs_/)
    expect(new Set(urls).size).toBe(1)
    expect(site.services.emulator.list().checkouts).toHaveLength(1)
  })

  // Spec: D20
  it('leads to the result when the form is sent again after it was paid, also with another cart', async () => {
    await fillCart(site.services, site.cast.ramon, [await list()])
    const form = await checkout()
    const id = (await post(form)).headers.get('location')!.split('/').at(-1)!
    site.services.emulator.pay(id, { channel: 'gcash' })
    accepted(await settleCheckout(site.services, id))
    const again = (await post(form)).headers.get('location')!
    expect(again).toMatch(/^\/checkout\/return\?order=pm-/)
    const result = await site.visitor('ramon').get(again)
    expect(result.headers.get('location')).toBe(again.replace('return?order', '?payment').replace('/?', '?'))
    await fillCart(site.services, site.cast.ramon, [await list()], { startDate: addDays(TODAY, 20) })
    expect((await post(form)).headers.get('location')).toBe(again)
  })

  it.each(['amount', 'total', 'centavos', 'price', 'currency', 'channels', 'deposit', 'serviceFee'])(
    'with a %s of one’s own is refused',
    async (name) => {
      await fillCart(site.services, site.cast.ramon, [await list()])
      const before = await site.counts()
      const response = await post(await checkout({ [name]: '1' }))
      expect(response.status).toBe(422)
      expect(textOf(await response.text())).toContain(`This form has fields we don't know: ${name}`)
      expect(await site.counts()).toEqual(before)
      expect(site.services.emulator.list().checkouts).toHaveLength(0)
    },
  )

  // Spec: S8.35
  it.each([
    ['refuses', 400 as const, 'Could not initiate PayMongo payment.'],
    ['fails', 500 as const, 'An error occurred with PayMongo. Please try again.'],
  ])('when the provider %s says so beside the method, and the next try works', async (_, status, words) => {
    await fillCart(site.services, site.cast.ramon, [await list()])
    site.services.emulator.faults.add({ do: 'answer', status, times: 9 })
    const refused = await post(await checkout())
    expect(refused.status).toBe(503)
    const html = await refused.text()
    expect(html).toMatch(new RegExp(`aria-describedby="[^"]+"[^>]*>.*${words}`, 's'))
    expect(html).toMatch(/<input(?=[^>]*name="paymentMethod")(?=[^>]*value="online")(?=[^>]*checked)/)
    expect(html).toMatch(/<input(?=[^>]*name="agreed")(?=[^>]*checked)/)
    site.services.emulator.faults.clear()
    const key = /name="idempotencyKey" value="([^"]+)"/.exec(html)![1]!
    const next = await post(await checkout({ idempotencyKey: key }))
    expect(next.headers.get('location')).toMatch(/^http:\/\/payments\.test/)
  })

  it('is not offered below the least the provider takes, nor where nothing could be refunded, with the reason', async () => {
    await fillCart(site.services, site.cast.ramon, [await list({ pricePerDay: 1_000 })])
    const small = textOf(await (await site.visitor('ramon').get('/checkout')).text())
    expect(small).toContain('Paying online starts at ₱20.00.')
    const response = await post(await checkout())
    expect(response.status).toBe(422)
    expect(textOf(await response.text())).toContain('Paying online starts at ₱20.00.')
  })
})

describe('an order that was not paid', () => {
  it('is offered to pay or to cancel in the cart, also an empty one, and at the next checkout', async () => {
    const { number } = await unpaid()
    await sql`delete from cart_line`.execute(site.services.db)
    const offered = async (path: string) => {
      const html = await (await site.visitor('ramon').get(path)).text()
      const text = textOf(html)
      expect(text).toContain('You have another order that waits for your payment')
      expect(text).toContain('Ramon’s gown')
      expect(text).toMatch(/Pay now.*Cancel order/s)
      return html
    }
    await offered('/cart')
    await fillCart(site.services, site.cast.ramon, [await list({ title: 'Another gown' })])
    await offered('/cart')
    expect(await offered('/checkout')).toContain('value="checkout"')
    const cancelled = await site
      .visitor('ramon')
      .post('/checkout/unpaid', answer(number, { from: 'checkout' }))
    expect(cancelled.headers.get('location')).toBe('/checkout')
    expect(await statusOf(number)).toBe('cancelled')
    const after = textOf(await (await site.visitor('ramon').get('/checkout')).text())
    expect(after).not.toContain('waits for your payment')
  })
})

describe('an order that is paid when it is over', () => {
  const read = async (path: string) => textOf(await (await site.visitor('ramon').get(path)).text())

  it.each([
    ['expired', 31, 'Your payment came after the 30 minutes. The dates were still free'],
    ['cancelled', 5, 'Your payment came when the order was over. The dates were still free'],
  ] as const)('and was %s, says so beside its result', async (status, after, words) => {
    const { number, sessionId } = await unpaid()
    const begun = site.services.emulator.begin(sessionId, { channel: 'gcash' })
    minutes(after)
    if (status === 'expired') await settle()
    else await site.visitor('ramon').post('/checkout/unpaid', answer(number))
    expect(await statusOf(number)).toBe(status)
    site.services.emulator.finish(begun.id, 'paid')
    accepted(await settleCheckout(site.services, sessionId))
    expect(await read(`/checkout?payment=${number}`)).toContain(words)
  })

  it.each([
    ['card', 'It could not go back the way it was paid, so we send it by hand. We email you about it.'],
    ['qrph', 'QR Ph takes no refunds by itself, so we send it to you by hand. We email you about it.'],
  ])('by %s, and is sent back by hand, says why', async (channel, words) => {
    const listing = await list()
    const { number, sessionId } = await order(site.cast.ramon, [listing])
    const begun = site.services.emulator.begin(sessionId, { channel })
    minutes(31)
    await settle()
    await rent(site.services, site.cast.katrina, [listing], { startDate: addDays(TODAY, 11) })
    site.services.emulator.refunds.go = 'fail'
    site.services.emulator.finish(begun.id, 'paid')
    accepted(await settleCheckout(site.services, sessionId))
    await settle()
    await settle()
    site.services.emulator.refunds.go = 'settle'
    expect(await read(`/checkout/return?order=${number}`)).toContain(words)
  })
})

describe('an order for what is owed', () => {
  const { hours, returned } = deposits(site)
  const owed = async () => {
    const { rentalId } = await returned('online', 50_000, 50)
    hours(98.1)
    await sweepLate(site.services)
    accepted(await payDebt(by(site.services, site.cast.ramon), { debtId: rentalId }))
    const { number } = await site.services.db
      .selectFrom('order')
      .select('number')
      .where('debtId', '=', rentalId)
      .executeTakeFirstOrThrow()
    return number
  }

  it('holds no dates, and says so in the cart, at checkout, and once it is cancelled or over', async () => {
    const number = await owed()
    const renter = site.visitor('ramon')
    const read = async (path: string) => textOf(await (await renter.get(path)).text())
    await fillCart(site.services, site.cast.ramon, [await list()], { startDate: addDays(TODAY, 10) })
    for (const path of ['/cart', '/checkout']) {
      expect(await read(path)).toMatch(/Tent ?, ₱2,500\.00 in all\. You can pay it until/)
      expect(await read(path)).not.toContain('The dates are yours')
    }
    hours(98.7)
    expect(await read('/cart')).toContain('The time to pay is over.')
    expect(await read('/cart')).not.toContain('its dates are free')
    const late = await renter.post('/checkout/unpaid', answer(number, { intent: 'pay' }))
    expect(toastOf(late)).toBe('This order was not paid in time.')
    const cancelled = await renter.post('/checkout/unpaid', answer(number, { from: 'cart' }))
    expect(toastOf(cancelled)).toBe('Order cancelled. Nothing was charged.')
  })
})

describe('an order for more days', () => {
  const change = async () => {
    const { rentalId } = await paid(site.cast.ramon, { title: 'Tent', bookableWhileRented: true })
    const [renter, owner] = [by(site.services, site.cast.ramon), by(site.services, site.cast.olivia)]
    accepted(await takePartyAction(owner, { rentalId, action: 'approve' }))
    const request = { what: 'extend', days: 3 } as const
    const { changeId } = accepted(await askChange(renter, { rentalId, request }))
    accepted(await answerChange(owner, { changeId, yes: true }))
    const [asked] = await listChanges(site.services.db, rentalId)
    return { rentalId, number: asked!.orderNumber! }
  }

  // Spec: D50
  it('that is cancelled or over leaves the rental as it is, to which its page leads', async () => {
    const renter = site.visitor('ramon')
    const first = await change()
    await renter.post('/checkout/unpaid', answer(first.number))
    const second = await change()
    minutes(31)
    for (const { rentalId, number } of [first, second]) {
      const html = await (await renter.get(`/checkout/return?order=${number}`)).text()
      expect(textOf(html)).toContain('Nothing was charged, and your rental stays as it is.')
      expect(textOf(html)).toContain('Did you pay at the last moment?')
      expect(textOf(html)).not.toContain('Your cart is as you left it.')
      expect(html).toContain(`href="/profile/rental-tracker/${rentalId}/change"`)
      expect(textOf(html)).not.toContain('Back to Cart')
    }
  })
})
