import { describe, expect, it } from 'vitest'
import { accepted } from '#seeds/act.ts'
import { fieldsOf, textOf } from '#tests/support/html.ts'
import { fillCart, listThing, rent, uploadTiny } from '#tests/support/people.ts'
import { by, testServices, TODAY } from '#tests/support/services.ts'
import { testApp, toastOf, Visitor } from '#tests/support/visitor.ts'
import { withSite } from '#tests/support/with-site.ts'
import { takeRentalAction } from '../rental/take-action.ts'

const site = withSite(['ramon', 'katrina', 'olivia', 'amihan'])
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
    accepted(await takeRentalAction(by(site.services, site.cast.olivia), { rentalId, action: 'approve' }))
    const remove = (userId: string) => admin('/admin/users', { intent: 'delete', userId })
    expect(await remove(site.cast.ramon.id)).toMatch(/^Error deleting user: .*Approved or Active/)
    accepted(await takeRentalAction(by(site.services, site.cast.ramon), { rentalId, action: 'cancel' }))
    expect(await remove(site.cast.ramon.id)).toBe('User deleted successfully.')
    expect(await remove(site.cast.ramon.id)).toMatch(/^Error deleting user: /)
    expect(await remove(site.cast.amihan.id)).toMatch(/^Error deleting user: Admins can’t delete their own/)
    expect((await site.visitor('amihan').get('/admin')).status).toBe(200)
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
