import { expect, it } from 'vitest'
import { addressWith } from './address.ts'

it('an address keeps the other parameters of the query', () => {
  expect(addressWith('/admin/tags?search=tent&after=x', { after: null, rename: 'rain coat' })).toBe(
    '/admin/tags?search=tent&rename=rain+coat',
  )
  expect(addressWith('/admin/tags?delete=x', { delete: null })).toBe('/admin/tags')
})

it('links don’t repeat a query that is longer than any of the page’s own', () => {
  const long = `search=tent&other=${'x'.repeat(2000)}`
  expect(addressWith(`/admin/tags?${long}`, { rename: 'tent' })).toBe('/admin/tags?rename=tent')
})

it('the longest search in a script of its own, with filters, is kept', () => {
  const query = new URLSearchParams({
    search: 'ᜑ'.repeat(100),
    status: 'awaiting_return',
    after: 'x'.repeat(200),
  })
  expect(addressWith(`/admin/orders?${query}`, { delete: '1' })).toBe(`/admin/orders?${query}&delete=1`)
})
