import { MAX_SEARCH_LENGTH } from '#domain/catalogue/filters.ts'
import type { Db } from '../context.ts'
import type { CataloguePage } from './catalogue-page.ts'
import type { CatalogueWish } from './narrow.ts'
import { searchListings } from './search-listings.ts'
import { sortedListings } from './sorted-listings.ts'

/**
 * A page of public listings, 24 at a time: all, or those that a search over title, tags and description finds; of a category, in
 * a price range, free on given days; in the order wished for, else the best matches of a search or the newest. A cursor of
 * another list is the first page. One statement a page, two more when a typo is corrected.
 */
export async function browseCatalogue(db: Db, asked: CatalogueWish): Promise<CataloguePage> {
  const search = (asked.search ?? '').trim().slice(0, MAX_SEARCH_LENGTH)
  const wish = { ...asked, search }
  if (search !== '') return searchListings(db, wish)
  const sort = !wish.sort || wish.sort === 'relevance' ? 'newest' : wish.sort
  return { ...(await sortedListings(db, { ...wish, sort })), correctedTo: null }
}
