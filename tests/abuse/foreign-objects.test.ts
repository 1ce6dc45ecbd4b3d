import { beforeAll, describe, expect, it } from 'vitest'
import { rentalActions } from '#domain/rental/lifecycle.ts'
import { textOf } from '#tests/support/html.ts'
import { fillCart, listThing, rent, uploadTiny } from '#tests/support/people.ts'
import { NOW } from '#tests/support/services.ts'
import { withSite } from '#tests/support/with-site.ts'
import { toastOf, type Fields } from '#tests/support/visitor.ts'

const site = withSite(['ramon', 'katrina', 'olivia', 'diego', 'amihan'])
let listingId: string
let order: Awaited<ReturnType<typeof rent>>

beforeAll(async () => {
  listingId = await site.publish({ title: 'Olivia’s tent' })
  order = await rent(site.services, site.cast.ramon, [await site.publish({ title: 'Olivia’s drill' })])
})
const listingOf = (id: string) =>
  site.services.db.selectFrom('listing').selectAll().where('id', '=', id).executeTakeFirst()
const rentalOf = (id: string) =>
  site.services.db.selectFrom('rental').selectAll().where('id', '=', id).executeTakeFirst()

const form = (changes: Fields = {}): Fields => ({
  title: 'Mine now',
  categoryId: '2',
  pricePerDay: '1',
  description: 'Taken over.',
  tags: '',
  location: '',
  ownerTerms: '',
  ...changes,
})

describe('someone else’s receipt', () => {
  // Case: 18
  it.each(['katrina', 'diego'] as const)('is not there for %s', async (who) => {
    const response = await site.visitor(who).get(`/receipt/${order.orderNumber}`)
    expect(response.status).toBe(404)
    expect(textOf(await response.text())).not.toContain('drill')
  })

  it('gets the same answer as an unknown one', async () => {
    const [theirs, none] = [`/receipt/${order.orderNumber}`, '/receipt/cod-1000000000000']
    const texts = []
    for (const path of [theirs, none])
      texts.push(
        textOf(await (await site.visitor('katrina').get(path)).text()).replaceAll(
          /[0-9a-f-]{36}|cod-\d+/g,
          '',
        ),
      )
    expect(texts[0]).toBe(texts[1])
  })
})

describe('someone else’s rental', () => {
  // Case: 18
  it.each(['katrina', 'diego'] as const)('is not in the tracker of %s', async (who) => {
    for (const view of ['', '?view=rented', '?view=lent', `?ask=cancel&rental=${order.rentalId}`]) {
      const html = await (await site.visitor(who).get(`/profile/rental-tracker${view}`)).text()
      expect(html).not.toContain('Olivia’s drill')
      // The page may repeat the id of the address, but not show the rental.
      expect(html).not.toContain(order.orderNumber)
    }
  })

  // Case: 29
  it('can’t be changed by the wrong one of its two people, nor out of order', async () => {
    const before = [await site.counts(), await rentalOf(order.rentalId)]
    for (const [who, action, words] of [
      ['ramon', 'approve', 'Only the owner can do this.'],
      ['ramon', 'complete', 'Only the owner can do this.'],
      ['olivia', 'cancel', 'Only the renter can do this.'],
      ['olivia', 'expire', 'Only the system can do this.'],
      ['olivia', 'complete', 'This rental is Pending now. Nothing was changed.'],
      ['olivia', 'activate', 'This rental is Pending now. Nothing was changed.'],
    ] as const) {
      const response = await site
        .visitor(who)
        .post('/profile/rental-tracker', { rentalId: order.rentalId, action })
      expect(toastOf(response)).toBe(words)
    }
    expect([await site.counts(), await rentalOf(order.rentalId)]).toEqual(before)
  })

  // Case: 29
  it('is changed once by two clicks at once, and not by those that come too late', async () => {
    const { rentalId } = await rent(site.services, site.cast.ramon, [await site.publish()])
    const press = (action: string) =>
      site.visitor('olivia').post('/profile/rental-tracker', { rentalId, action })
    const toasts = (await Promise.all(['approve', 'approve', 'reject'].map(press))).map(toastOf)
    expect(toasts.filter((text) => /^Rental (approved|rejected)\./.test(text ?? ''))).toHaveLength(1)
    expect(toasts.filter((text) => text?.endsWith('Nothing was changed.'))).toHaveLength(2)
    await site.services.db
      .updateTable('rental')
      .set({ status: 'Completed' })
      .where('id', '=', rentalId)
      .execute()
    const completed = await rentalOf(rentalId)
    for (const action of rentalActions) await press(action)
    expect(await rentalOf(rentalId)).toEqual(completed)
  })

  it.each<[string, Fields]>([
    ['with a status of its own', { action: 'approve', status: 'Completed' }],
    ['with an action nobody knows', { action: 'steal' }],
    ['with two actions', { action: ['approve', 'reject'] }],
    ['without an action', {}],
    ['as someone else', { action: 'approve', ownerId: 'x' }],
  ])('can’t be changed %s', async (_, fields) => {
    const before = [await site.counts(), await rentalOf(order.rentalId)]
    const response = await site
      .visitor('olivia')
      .post('/profile/rental-tracker', { rentalId: order.rentalId, ...fields })
    expect(toastOf(response)).toBe('An unexpected error occurred. Please try again.')
    expect([await site.counts(), await rentalOf(order.rentalId)]).toEqual(before)
  })
})

describe('someone else’s listing', () => {
  // Case: 28
  it.each(['edit', 'delete'])('is not opened to %s it', async (what) => {
    const response = await site.visitor('diego').get(`/profile/listings?${what}=${listingId}`)
    expect(response.headers.get('location')).toBe('/profile/listings')
    expect(toastOf(response)).toBe(`You don't have permission to ${what} this item.`)
  })

  // Spec: S8.12
  // Case: 28
  it('is not edited, nor are its photos swapped', async () => {
    const photo = await uploadTiny(site.services, site.cast.diego)
    const before = [await site.counts(), await listingOf(listingId)]
    const response = await site
      .visitor('diego')
      .post('/profile/listings', form({ intent: 'edit', listingId, photoIds: photo }))
    expect(toastOf(response)).toBe("Error updating item: You don't have permission to edit this item.")
    expect([await site.counts(), await listingOf(listingId)]).toEqual(before)
  })

  // Case: 28
  it('is not deleted', async () => {
    const before = await site.counts()
    const response = await site.visitor('diego').post('/profile/listings', { intent: 'delete', listingId })
    expect(toastOf(response)).toBe("Error deleting listing: You don't have permission to delete this item.")
    expect(await site.counts()).toEqual(before)
  })
})

describe('someone else’s upload', () => {
  // Case: 28
  it('can’t be used in a listing, and is not shown in the refused form', async () => {
    const theirs = await uploadTiny(site.services, site.cast.olivia)
    const before = await site.counts()
    const response = await site
      .visitor('diego')
      .post('/profile/listings?add=1', form({ intent: 'add', photoIds: theirs }))
    expect(response.status).toBe(422)
    const html = await response.text()
    expect(textOf(html)).toContain('One of these photos could not be found. Please upload it again.')
    expect(html).not.toContain(`/images/${theirs}`)
    expect(await site.counts()).toEqual(before)
  })
})

describe('someone else’s cart', () => {
  it('is neither shown, emptied nor repriced', async () => {
    await fillCart(site.services, site.cast.ramon, [listingId])
    expect(await (await site.visitor('katrina').get('/cart')).text()).not.toContain('Olivia’s tent')
    await site.visitor('katrina').post('/cart', { intent: 'remove', listingId })
    const repriced = await site
      .visitor('katrina')
      .post('/cart', { intent: 'accept-price', listingId, shownPrice: '1' })
    expect(toastOf(repriced)).toBe('Sorry, that could not be found.')
    const lines = await site.services.db.selectFrom('cartLine').selectAll().execute()
    expect(lines).toMatchObject([{ renterId: site.cast.ramon.id, seenPricePerDayCentavos: 45_000 }])
  })
})

describe('one’s own listing', () => {
  // Case: 26, 35
  it.each([
    'status',
    'ownerId',
    'moderatedAt',
    'rentalCount',
    'createdAt',
    'image_url',
    'archivedAt',
    'constructor',
  ])('can’t get a %s from a form', async (name) => {
    const photoIds = await uploadTiny(site.services, site.cast.olivia)
    const before = [await site.counts(), await listingOf(listingId)]
    const value = name === 'image_url' ? 'http://169.254.169.254/' : 'approved'
    for (const [query, intent] of [
      ['add=1', { intent: 'add' }],
      [`edit=${listingId}`, { intent: 'edit', listingId }],
    ] as const) {
      const response = await site
        .visitor('olivia')
        .post(`/profile/listings?${query}`, form({ ...intent, photoIds, [name]: value }))
      expect(response.status).toBe(422)
      expect(textOf(await response.text())).toContain(name)
    }
    expect([await site.counts(), await listingOf(listingId)]).toEqual(before)
  })

  // Case: 26
  it('can’t be accepted by its owner, and is not public until an admin accepts it', async () => {
    const waiting = await listThing(site.services, site.cast.olivia, { title: 'Impatient' })
    await site.visitor('olivia').post('/admin/listings', { intent: 'accept', listingId: waiting })
    expect(await listingOf(waiting)).toMatchObject({ status: 'available' })
    const accepted = await site
      .visitor('amihan')
      .post('/admin/listings', { intent: 'accept', listingId: waiting })
    expect(toastOf(accepted)).toBe('Item status updated to approved.')
    expect(await listingOf(waiting)).toMatchObject({ status: 'approved', moderatedBy: site.cast.amihan.id })
  })

  // Spec: D11
  // Case: 27
  it('that was approved and then made another is marked for admins, beside what they approved', async () => {
    const id = await site.publish({ title: 'An honest tent' })
    site.services.clock.set(new Date(NOW.getTime() + 60_000))
    const photoIds = await uploadTiny(site.services, site.cast.olivia)
    const scam = form({
      intent: 'edit',
      listingId: id,
      photoIds,
      title: 'Send money first',
      location: 'Manila',
    })
    expect(toastOf(await site.visitor('olivia').post('/profile/listings', scam))).toMatch(/updated/)
    const read = async (path: string) => textOf(await (await site.visitor('amihan').get(path)).text())
    expect(await read('/admin/listings?status=edited')).toContain('Send money first')
    const page = await read(`/admin/listings/${id}`)
    expect(page).toContain('An honest tent')
    expect(page).toContain('Send money first')
    expect(await read('/admin')).toMatch(/edited since/i)
    site.services.clock.set(NOW)
  })

  // Spec: S8.14
  // Case: 30
  it('is not deleted while it is rented, by nobody, nor reviewed', async () => {
    await site
      .visitor('olivia')
      .post('/profile/rental-tracker', { rentalId: order.rentalId, action: 'approve' })
    const rented = await site.services.db
      .selectFrom('rental')
      .select('listingId')
      .where('id', '=', order.rentalId)
      .executeTakeFirstOrThrow()
    const before = await site.counts()
    for (const [who, path] of [
      ['olivia', '/profile/listings'],
      ['amihan', '/admin/listings'],
    ] as const) {
      const response = await site.visitor(who).post(path, { intent: 'delete', listingId: rented.listingId })
      const why =
        'This listing has a rental that is Pending, Approved or Active. It can be deleted after that.'
      expect(toastOf(response)).toBe(`Error deleting listing: ${why}`)
    }
    const html = await (await site.visitor('amihan').get('/admin/listings?status=unavailable')).text()
    expect(html).toMatch(/<button(?=[^>]*aria-label="Accept Olivia’s drill")(?=[^>]* disabled="")/)
    expect(html).toContain('aria-label="Delete Olivia’s drill"')
    expect(await site.counts()).toEqual(before)
  })
})
