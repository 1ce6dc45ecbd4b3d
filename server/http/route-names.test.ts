import { expect, it } from 'vitest'
import { nameRoutes } from './route-names.ts'

const nameOf = nameRoutes(['/healthz', '/sitemaps/:file{listings-[0-9a-f-]{36}\\.xml}', '*', '/*'])
const id = '0199a000-0000-7000-8000-000000000000'

it.each([
  ['/', '/'],
  ['/?page=2', '/'],
  ['/_root.data', '/'],
  ['/products?category=tents', '/products'],
  ['/products.data?category=tents', '/products'],
  [`/listing/${id}`, '/listing/:listingId'],
  ['/admin/listings.csv', '/admin/:table.csv'],
  [`/admin/reconciliation/${id}.csv`, '/admin/reconciliation/:runId.csv'],
  [`/admin/reconciliation/${id}`, '/admin/reconciliation/:runId'],
  ['/admin/orders', '/admin/orders'],
  ['/healthz', '/healthz'],
  ['/assets/root-abc.js', '/assets/*'],
  ['/favicon.ico', '/assets/*'],
  ['/wp-login.php', '/*'],
  ['/a/b/c/d', '/*'],
])('%s is counted as %s', (url, name) => {
  expect(nameOf(url)).toBe(name)
})
