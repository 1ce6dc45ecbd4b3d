import { describe, expect, it } from 'vitest'
import { pagePaths, sampleOf } from '#domain/pages.ts'
import { tours } from './e2e/support/screens.ts'
import { allRoutes, pageRoutes, pagesWithout, routeOf } from './support/page-routes.ts'

describe('the pages of the site', () => {
  it('are found by their addresses', () => {
    expect(pageRoutes.length).toBeGreaterThan(40)
    expect(routeOf('/listing/none?review=1')).toBe('/listing/:listingId')
    expect(routeOf('/admin/orders/cod-1')).toBe('/admin/orders/:orderNumber')
    expect(routeOf('/profile')).toBe('/profile')
    expect(routeOf('/no-such-page')).toBe('/*')
  })

  it('and every other address of app/routes.ts have a row in domain/pages.ts, and there is none beside', () => {
    expect([...allRoutes].toSorted()).toEqual([...pagePaths].toSorted())
  })

  it('have samples that lead to them', () => {
    for (const path of pagePaths)
      if (pageRoutes.includes(path)) expect(routeOf(sampleOf(path).replaceAll(/[{}]/g, ''))).toBe(path)
  })

  it('are each looked at by a tour: accessible, and on a screenshot', () => {
    const addresses = tours.flatMap(({ views }) =>
      views.map(({ at }) => (typeof at === 'string' ? at : at.route)),
    )
    expect(pagesWithout(addresses)).toEqual([])
    expect(pagesWithout(addresses.filter((address) => !address.startsWith('/faq')))).toEqual(['/faq'])
  })
})
