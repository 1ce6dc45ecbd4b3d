import { beforeEach, describe, expect, it } from 'vitest'
import { accepted } from '#seeds/act.ts'
import { takePartyAction } from '#server/rental/take-action.ts'
import { fieldsOf, textOf } from '#tests/support/html.ts'
import * as people from '#tests/support/people.ts'
import { typedPlace } from '#tests/support/places.ts'
import { by } from '#tests/support/services.ts'
import { type Fields, toastOf } from '#tests/support/visitor.ts'
import { withSite } from '#tests/support/with-site.ts'

const site = withSite(['ramon', 'olivia', 'diego', 'amihan'])
const partly = { ...typedPlace, barangay: 'Baclaran', phone: '' }

const stored = async (column: 'accountId' | 'listingId' | 'rentalId') =>
  site.services.db.selectFrom('place').selectAll().where(column, 'is not', null).execute()

beforeEach(async () => {
  await site.services.db.deleteFrom('place').execute()
  await site.services.db.deleteFrom('cartLine').execute()
})

describe('a checkout without scripts', () => {
  const toCheckout = async (deliveryOption: 'delivery' | 'pickup') => {
    const listing = await site.publish({ title: 'Tent' })
    await people.fillCart(site.services, site.cast.ramon, [listing], { deliveryOption })
    const html = await (await site.visitor('ramon').get('/checkout')).text()
    return { html, fields: fieldsIn(html) }
  }
  const fieldsIn = (html: string) => {
    const { idempotencyKey, quoteSeen } = fieldsOf(html)
    return { idempotencyKey, quoteSeen, agreed: 'on', paymentMethod: 'cash_on_delivery' }
  }
  const order = (fields: Fields) => site.visitor('ramon').post('/checkout', fields)

  it('asks for an address only where something is delivered', async () => {
    expect((await toCheckout('delivery')).html).toContain('Where should it be delivered?')
    await site.services.db.deleteFrom('cartLine').execute()
    expect((await toCheckout('pickup')).html).not.toContain('Where should it be delivered?')
  })

  it('says beside the fields what is missing, keeps what was typed, and orders nothing', async () => {
    const { fields } = await toCheckout('delivery')
    const answer = await order({ ...fields, ...partly })
    const html = await answer.text()
    expect(answer.status).toBe(422)
    expect(textOf(html)).toContain('Mandaluyong City has no barangay of this name.')
    expect(textOf(html)).toContain('Please add a mobile number.')
    for (const typed of [partly.street, partly.barangay, partly.note]) expect(html).toContain(typed)
    expect(await stored('rentalId')).toEqual([])
    const again = await order({ ...fieldsIn(html), ...typedPlace })
    expect(again.headers.get('location')).toMatch(/^\/checkout\?payment=/)
    expect(await stored('rentalId')).toMatchObject([{ street: typedPlace.street, phone: '+639171234567' }])
  })

  it('fills in what was used last, and goes ahead when nothing is filled in', async () => {
    const first = await toCheckout('delivery')
    await order({ ...first.fields, ...typedPlace })
    const { html, fields } = await toCheckout('delivery')
    expect(html).toContain('value="Mandaluyong City, Metro Manila"')
    expect(html).toContain('value="0917 123 4567"')
    const empty = { street: '', city: '', barangay: '', phone: '', note: '' }
    const answer = await order({ ...fields, ...empty })
    expect(answer.headers.get('location')).toMatch(/^\/checkout\?payment=/)
    expect(await stored('rentalId')).toHaveLength(1)
    expect(await stored('accountId')).toHaveLength(1)
  })

  it.each([
    ['a street of a thousand letters', { street: 'x'.repeat(1000) }],
    ['a hidden character', { note: 'left\u202eright' }],
    ['a field twice', {}],
  ])('refuses %s in words', async (what, changed) => {
    const { fields } = await toCheckout('delivery')
    const sent = { ...fields, ...typedPlace, ...changed }
    const twice = what === 'a field twice' ? { city: ['Makati', 'Pasig'] } : {}
    const answer = await site.visitor('ramon').post('/checkout', { ...sent, ...twice })
    expect(answer.status).toBe(422)
    expect(await stored('rentalId')).toEqual([])
  })
})

describe('the pick-up place of a listing', () => {
  it('is filled in from the owner’s latest other listing, and kept once it is saved', async () => {
    const [first, second] = [await site.publish({ title: 'Tent' }), await site.publish({ title: 'Drill' })]
    const owner = site.visitor('olivia')
    const pageOf = (listing: string) => `/profile/listings/${listing}/pick-up`
    const saved = await owner.post(pageOf(first), typedPlace)
    expect([saved.status, toastOf(saved)]).toEqual([302, 'Pick-up place saved.'])
    const html = await (await owner.get(pageOf(second))).text()
    expect(textOf(html)).toContain('Filled in from your latest listing.')
    expect(html).toContain('value="Addition Hills"')
    expect(await stored('listingId')).toHaveLength(1)
    await owner.post(pageOf(second), { ...typedPlace, all: 'on' })
    expect((await stored('listingId')).length).toBeGreaterThanOrEqual(2)
  })

  it('says beside the field what is wrong, and keeps what was typed', async () => {
    const listing = await site.publish({ title: 'Tent' })
    const answer = await site.visitor('olivia').post(`/profile/listings/${listing}/pick-up`, partly)
    expect(answer.status).toBe(422)
    const html = await answer.text()
    expect(textOf(html)).toContain('Mandaluyong City has no barangay of this name.')
    expect(html).toContain(partly.street)
  })
})

it('an admin finds addresses on no page, and in the answer to a question that is written down', async () => {
  const { services, cast } = site
  const listing = await site.publish({ title: 'Tent' })
  const { rentalId, orderNumber } = await people.rent(services, cast.ramon, [listing], {
    deliveryOption: 'delivery',
  })
  await site.visitor('ramon').post(`/profile/rental-tracker/${rentalId}/address`, typedPlace)
  accepted(await takePartyAction(by(services, cast.olivia), { rentalId, action: 'approve' }))
  const admin = site.visitor('amihan')
  const at = `/admin/orders/${orderNumber}`
  expect(await (await admin.get(at)).text()).not.toContain(typedPlace.street)
  const answer = await admin.post(at, { intent: 'places' })
  expect(answer.headers.get('cache-control')).toContain('no-store')
  expect(await answer.text()).toContain(typedPlace.street)
})

describe('the lists of places', () => {
  const names = async (query: string) => {
    const answer = await site.visitor(undefined).get(`/api/places${query}`)
    expect(answer.headers.get('cache-control')).toBe('public, max-age=86400')
    return ((await answer.json()) as { names: string[] }).names
  }

  it('are all cities, and the barangays of one', async () => {
    expect(await names('')).toHaveLength(1656)
    expect(await names('?city=mandaluyong')).toHaveLength(27)
    expect(await names('?city=Manila')).toHaveLength(897)
  })

  it.each(['?city=', '?city=Atlantis', `?city=${'x'.repeat(5000)}`, '?city=%00', '?city=%ff'])(
    '%s has none',
    async (query) => {
      expect(await names(query)).toEqual([])
    },
  )
})
