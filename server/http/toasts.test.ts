import { describe, expect, it } from 'vitest'
import { formatPeso } from '#domain/money.ts'
import { accepted } from '#seeds/act.ts'
import { fieldsOf, textOf } from '#tests/support/html.ts'
import { aForm, fillCart, listThing, rent, uploadTiny } from '#tests/support/people.ts'
import { paying } from '#tests/support/paying.ts'
import { by, testServices, TODAY } from '#tests/support/services.ts'
import { testApp, toastOf, Visitor } from '#tests/support/visitor.ts'
import { withSite } from '#tests/support/with-site.ts'
import { editListing } from '../listing/edit-listing.ts'
import { takePartyAction } from '../rental/take-action.ts'

const site = withSite(['ramon', 'katrina', 'olivia', 'diego', 'amihan'])
const tags = (html: string, name: string) =>
  [...html.matchAll(/<(?:input|textarea)\b[^>]*>/g)].map(([tag]) => tag).filter((tag) => tag.includes(name))
const admin = async (path: string, fields: Record<string, string>) =>
  toastOf(await site.visitor('amihan').post(path, fields))

describe('an admin is told', () => {
  // Spec: S8.9
  it('what a user’s status became, and why it did not change', async () => {
    const accept = { intent: 'accept', userId: site.cast.katrina.id }
    expect(await admin('/admin/users', accept)).toBe('User status updated to verified.')
    expect(await admin('/admin/users', accept)).toBe(
      'Error updating user status: This user is already verified.',
    )
    const reject = { ...accept, intent: 'reject' }
    expect(await admin('/admin/users', reject)).toBe('User status updated to rejected.')
  })

  // Spec: S8.10
  // Case: 30
  it('that a user was deleted, or why not', async () => {
    const { rentalId } = await rent(site.services, site.cast.ramon, [await site.publish()])
    accepted(await takePartyAction(by(site.services, site.cast.olivia), { rentalId, action: 'approve' }))
    const remove = (userId: string) => admin('/admin/users', { intent: 'delete', userId })
    expect(await remove(site.cast.ramon.id)).toMatch(/^Error deleting user: .*Approved or Active/)
    accepted(await takePartyAction(by(site.services, site.cast.ramon), { rentalId, action: 'cancel' }))
    expect(await remove(site.cast.ramon.id)).toBe('User deleted successfully.')
    expect(await remove(site.cast.ramon.id)).toMatch(/^Error deleting user: /)
    expect(await remove(site.cast.amihan.id)).toMatch(/^Error deleting user: Admins can’t delete their own/)
    expect((await site.visitor('amihan').get('/admin')).status).toBe(200)
    const users = async (role: string) =>
      (await site.visitor('amihan').get(`/admin/users?role=${role}`)).text()
    expect(await users('owner')).toContain('"Delete Olivia Santos"')
    const admins = await users('admin')
    expect(textOf(admins)).toContain('Amihan Reyes')
    expect(admins).not.toContain('Delete Amihan Reyes')
  })

  // Spec: S8.13
  it('what a listing’s status became, and why it did not change', async () => {
    const listingId = await listThing(site.services, site.cast.olivia)
    const accept = { intent: 'accept', listingId }
    expect(await admin('/admin/listings', accept)).toBe('Item status updated to approved.')
    expect(await admin('/admin/listings', accept)).toBe(
      'Error updating item status: This listing is already approved.',
    )
    const reject = { ...accept, intent: 'reject' }
    expect(await admin('/admin/listings', reject)).toBe('Item status updated to rejected.')
  })

  it('that an edit was accepted, when the listing is rented and stays so', async () => {
    const { services, cast } = site
    const listingId = await site.publish()
    await rent(services, cast.katrina, [listingId])
    services.clock.set(new Date(services.clock.now().getTime() + 60_000))
    const form = aForm({ title: 'Tent for six', photoIds: [await uploadTiny(services, cast.olivia)] })
    accepted(await editListing(by(services, cast.olivia), { listingId, form }))
    expect(await admin('/admin/listings', { intent: 'accept', listingId })).toBe('Edit accepted.')
  })
})

describe('a renter is told', () => {
  it('that less goes back than the question said, and is asked once more', async () => {
    const { rentalId } = await paying(site).paid(site.cast.diego, { cancellationPolicy: 'strict' })
    const diego = site.visitor('diego')
    const tracker = '/profile/rental-tracker'
    const ask = `ask=cancel&rental=${rentalId}`
    const read = async (path: string) => (await diego.get(path)).text()
    for (const [post, question] of [
      [`${tracker}?view=rented`, `${tracker}?view=rented&${ask}`],
      [`${tracker}?from=rental`, `${tracker}/${rentalId}?${ask}`],
    ] as const) {
      const seen = Number(fieldsOf(await read(question)).seenRefund)
      expect(textOf(await read(question))).toContain(`If you cancel now you get ${formatPeso(seen)} back`)
      const refused = await diego.post(post, { rentalId, action: 'cancel', seenRefund: String(seen + 1) })
      expect(refused.headers.get('location')).toBe(question)
      expect(toastOf(refused)).toBe('What goes back to you has changed meanwhile. Please look at it again.')
    }
    const { seenRefund } = fieldsOf(await read(`${tracker}/${rentalId}?${ask}`))
    const cancelled = await diego.post(tracker, { rentalId, action: 'cancel', seenRefund })
    expect(toastOf(cancelled)).toMatch(/^Rental cancelled\. ₱[\d,.]+ on its way back to you\.$/)
  })
})

describe('an owner is told', () => {
  const tent = { title: 'Tent', categoryId: '2', pricePerDay: '450', description: 'Dry in any rain.' }

  // Spec: S6.10, S8.11
  it('why an item was not added, by a limit or because they were logged out', async () => {
    const services = await testServices(site.services.connection, {
      limits: { newListings: { points: 0, seconds: 86_400 } },
    })
    await services.limits.take('newListings', site.cast.olivia.id)
    const visitor = new Visitor(await testApp(services), services, site.cast.olivia)
    const photoIds = await uploadTiny(site.services, site.cast.olivia)
    const sent = { intent: 'add', ...tent, tags: '', location: '', ownerTerms: '', photoIds }
    const refused = await visitor.post('/profile/listings?add=1', sent)
    expect(refused.status).toBe(429)
    expect(textOf(await refused.text())).toContain('Error adding item: That was a lot in a short time.')
    await services.close()

    const loggedOut = await site.visitor().post('/profile/listings?add=1', sent)
    expect([loggedOut.headers.get('location'), toastOf(loggedOut)]).toEqual([
      '/',
      'You must be logged in to add an item.',
    ])
  })

  // Spec: S5.14, S9.7, S9.23, D14
  it('by the form what a price is: pesos, in steps of 0.01 from 0.01 on; and a description has 4 rows', async () => {
    const html = await (await site.visitor('olivia').get('/profile/listings?add=1')).text()
    const [price] = tags(html, 'name="pricePerDay"')
    expect(price).toContain('type="number"')
    expect(price).toContain('step="0.01"')
    expect(price).toContain('min="0.01"')
    expect(textOf(html)).toContain('₱')
    expect(textOf(html)).not.toContain('$')
    expect(tags(html, 'name="description"')[0]).toContain('rows="4"')
  })
})

// Spec: S8.17
it('a renter is told why a rental failed, also when nobody foresaw it, and keeps the cart', async () => {
  await fillCart(site.services, site.cast.katrina, [await site.publish()])
  const services = await testServices(site.services.connection)
  const visitor = new Visitor(await testApp(services), services, site.cast.katrina)
  const { idempotencyKey, quoteSeen } = fieldsOf(await (await visitor.get('/checkout')).text())
  services.limits.take = () => Promise.reject(new Error('the database is away'))
  const choice = { agreed: 'on', paymentMethod: 'cash_on_delivery' }
  const failed = await visitor.post('/checkout', { ...choice, idempotencyKey, quoteSeen })
  expect(failed.status).toBe(500)
  expect(textOf(await failed.text())).toContain(
    'Error processing rental: An unexpected error occurred. Please try again.',
  )
  expect(services.errors.splice(0)).toHaveLength(1)
  expect((await (await visitor.get('/checkout')).text()).includes('Complete Your Rental')).toBe(true)
  await services.close()
})

it('a renter whose checkout was answered twice is told of the order that there is, by its own method', async () => {
  const { services, cast } = site
  const visitor = site.visitor('katrina')
  await services.db.deleteFrom('cartLine').execute()
  const order = async () => {
    await fillCart(services, cast.katrina, [await site.publish()])
    const { idempotencyKey, quoteSeen } = fieldsOf(await (await visitor.get('/checkout')).text())
    return (paymentMethod: 'online' | 'cash_on_delivery') =>
      visitor.post('/checkout', { agreed: 'on', paymentMethod, idempotencyKey, quoteSeen })
  }
  const unpaid = await order()
  expect((await unpaid('online')).headers.get('location')).toContain(services.emulator.origin)
  const again = await unpaid('cash_on_delivery')
  expect(again.headers.get('location')).toMatch(/^\/checkout\/return\?order=pm-\d+&left=1$/)
  expect(toastOf(again)).toMatch(/^You ordered this a moment ago, to pay online\./)
  await services.db.deleteFrom('cartLine').execute()
  const inCash = await order()
  await inCash('cash_on_delivery')
  const confirmed = await inCash('online')
  expect(confirmed.headers.get('location')).toMatch(/^\/checkout\?payment=cod-\d+$/)
  expect(toastOf(confirmed)).toBe('Rental Confirmed! Please prepare your payment.')
})

// Spec: S7.25, S7.26
it('a program is told in the same words when a payment intent fails in a way that nobody foresaw', async () => {
  const services = await testServices(site.services.connection)
  const visitor = new Visitor(await testApp(services), services, site.cast.katrina)
  services.limits.take = () => Promise.reject(new Error('the database is away'))
  const answer = await visitor.send(
    '/api/createPaymentIntent',
    { method: 'POST', body: JSON.stringify({ data: { amount: 10_000 } }) },
    { headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' } },
  )
  expect([answer.status, await answer.json()]).toEqual([
    500,
    { error: { message: 'Failed to create payment intent' } },
  ])
  expect(services.errors.splice(0)).toHaveLength(1)
  await services.close()
})

it('a prefetched page does not use up the toast of the next page', async () => {
  const listingId = await site.publish()
  const katrina = site.visitor('katrina')
  await katrina.post(`/listing/${listingId}`, {
    listingId,
    durationDays: '1',
    deliveryOption: 'pickup',
    startDate: TODAY,
  })
  const ahead = await katrina.get('/products.data', { headers: { 'sec-purpose': 'prefetch' } })
  expect(await ahead.text()).not.toContain('Item added to cart!')
  expect(await (await katrina.get(`/listing/${listingId}`)).text()).toContain('Item added to cart!')
})

it('a person reads on their waiting list why an offer could not be taken', async () => {
  for (const intent of ['rent', 'decline', 'leave']) {
    const entryId = '00000000-0000-4000-8000-000000000000'
    const answer = await site.visitor('katrina').post('/profile/waiting-list', { intent, entryId })
    expect(answer.headers.get('location')).toBe('/profile/waiting-list')
    expect(toastOf(answer)).toBeTruthy()
  }
})
