import { describe, expect, it } from 'vitest'
import { addDays } from '#domain/period.ts'
import { messageBeside, textOf } from '#tests/support/html.ts'
import { fillCart, rent } from '#tests/support/people.ts'
import { TODAY } from '#tests/support/services.ts'
import { toastOf, type Fields } from '#tests/support/visitor.ts'
import { withSite } from '#tests/support/with-site.ts'

const site = withSite(['ramon', 'olivia', 'diego', 'amihan'])
const calendarOf = (listingId: string) => `/profile/listings/${listingId}/calendar`
const blocks = (listingId: string) =>
  site.services.db.selectFrom('blockedPeriod').selectAll().where('listingId', '=', listingId).execute()
const block = (changes: Fields = {}): Fields => ({
  intent: 'block',
  firstDay: addDays(TODAY, 2),
  lastDay: addDays(TODAY, 3),
  ...changes,
})

describe('someone else’s calendar', () => {
  it('can’t be opened, changed or paused by another owner, nor by renters, admins and guests', async () => {
    const listingId = await site.publish()
    await site.visitor('olivia').post(calendarOf(listingId), block())
    const [mine] = await blocks(listingId)
    const before = await site.counts()

    const opened = await site.visitor('diego').get(calendarOf(listingId))
    expect(toastOf(opened)).toBe("You don't have permission to block days of this item.")
    const posted = await site
      .visitor('diego')
      .post(calendarOf(listingId), block({ firstDay: addDays(TODAY, 9), lastDay: addDays(TODAY, 9) }))
    expect(toastOf(posted)).toBe("You don't have permission to block days of this item.")
    const freed = await site
      .visitor('diego')
      .post(calendarOf(listingId), { intent: 'unblock', blockId: mine!.id })
    expect(toastOf(freed)).toBe("You don't have permission to block days of this item.")
    const paused = await site.visitor('diego').post('/profile/listings', { intent: 'pause', listingId })
    expect(toastOf(paused)).toBe("You don't have permission to pause this item.")
    for (const who of ['ramon', 'amihan', undefined] as const)
      for (const answer of [
        await site.visitor(who).get(calendarOf(listingId)),
        await site.visitor(who).post(calendarOf(listingId), block()),
        await site.visitor(who).post('/profile/listings', { intent: 'pause', listingId }),
      ])
        expect(answer.status).toBe(302)
    expect(await blocks(listingId)).toEqual([mine])
    expect(await site.counts()).toEqual(before)
  })

  it('of a listing that is not there is not found', async () => {
    for (const id of ['0199a000-0000-7000-8000-000000000001', 'x', '%00'])
      expect(toastOf(await site.visitor('olivia').get(calendarOf(id))), id).toBe(
        'Sorry, that listing could not be found.',
      )
  })
})

describe('invalid days', () => {
  const exist = 'Please enter a date that exists, such as 2026-12-24.'
  it.each<[string, Fields, string, string]>([
    ['empty', { firstDay: '' }, 'firstDay', 'Please select the first day.'],
    ['missing', { lastDay: undefined }, 'lastDay', 'Please select the last day.'],
    ['that don’t exist', { firstDay: '2026-02-30' }, 'firstDay', exist],
    ['in words', { lastDay: 'infinity' }, 'lastDay', exist],
    ['with SQL', { firstDay: "2026-11-24'); drop table listing; --" }, 'firstDay', exist],
    ['too long', { firstDay: '9'.repeat(10_000) }, 'firstDay', exist],
    ['in the past', { firstDay: '2020-01-01' }, 'firstDay', 'The first day cannot be earlier than today.'],
    [
      'the wrong way round',
      { lastDay: addDays(TODAY, 1) },
      'lastDay',
      'The last day cannot be before the first.',
    ],
    ['over a year ahead', { lastDay: '9999-12-31' }, 'lastDay', 'Days can be blocked until Nov 21, 2027.'],
  ])('%s block nothing and get a message beside their field', async (_, changes, field, message) => {
    const listingId = await site.publish()
    const answer = await site.visitor('olivia').post(calendarOf(listingId), block(changes))
    expect(answer.status).toBe(422)
    expect(messageBeside(await answer.text(), field)).toBe(message)
    expect(await blocks(listingId)).toEqual([])
  })

  it('that a rental holds are refused with the rental’s days', async () => {
    const listingId = await site.publish({ bookableWhileRented: true })
    await rent(site.services, site.cast.ramon, [listingId], { startDate: addDays(TODAY, 3) })
    const answer = await site.visitor('olivia').post(calendarOf(listingId), block())
    expect(answer.status).toBe(409)
    expect(messageBeside(await answer.text(), 'firstDay')).toBe('A rental holds these days: Nov 24, 2026.')
  })

  it.each<[string, Fields]>([
    ['an unknown block', { intent: 'unblock', blockId: '0199a000-0000-7000-8000-000000000001' }],
    ['no block', { intent: 'unblock' }],
    ['nonsense', { intent: 'unblock', blockId: "' or 1=1 --" }],
  ])('to free: %s frees nothing', async (_, fields) => {
    const listingId = await site.publish()
    await site.visitor('olivia').post(calendarOf(listingId), block())
    await site.visitor('olivia').post(calendarOf(listingId), fields)
    expect(await blocks(listingId)).toHaveLength(1)
  })

  it('with unknown fields are refused', async () => {
    const listingId = await site.publish()
    const answer = await site.visitor('olivia').post(calendarOf(listingId), block({ listingId, period: 'x' }))
    expect(answer.status).toBe(422)
    expect(await blocks(listingId)).toEqual([])
  })
})

describe('a wish for taken days', () => {
  const taken = async () => {
    const listingId = await site.publish()
    await site.visitor('olivia').post(calendarOf(listingId), block())
    return listingId
  }

  it('says why, and links to the nearest free days with the other choices kept', async () => {
    const listingId = await taken()
    const answer = await site.visitor('ramon').post(`/listing/${listingId}`, {
      listingId,
      startDate: addDays(TODAY, 2),
      durationDays: '1',
      deliveryOption: 'delivery',
    })
    expect(answer.status).toBe(409)
    const html = await answer.text()
    expect(messageBeside(html, 'startDate')).toContain('Taken: Nov 23, 2026 to Nov 24, 2026.')
    const links = [...html.matchAll(/href="(\/listing\/[^"?]+\?start=[^"]+)"/g)].map(([, href]) =>
      href!.replaceAll('&amp;', '&'),
    )
    expect(links).toEqual(
      ['2026-11-22', '2026-11-25'].map(
        (day) => `/listing/${listingId}?start=${day}&days=1&delivery=delivery`,
      ),
    )
    const chosen = await (await site.visitor('ramon').get(links[1]!)).text()
    expect(chosen).toMatch(/name="startDate"[^>]*value="2026-11-25"|value="2026-11-25"[^>]*name="startDate"/)
    expect(textOf(chosen)).toContain('Your days: Nov 25, 2026')
  })

  it('in a cart offers the nearest free days as buttons, and moves no other line', async () => {
    const listingId = await site.publish()
    await fillCart(site.services, site.cast.ramon, [listingId], { startDate: addDays(TODAY, 2) })
    await site.visitor('olivia').post(calendarOf(listingId), block())
    const html = await (await site.visitor('ramon').get('/cart')).text()
    expect(textOf(html)).toContain('These dates are already taken.')
    expect(
      [...html.matchAll(/<button\b[^>]*name="startDate"[^>]*>/g)].map(
        ([tag]) => /value="([^"]+)"/.exec(tag)![1],
      ),
    ).toEqual(['2026-11-22', '2026-11-25'])
    const move = (startDate: string) =>
      site.visitor('ramon').post('/cart', { intent: 'change-start', listingId, startDate })
    expect(toastOf(await move('2026-11-23'))).toBe(
      'These dates are already taken. Please choose another start date.',
    )
    expect(toastOf(await move('-infinity'))).toBe('Please enter a date that exists, such as 2026-12-24.')
    expect(toastOf(await move('2026-11-25'))).toBe('It starts on Nov 25, 2026 now.')
    expect(textOf(await (await site.visitor('ramon').get('/cart')).text())).not.toContain('already taken')
  })

  it.each(['?start=x&days=2&delivery=fly', '?start=9999-99-99', '?start[]=1&days[]=3', '?start=%00&days=-1'])(
    'in the address as %s is ignored',
    async (query) => {
      const answer = await site.visitor().get(`/listing/${await taken()}${query}`)
      expect(answer.status).toBe(200)
      expect(await answer.text()).not.toContain('Your days:')
    },
  )
})

describe('the catalogue’s address', () => {
  it.each<[string, string, string]>([
    ['min=-1', 'min', 'Please enter an amount in pesos, such as 250.'],
    ['max=1e308', 'max', 'Please enter an amount in pesos, such as 250.'],
    ['min=900&max=1', 'max', 'The highest price cannot be below the lowest.'],
    ['start=2026-13-99', 'start', 'Please enter a date that exists, such as 2026-12-24.'],
    ['start=2020-01-01', 'start', 'The start date cannot be earlier than today.'],
    ['start=2026-11-30&days=365', 'days', 'Please choose 1, 3 or 7 days.'],
    ['sort=drop%20table', 'sort', 'Please choose an order from the list.'],
  ])('%s gets a message beside its field, and the items stay', async (query, field, message) => {
    await site.publish()
    const html = await (await site.visitor().get(`/products?${query}`)).text()
    expect(messageBeside(html, field)).toBe(message)
    expect(html).toContain('4-person tent')
  })

  // Case: 38
  it.each([
    'min=%27%3B--',
    'min=1&min=2&sort=rating&sort=x',
    'after=%00&sort=price-low',
    'after=WyJ4Il0&start=2026-11-25&days=7&min=0&max=9999999',
    'search=%00&sort=price-high&category=%F0%9F%98%80',
    `search=tent&sort=popular&min=1&after=${'A'.repeat(5000)}`,
  ])('%s answers with a page', async (query) => {
    expect((await site.visitor().get(`/products?${query}`)).status).toBe(200)
  })
})

describe('a paused listing', () => {
  it('is a 404 for others, and can’t be put in a cart', async () => {
    const listingId = await site.publish({ title: 'Rare harp' })
    const paused = await site.visitor('olivia').post('/profile/listings', { intent: 'pause', listingId })
    expect(toastOf(paused)).toBe('Listing paused. Nobody can find or rent it now.')
    expect(textOf(await (await site.visitor().get('/products?search=harp')).text())).not.toContain(
      'Rare harp',
    )
    for (const who of ['ramon', 'diego', undefined] as const) {
      const page = await site.visitor(who).get(`/listing/${listingId}`)
      expect(page.status).not.toBe(200)
    }
    const before = await site.counts()
    await site.visitor('ramon').post(`/listing/${listingId}`, {
      listingId,
      startDate: addDays(TODAY, 2),
      durationDays: '1',
      deliveryOption: 'pickup',
    })
    expect(await site.counts()).toEqual(before)
    const again = await site.visitor('olivia').post('/profile/listings', { intent: 'pause', listingId })
    expect(toastOf(again)).toBe('This listing is paused already.')
    for (const who of ['olivia', 'amihan'] as const)
      expect(textOf(await (await site.visitor(who).get(`/listing/${listingId}`)).text())).toContain('Paused')
  })
})
