import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#domain/actor.ts'
import type { CatalogueSort } from '#domain/catalogue/filters.ts'
import { type Day, formatDaterange, type Period } from '#domain/period.ts'
import { type ShelfId, takenDays } from '../listing/queries.ts'

/** The filters, the sort order and the position of one page of the catalogue. */
export type CatalogueQuery = {
  search?: string
  /** Whether the words may be parts of words, or of the name of the category. */
  byParts?: boolean
  categoryId?: ShelfId | null
  sort?: CatalogueSort
  /** Lowest and highest daily price in whole centavos, both included. */
  min?: number | null
  max?: number | null
  /** The listing must be available on these days. `today` is the present Manila day. */
  free?: (Period & { today: Day }) | null
  /** The cursor of the page before. */
  after?: string | null
  /** Whose favourites the cards mark; default: a guest, who has none. It filters nothing. */
  viewer?: Actor
}

/** SQL `and …`: the row `s` of `listing_search` is in the category of the query. Empty without a category. */
export function inCategory({ categoryId }: CatalogueQuery): RawBuilder<unknown> {
  return categoryId ? sql`and s.category_id = ${categoryId === 'none' ? 0 : categoryId}` : sql``
}

/** SQL `and …`: the price of the row `s` of `listing_search` is in the range of the query. Empty without a range. */
export function inPriceRange({ min, max }: CatalogueQuery): RawBuilder<unknown> {
  return sql`${min ? sql`and s.price_per_day_centavos >= ${min}` : sql``}
    ${max !== null && max !== undefined ? sql`and s.price_per_day_centavos <= ${max}` : sql``}`
}

/** As `inPriceRange`, written for the index of the order "lowest price first", which holds negative prices. */
export function inNegativePriceRange({ min, max }: CatalogueQuery): RawBuilder<unknown> {
  return sql`${min ? sql`and -s.price_per_day_centavos <= ${-min}::integer` : sql``}
    ${max !== null && max !== undefined ? sql`and -s.price_per_day_centavos >= ${-max}::integer` : sql``}`
}

/**
 * SQL `and …`: the listing `s.listing_id` is available on the days of the query. Empty without days. `offset 0` keeps
 * PostgreSQL from reading the taken days of all listings at once: it checks one listing after another, until the
 * statement has enough rows.
 */
export function isAvailable({ free }: CatalogueQuery): RawBuilder<unknown> {
  return free
    ? sql`and not exists (select from ${takenDays(sql`s.listing_id`, free.today)} t
        where t.period && ${formatDaterange(free)}::daterange offset 0)`
    : sql``
}

/** Identifies the list a cursor was made for: a cursor of another list is not a position in this one. */
export function fingerprint({ search, byParts, categoryId, sort, min, max, free }: CatalogueQuery): string {
  const days = free ? formatDaterange(free) : null
  const list = [search ?? '', categoryId ?? null, sort ?? null, min || null, max ?? null, days]
  return createHash('sha256')
    .update(JSON.stringify(byParts ? [...list, 'by parts'] : list))
    .digest('base64url')
    .slice(0, 10)
}
