import { createHash, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { addDays } from '#domain/period.ts'
import { accepted } from '#seeds/act.ts'
import { takePartyAction } from '#server/rental/take-action.ts'
import { textOf, fieldsOf } from '#tests/support/html.ts'
import { fillCart, rent } from '#tests/support/people.ts'
import { by, NOW, TODAY } from '#tests/support/services.ts'
import { withSite } from '#tests/support/with-site.ts'
import { toastOf, type Fields, type Visitor } from '#tests/support/visitor.ts'

const site = withSite(['ramon', 'katrina', 'olivia', 'diego', 'amihan'])

const choice = (listingId: string, changes: Fields = {}): Fields => ({
  listingId,
  durationDays: '3',
  deliveryOption: 'pickup',
  startDate: addDays(TODAY, 1),
  ...changes,
})
const choose = (visitor: Visitor, listingId: string, changes: Fields = {}) =>
  visitor.post(`/listing/${listingId}`, choice(listingId, changes))

/** Reads the checkout page as a browser does; returns the fields of its form. */
async function checkoutForm(visitor: Visitor): Promise<Fields> {
  const { idempotencyKey, quoteSeen } = fieldsOf(await (await visitor.get('/checkout')).text())
  expect(quoteSeen).toMatch(/^[0-9a-f]{64}$/)
  return { idempotencyKey, quoteSeen, agreed: 'on', paymentMethod: 'cash_on_delivery' }
}
const emptyCarts = () => site.services.db.deleteFrom('cartLine').execute()

describe('renting through the pages', () => {
  // Spec: S2.32, S7.23, S8.16, S8.39
  // Case: 9
  it('goes from the listing to the cart, the checkout and the receipt', async () => {
    const visitor = site.visitor('katrina')
    const listingId = await site.publish({ title: 'Telescope', pricePerDay: 50_000 })
    const added = await choose(visitor, listingId)
    expect(toastOf(added)).toBe('Item added to cart!')
    expect(added.headers.get('location')).toBe(`/listing/${listingId}`)
    expect(textOf(await (await visitor.get('/cart')).text())).toContain('Proceed to Checkout')
    const placed = await visitor.post('/checkout', await checkoutForm(visitor))
    expect(toastOf(placed)).toBe('Rental Confirmed! Please prepare your payment.')
    const address = placed.headers.get('location')!
    expect(textOf(await (await visitor.get(address)).text())).toContain('Rental Confirmed!')
    const orderNumber = new URL(address, 'http://x').searchParams.get('payment')
    const receipt = textOf(await (await visitor.get(`/receipt/${orderNumber}`)).text())
    expect(receipt).toContain('Telescope')
    // 1,500.00 of rent plus 5 %.
    expect(receipt).toContain('₱1,575.00')
    const order = await site.services.db
      .selectFrom('order')
      .selectAll()
      .where('number', '=', orderNumber)
      .executeTakeFirstOrThrow()
    expect(order).toMatchObject({ renterId: site.cast.katrina.id, agreementAcceptedAt: NOW })
    const sha256 = createHash('sha256').update(order.agreementText).digest('hex')
    expect([order.agreementSha256, order.agreementText]).toEqual([
      sha256,
      expect.stringContaining('Telescope'),
    ])
  })
})

describe('amounts come from the database', () => {
  it.each([
    ['45000', 'It was ₱450.00 a day and is now ₱500.00'],
    ['1', 'It was ₱0.01 a day and is now ₱500.00'],
    ['50000', null],
    ['a lot', null],
    ['-1', null],
  ])(
    'a price of %s that the listing’s page showed is only compared by the cart',
    async (shownPrice, change) => {
      const visitor = site.visitor('katrina')
      const listingId = await site.publish({ pricePerDay: 50_000 })
      const page = await (await visitor.get(`/listing/${listingId}`)).text()
      expect(fieldsOf(page)).toMatchObject({ shownPrice: '50000' })
      expect(toastOf(await choose(visitor, listingId, { shownPrice }))).toBe('Item added to cart!')
      const cart = textOf(await (await visitor.get('/cart')).text())
      expect(/It was ₱[\d.]+ a day and is now ₱[\d.]+/.exec(cart)?.[0] ?? null).toBe(change)
      expect(cart).toContain('Subtotal ₱1,500.00')
      await emptyCarts()
    },
  )

  it('a deposit and a policy that changed are named in the cart, and accepted as they were shown', async () => {
    const visitor = site.visitor('katrina')
    const listingId = await site.publish({ pricePerDay: 50_000 })
    await choose(visitor, listingId)
    const changed = { depositCentavos: 5_000_000, cancellationPolicy: 'strict' as const }
    await site.services.db.updateTable('listing').set(changed).where('id', '=', listingId).execute()
    const page = await (await visitor.get('/cart')).text()
    const text = textOf(page).replaceAll(' .', '.')
    for (const words of [
      'The deposit and cancellation policy of this item have changed.',
      'The deposit was ₱0.00 and is now ₱50,000.00.',
      'Cancellation was Flexible and is now Strict. Half of the rent back until 3 days before',
      'Accept the change',
    ])
      expect(text).toContain(words)
    expect(text).not.toContain('a day and is now')
    expect((await visitor.get('/checkout')).headers.get('location')).toBe('/cart')
    const accepted = { intent: 'accept-price', listingId, shownPrice: '50000' }
    const shown = { ...accepted, shownDeposit: '5000000', shownPolicy: 'strict' }
    expect(fieldsOf(page)).toMatchObject({ ...shown, intent: expect.anything() })
    expect(toastOf(await visitor.post('/cart', accepted))).toContain('have changed again.')
    expect(toastOf(await visitor.post('/cart', shown))).toBe('Change accepted.')
    expect((await visitor.get('/checkout')).status).toBe(200)
    await emptyCarts()
  })

  // Case: 1
  it.each([
    'price',
    'total',
    'serviceFee',
    'deliveryFee',
    'rentalTotalCost',
    'amount',
    'status',
    'renterId',
    'ownerId',
    '__proto__',
  ])('a checkout with a field %s of its own is refused whole', async (name) => {
    const visitor = site.visitor('ramon')
    await fillCart(site.services, site.cast.ramon, [await site.publish()])
    const form = await checkoutForm(visitor)
    const before = await site.counts()
    const response = await visitor.post(
      '/checkout',
      Object.fromEntries([...Object.entries(form), [name, '1']]),
    )
    expect(response.status).toBe(422)
    expect(textOf(await response.text())).toContain(`This form has fields we don't know: ${name}`)
    expect(await site.counts()).toEqual(before)
    await emptyCarts()
  })

  // Spec: D17
  it.each(['price', 'pricePerDayCentavos', 'seenPricePerDayCentavos', 'renterId', 'rentCentavos'])(
    'a choice with a field %s of its own is refused whole',
    async (name) => {
      const listingId = await site.publish()
      const before = await site.counts()
      const response = await choose(site.visitor('ramon'), listingId, { [name]: '1' })
      expect(response.status).toBe(422)
      expect(await site.counts()).toEqual(before)
    },
  )
})

describe('a choice is refused beside its field, and puts nothing in the cart,', () => {
  const days: [string, string][] = [
    '2',
    '0',
    '-3',
    '1.5',
    '1e9',
    '',
    ' 3',
    '3 days',
    '03',
    'null',
    '[3]',
  ].map((value) => ['durationDays', value])
  const starts: [string, string][] = [
    addDays(TODAY, -1),
    '2026-02-30',
    '2046-01-01',
    addDays(TODAY, 366),
    '21-11-2026',
    'tomorrow',
    '',
    '2026-11-22T00:00:00Z',
    "2026-11-22' or 1=1",
    '20261-01-01',
  ].map((value) => ['startDate', value])
  const delivery: [string, string][] = ['drone', '', 'PICKUP', 'delivery,pickup'].map((value) => [
    'deliveryOption',
    value,
  ])
  // Case: 2, 3
  it.each([...days, ...starts, ...delivery])('with %s %j', async (name, value) => {
    const listingId = await site.publish()
    const before = await site.counts()
    const response = await choose(site.visitor('ramon'), listingId, { [name]: value })
    expect(response.status).toBe(422)
    expect(await site.counts()).toEqual(before)
  })

  it.each(['durationDays', 'startDate', 'deliveryOption', 'listingId'])(
    'with %s twice, or not at all',
    async (name) => {
      const listingId = await site.publish()
      const before = await site.counts()
      const visitor = site.visitor('ramon')
      const one = choice(listingId)[name] as string
      expect((await choose(visitor, listingId, { [name]: [one, one] })).status).toBe(422)
      expect((await choose(visitor, listingId, { [name]: undefined })).status).toBe(422)
      expect(await site.counts()).toEqual(before)
    },
  )

  it('with another listing’s id than the page’s', async () => {
    const [a, b] = [await site.publish(), await site.publish()]
    const before = await site.counts()
    await site.visitor('ramon').post(`/listing/${a}`, choice(b))
    expect(await site.counts()).toEqual(before)
  })
})

describe('what can’t be rented by this person, or at all, is refused', () => {
  // Case: 4
  it('one’s own thing', async () => {
    const listingId = await site.publish()
    const before = await site.counts()
    const response = await choose(site.visitor('olivia'), listingId)
    expect(response.status).toBe(403)
    expect(textOf(await response.text())).toContain('You cannot rent your own item.')
    expect(await site.counts()).toEqual(before)
  })

  // Spec: S5.8
  it('by a guest, who is asked to log in', async () => {
    const response = await choose(site.visitor(), await site.publish())
    expect(response.status).toBe(401)
    expect(textOf(await response.text())).toContain('Please login to rent an item.')
  })

  // Case: 5
  it.each([
    ['waiting for review', { status: 'available' as const }],
    ['rejected', { status: 'rejected' as const }],
    ['deleted', { archivedAt: new Date() }],
    ['rented out', { status: 'unavailable' as const }],
  ])('a thing that is %s, also by its id', async (_, change) => {
    const listingId = await site.publish()
    await site.services.db.updateTable('listing').set(change).where('id', '=', listingId).execute()
    const before = await site.counts()
    const response = await choose(site.visitor('ramon'), listingId)
    expect([302, 404, 409]).toContain(response.status)
    expect(toastOf(response) ?? '').not.toBe('Item added to cart!')
    expect(await site.counts()).toEqual(before)
  })

  it('a thing that is not there, or whose id is no id', async () => {
    const before = await site.counts()
    const unknown = randomUUID()
    expect(toastOf(await choose(site.visitor('ramon'), unknown))).toBe(
      'Sorry, that listing could not be found.',
    )
    for (const id of ['1', "'; drop table listing", '%00', '..%2f..%2fetc'])
      expect((await site.visitor('ramon').post(`/listing/${id}`, choice(unknown))).status).toBeLessThan(500)
    expect(await site.counts()).toEqual(before)
  })
})

describe('a checkout', () => {
  const ready = async () => {
    await fillCart(site.services, site.cast.ramon, [await site.publish()])
    const visitor = site.visitor('ramon')
    return { visitor, form: await checkoutForm(visitor) }
  }

  // Case: 9
  it.each<[string, Fields]>([
    ['without the agreement ticked', { agreed: undefined }],
    ['with the agreement “true”', { agreed: 'true' }],
    ['with another way to pay', { paymentMethod: 'barter' }],
    ['without a way to pay', { paymentMethod: undefined }],
    ['without a key', { idempotencyKey: undefined }],
    ['with a key that is none', { idempotencyKey: 'x' }],
    ['without what was seen', { quoteSeen: undefined }],
    ['with what was seen cut short', { quoteSeen: 'abc' }],
    ['with a way to pay twice', { paymentMethod: ['cash_on_delivery', 'cash_on_delivery'] }],
  ])('%s is refused with 422, and places nothing', async (_, changes) => {
    const { visitor, form } = await ready()
    const before = await site.counts()
    const response = await visitor.post('/checkout', { ...form, ...changes })
    expect(response.status).toBe(422)
    expect(await site.counts()).toEqual(before)
    await emptyCarts()
  })

  // Case: 8, 9
  it('of a quote that has changed meanwhile is refused with 409 and shows the new one', async () => {
    const { visitor, form } = await ready()
    await site.services.db
      .insertInto('agreementTemplate')
      .values({ body: 'A wholly new agreement. {{items}}' })
      .execute()
    const before = await site.counts()
    const response = await visitor.post('/checkout', form)
    expect(response.status).toBe(409)
    const html = await response.text()
    expect(textOf(html)).toContain('has changed since you opened this page. Please read it again.')
    expect(textOf(html)).toContain('A wholly new agreement.')
    expect(fieldsOf(html).quoteSeen).not.toBe(form.quoteSeen)
    expect(await site.counts()).toEqual(before)
    expect((await visitor.post('/checkout', { ...form, quoteSeen: fieldsOf(html).quoteSeen })).status).toBe(
      302,
    )
  })

  // Spec: S8.17
  // Case: 8
  it('of a price that has changed meanwhile places nothing and goes back to the cart', async () => {
    const { visitor, form } = await ready()
    await site.services.db
      .updateTable('listing')
      .set({ pricePerDayCentavos: 99 })
      .where('status', '=', 'approved')
      .execute()
    const before = await site.counts()
    const response = await visitor.post('/checkout', form)
    expect(response.headers.get('location')).toBe('/cart')
    expect(toastOf(response)).toMatch(/^Error processing rental: .*The price of this item has changed\.$/)
    expect(await site.counts()).toEqual(before)
    await emptyCarts()
  })

  // Spec: D20
  // Case: 7
  it('sent five times at once, and once more later, is one order with one number', async () => {
    const { visitor, form } = await ready()
    const before = await site.counts()
    const responses = await Promise.all([1, 2, 3, 4, 5].map(() => visitor.post('/checkout', form)))
    responses.push(await visitor.post('/checkout', form))
    const addresses = new Set(responses.map((response) => response.headers.get('location')))
    expect([...addresses]).toEqual([expect.stringMatching(/^\/checkout\?payment=cod-\d+$/)])
    const after = await site.counts()
    expect([after.order, after.rental]).toEqual([before.order! + 1, before.rental! + 1])
  })

  it('of two people for the same days is one order and one clear refusal', async () => {
    const listingId = await site.publish()
    const both = [site.visitor('ramon'), site.visitor('katrina')]
    await fillCart(site.services, site.cast.ramon, [listingId])
    await fillCart(site.services, site.cast.katrina, [listingId])
    const forms = [await checkoutForm(both[0]!), await checkoutForm(both[1]!)]
    const responses = await Promise.all(both.map((visitor, i) => visitor.post('/checkout', forms[i]!)))
    const places = responses.map((response) => response.headers.get('location')!.split('?')[0]).sort()
    expect(places).toEqual(['/cart', '/checkout'])
    await emptyCarts()
  })

  it('shows its confirmation to the renter only, whatever the address says', async () => {
    const { orderNumber } = await rent(site.services, site.cast.ramon, [await site.publish()])
    const of = async (who: 'katrina' | 'olivia') =>
      (await site.visitor(who).get(`/checkout?payment=${orderNumber}`)).headers.get('location')
    expect(await of('katrina')).toBe('/items')
    expect(await of('olivia')).toBe('/items')
    const made = await site.visitor('ramon').get('/checkout?payment=cod-1')
    expect(made.headers.get('location')).toBe('/items')
  })
})

// Case: 17
it('an owner’s calendar can’t be blocked by someone who never pays: rejecting frees it', async () => {
  const listingId = await site.publish({ title: 'Wanted' })
  const { rentalId } = await rent(site.services, site.cast.ramon, [listingId])
  expect(toastOf(await choose(site.visitor('katrina'), listingId))).not.toBe('Item added to cart!')
  accepted(await takePartyAction(by(site.services, site.cast.olivia), { rentalId, action: 'reject' }))
  expect(toastOf(await choose(site.visitor('katrina'), listingId))).toBe('Item added to cart!')
  await emptyCarts()
})

// Spec: D5
it('the cart shows to renters always, to owners once something is in it, and to admins never', async () => {
  await emptyCarts()
  const shows = async (who: 'ramon' | 'diego' | 'amihan') =>
    /aria-label="Cart, \d+ items?"/.exec(await (await site.visitor(who).get('/')).text())?.[0]
  expect(await shows('ramon')).toBe('aria-label="Cart, 0 items"')
  expect(await shows('diego')).toBeUndefined()
  await fillCart(site.services, site.cast.diego, [await site.publish()])
  expect(await shows('diego')).toBe('aria-label="Cart, 1 item"')
  expect(await shows('amihan')).toBeUndefined()
  await emptyCarts()
})
