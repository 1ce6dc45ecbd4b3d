import { catalogueHref, noFilters } from '#domain/catalogue/filters.ts'
import { addDays, dayInManila } from '#domain/period.ts'
import { browseCatalogue } from '#server/catalogue/browse-catalogue.ts'
import type { Db } from '#server/context.ts'
import type { Members } from './city.ts'

/** A page that no cache answers. */
export type Address = { name: string; path: string; cookie: string }

/** What guests search for, and the pages of someone who is logged in. */
export async function uncached(members: Members, db: Db): Promise<Address[]> {
  const { renters, owners } = members
  const free = { start: addDays(dayInManila(new Date()), 5), days: 3 } as const
  const pesos = { min: 100_00, max: 300_00 }
  const asked: Record<string, string> = {
    'a search': catalogueHref({ ...noFilters, search: 'tent' }),
    'cheapest first': catalogueHref({ ...noFilters, sort: 'price-low' }),
    'a price range': catalogueHref({ ...noFilters, ...pesos }),
    'free on dates': catalogueHref({ ...noFilters, free }),
    // The cache refuses a page with another key in its address.
    'page 100': `${catalogueHref(noFilters, await cursorOf(db, 100))}&sort=newest`,
  }
  const own: Record<string, string> = {
    home: '/',
    products: '/products',
    'a listing': `/listing/${owners[0]!.listingId}`,
    dashboard: '/profile',
    tracker: '/profile/rental-tracker',
    cart: '/cart',
    messages: '/profile/messages',
  }
  const { cookie } = renters[0]!
  return [
    ...Object.entries(asked).map(([name, path]) => ({ name, path, cookie: '' })),
    ...Object.entries(own).map(([name, path]) => ({ name: `logged in: ${name}`, path, cookie })),
  ]
}

/** The cursor of a page of the catalogue, the newest listings first, or of the last one. */
async function cursorOf(db: Db, page: number): Promise<string | null> {
  let after: string | null = null
  for (let i = 1; i < page; i++) {
    const { next } = await browseCatalogue(db, { after })
    if (!next) break
    after = next
  }
  return after
}
