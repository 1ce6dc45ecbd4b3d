import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#domain/actor.ts'
import type { CatalogueSort } from '#domain/catalogue/filters.ts'
import { type Day, formatDaterange, type Period } from '#domain/period.ts'
import { type ShelfId, takenDays } from '../listing/queries.ts'

/** What a page of the catalogue is asked for. */
export type CatalogueWish = {
  search?: string
  categoryId?: ShelfId | null
  sort?: CatalogueSort
  /** Whole centavos a day, both included. */
  min?: number | null
  max?: number | null
  /** Days on which the listing has to be free, as seen from `today`. */
  free?: (Period & { today: Day }) | null
  /** The cursor of the page before. */
  after?: string | null
  /** Whose hearts the cards show; a guest's unless said. It narrows nothing. */
  viewer?: Actor
}

/** The condition that a row `s` of `listing_search` lies on the shelf wished for, beginning with `and`. */
export function onWishedShelf({ categoryId }: CatalogueWish): RawBuilder<unknown> {
  return categoryId ? sql`and s.category_id = ${categoryId === 'none' ? 0 : categoryId}` : sql``
}

/** The condition that a row `s` of `listing_search` has a price as wished for, beginning with `and`. */
export function atWishedPrice({ min, max }: CatalogueWish): RawBuilder<unknown> {
  return sql`${min ? sql`and s.price_per_day_centavos >= ${min}` : sql``}
    ${max !== null && max !== undefined ? sql`and s.price_per_day_centavos <= ${max}` : sql``}`
}

/** As `atWishedPrice`, in the terms of the index that has the cheapest first. */
export function asCheapAsWished({ min, max }: CatalogueWish): RawBuilder<unknown> {
  return sql`${min ? sql`and -s.price_per_day_centavos <= ${-min}::integer` : sql``}
    ${max !== null && max !== undefined ? sql`and -s.price_per_day_centavos >= ${-max}::integer` : sql``}`
}

/**
 * The condition that a listing is free on the days wished for, beginning with `and`. `offset 0` has it asked listing by listing, only
 * of those that come so far, instead of gathering what is taken of all.
 */
export function freeAsWished({ free }: CatalogueWish): RawBuilder<unknown> {
  return free
    ? sql`and not exists (select from ${takenDays(sql`s.listing_id`, free.today)} t
        where t.period && ${formatDaterange(free)}::daterange offset 0)`
    : sql``
}

/** The condition that a listing lies on a shelf of the catalogue, beginning with `and`. */
export function onShelf(category: RawBuilder<unknown>, shelf: ShelfId): RawBuilder<unknown> {
  return shelf === 'none' ? sql`and ${category} is null` : sql`and ${category} = ${shelf}`
}

/** Tells one list from another, so that a cursor of one isn't taken for a place in the other. */
export function fingerprint({ search, categoryId, sort, min, max, free }: CatalogueWish): string {
  const list = [search ?? '', categoryId ?? null, sort ?? null, min || null, max ?? null, free ?? null]
  return createHash('sha256').update(JSON.stringify(list)).digest('base64url').slice(0, 10)
}
