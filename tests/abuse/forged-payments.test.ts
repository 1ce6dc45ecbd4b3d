import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '#domain/period.ts'
import { openAccount } from '#server/account/open-account.ts'
import { sweepPayments } from '#server/payment/sweep-payments.ts'
import { accepted } from '#seeds/act.ts'
import { textOf } from '#tests/support/html.ts'
import { paying } from '#tests/support/paying.ts'
import { aCheckout, fillCart, loggedIn, rent, type Person } from '#tests/support/people.ts'
import { TODAY } from '#tests/support/services.ts'
import { toastOf, Visitor } from '#tests/support/visitor.ts'
import { withSite } from '#tests/support/with-site.ts'

const site = withSite(['ramon', 'katrina', 'olivia', 'diego', 'amihan'])
const { minutes, reset, list, order, statusOf, refundsOf, rentalsOf, settle, webhooks, providerIsDown } =
  paying(site)
beforeEach(async () => {
  await reset()
  const { db } = site.services
  await db.updateTable('rental').set({ status: 'Rejected' }).where('status', '=', 'Pending').execute()
  await db
    .updateTable('order')
    .set({ status: 'cancelled' })
    .where('status', '=', 'awaiting_payment')
    .execute()
})

/** Delivers all webhooks that the provider has sent, over HTTP; returns their answers. */
async function deliver() {
  const answers: unknown[] = []
  for (const { body, signature } of webhooks().splice(0)) {
    const headers = { 'content-type': 'application/json', 'paymongo-signature': signature }
    const init = { method: 'POST', body: body as BodyInit, headers }
    answers.push(await (await site.visitor().send('/api/paymongo/webhook', init)).json())
  }
  return answers
}

const checkouts = () => site.services.emulator.list().checkouts

/** Twenty renters who are logged in and have one listing in their carts, for the same days. */
async function crowd(listingId: string): Promise<{ visitor: Visitor; person: Person }[]> {
  const { services } = site
  const people = await Promise.all(
    Array.from({ length: 20 }, async (_, i) => {
      const email = `crowd-${i}@hiram.test`
      const account = { firstName: 'Ana', lastName: 'Cruz', username: `crowd-${i}`, role: 'renter' as const }
      accepted(await openAccount(services, { ...account, email, password: 'of no use here' }))
      return loggedIn(services, email)
    }),
  )
  for (const person of people)
    await fillCart(services, person, [listingId], { startDate: addDays(TODAY, 10), durationDays: 3 })
  return people.map((person) => ({ person, visitor: new Visitor(site.app, services, person) }))
}

describe('the same days of one listing', () => {
  // Case: 6
  it('are sold once when twenty renters check out at the same time, and one checkout is open', async () => {
    const listingId = await list({ bookableWhileRented: true })
    const everyone = await crowd(listingId)
    const forms = await Promise.all(everyone.map(({ person }) => aCheckout(site.services, person)))
    const online = { agreed: 'on', paymentMethod: 'online' }
    const answers = await Promise.all(
      everyone.map(({ visitor }, i) => visitor.post('/checkout', { ...forms[i]!, ...online })),
    )
    const went = answers.map((answer) => answer.headers.get('location')!)
    expect(went.filter((to) => to.startsWith(site.services.emulator.origin))).toHaveLength(1)
    expect(went.filter((to) => to === '/cart')).toHaveLength(19)
    const rentals = site.services.db.selectFrom('rental').select('id').where('listingId', '=', listingId)
    expect(await rentals.execute()).toHaveLength(1)
    expect(checkouts().filter(({ status }) => status === 'active')).toHaveLength(1)
    await sql`delete from cart_line`.execute(site.services.db)
  })

  // Case: 15
  it('are not given to who pays in an old tab after they were sold: the money goes back, and the page says so', async () => {
    const tent = await list({ bookableWhileRented: true })
    const late = await order(site.cast.ramon, [tent])
    minutes(31)
    site.services.emulator.pay(late.sessionId, { channel: 'gcash' })
    providerIsDown()
    await sweepPayments(site.services)
    site.services.emulator.faults.clear()
    await rent(site.services, site.cast.katrina, [tent], { startDate: addDays(TODAY, 12) })
    expect(await deliver()).toEqual([{ received: true, outcome: 'done' }])
    expect(await statusOf(late.number)).toBe('expired')
    expect((await rentalsOf(late.id)).map(({ status }) => status)).toEqual(['Cancelled'])
    expect(await refundsOf(late.id)).toMatchObject([{ reason: 'unused', centavos: late.totalCentavos }])
    const page = await site.visitor('ramon').get(`/checkout/return?order=${late.number}`)
    const text = textOf(await page.text())
    expect(text).not.toContain('Rental Confirmed!')
    expect(text).toContain('goes back')
    await settle()
  })
})

describe('a payment that is genuine but not the order’s', () => {
  // Case: 14
  it('of less, or of more, confirms nothing and goes back whole', async () => {
    const cheap = await order(site.cast.ramon, [await list()])
    for (const centavos of [100, cheap.totalCentavos - 1, cheap.totalCentavos + 1])
      site.services.emulator.pay(cheap.sessionId, { channel: 'card', centavos })
    expect(await deliver()).toHaveLength(3)
    expect(await statusOf(cheap.number)).toBe('awaiting_payment')
    const back = (await refundsOf(cheap.id)).map(({ centavos, reason }) => [reason, centavos])
    expect(back).toEqual(
      [100, cheap.totalCentavos - 1, cheap.totalCentavos + 1].map((centavos) => ['unused', centavos]),
    )
    await settle()
  })

  // Case: 14
  it('in another currency, or with another order’s number, confirms nothing', async () => {
    const [one, other] = [
      await order(site.cast.ramon, [await list()]),
      await order(site.cast.katrina, [await list()]),
    ]
    const { payments } = site.services
    const findCheckout = payments!.findCheckout.bind(payments)
    const altering = (change: { currency?: string; orderNumber?: string }) => {
      payments!.findCheckout = async (id) => {
        const found = await findCheckout(id)
        if (!found.ok) return found
        const { checkout } = found
        const changed = checkout.payments.map((payment) => ({ ...payment, ...change }))
        return { ...found, checkout: { ...checkout, ...change, payments: changed } as typeof checkout }
      }
    }
    site.services.emulator.pay(one.sessionId, { channel: 'gcash' })
    const event = webhooks().splice(0)
    altering({ currency: 'USD' })
    webhooks().push(...event)
    await deliver()
    expect(await statusOf(one.number)).toBe('awaiting_payment')
    expect(await refundsOf(one.id)).toMatchObject([{ reason: 'unused' }])
    altering({ orderNumber: one.number })
    site.services.emulator.pay(other.sessionId, { channel: 'gcash', centavos: other.totalCentavos })
    await deliver()
    payments!.findCheckout = findCheckout
    expect(await statusOf(one.number)).toBe('awaiting_payment')
    await settle()
  })
})

// Case: 16
it('an order that was paid in cash has nothing to go back, whoever ends it and however often', async () => {
  const { rentalId, orderId, orderNumber } = await rent(site.services, site.cast.ramon, [await list()])
  const end = (who: 'ramon' | 'olivia', action: string) =>
    site.visitor(who).post('/profile/rental-tracker', { rentalId, action })
  const ended = await Promise.all([end('olivia', 'reject'), end('ramon', 'cancel'), end('olivia', 'reject')])
  expect(ended.map(toastOf).filter((text) => /^Rental (rejected|cancelled)/.test(text ?? ''))).toHaveLength(1)
  const byAdmin = { rentalId, action: 'reject-by-admin', reason: 'Give it back.' }
  const late = await site.visitor('amihan').post(`/admin/orders/${orderNumber}`, byAdmin)
  expect(toastOf(late)).toMatch(/^Error processing rental: .*Nothing was changed\.$/)
  expect(await refundsOf(orderId)).toEqual([])
})

// Case: 17
it('a renter who never pays has at most twenty requests open with an owner: one more places nothing', async () => {
  const gown = await list({ bookableWhileRented: true })
  const { services, cast } = site
  for (let i = 0; i < 20; i++)
    await rent(services, cast.ramon, [gown], { startDate: addDays(TODAY, 10 + i), durationDays: 1 })
  await fillCart(services, cast.ramon, [gown], { startDate: addDays(TODAY, 50) })
  const form = { ...(await aCheckout(services, cast.ramon)), agreed: 'on' }
  const before = await site.counts()
  const refused = await site.visitor('ramon').post('/checkout', form)
  expect(refused.status).toBe(422)
  expect(textOf(await refused.text())).toContain('has 20 requests of yours to answer first.')
  expect(await site.counts()).toEqual(before)
})
