import { MAX_SEARCH_LENGTH } from '#domain/catalogue/filters.ts'
import type { Db } from '../context.ts'
import type { CataloguePage } from './catalogue-page.ts'
import type { CatalogueQuery } from './catalogue-query.ts'
import { searchListings } from './search-listings.ts'
import { sortedListings } from './sorted-listings.ts'

/**
 * A page of 24 public listings: all, or the results of a search over title, tags and description; filtered by
 * category, price range and available days. Without a sort order, a search gives the best matches first and the
 * catalogue the newest first. A cursor of another list gives the first page. One statement a page; a search has more.
 */
export async function browseCatalogue(db: Db, asked: CatalogueQuery): Promise<CataloguePage> {
  const search = (asked.search ?? '').trim().slice(0, MAX_SEARCH_LENGTH)
  const query = { ...asked, search }
  if (search !== '') return searchListings(db, { ...query, sort: query.sort ?? 'relevance' })
  const sort = !query.sort || query.sort === 'relevance' ? 'newest' : query.sort
  return { ...(await sortedListings(db, { ...query, sort })), correctedTo: null }
}
