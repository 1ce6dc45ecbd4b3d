import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#domain/actor.ts'
import type { CatalogueSort } from '#domain/catalogue/filters.ts'
import { formatDaterange, type Period } from '#domain/period.ts'
import { holdingStatuses } from '#domain/rental/lifecycle.ts'
import type { ShelfId } from '../listing/queries.ts'

/** What a page of the catalogue is asked for. */
export type CatalogueWish = {
  search?: string
  categoryId?: ShelfId | null
  sort?: CatalogueSort
  /** Whole centavos a day, both included. */
  min?: number | null
  max?: number | null
  /** Days on which the listing has to be free. */
  free?: Period | null
  /** The cursor of the page before. */
  after?: string | null
  /** Whose hearts the cards show; a guest's unless said. It narrows nothing. */
  viewer?: Actor
}

const holding = sql.join(holdingStatuses.map((status) => sql.lit(status)))

/** The conditions of a wish on the columns of a statement, each beginning with `and`. */
export function narrow(
  wish: CatalogueWish,
  columns: { id: string; category: string; price: string },
): RawBuilder<unknown> {
  const [id, category, price] = [columns.id, columns.category, columns.price].map((name) => sql.ref(name))
  const days = wish.free && formatDaterange(wish.free)
  return sql.join(
    [
      wish.categoryId ? onShelf(category!, wish.categoryId) : sql``,
      wish.min ? sql`and ${price} >= ${wish.min}` : sql``,
      wish.max !== null && wish.max !== undefined ? sql`and ${price} <= ${wish.max}` : sql``,
      days
        ? sql`and not exists (select 1 from rental r where r.listing_id = ${id} and r.status in (${holding})
            and r.period && ${days}::daterange)
          and not exists (select 1 from blocked_period b where b.listing_id = ${id} and b.period && ${days}::daterange)`
        : sql``,
    ],
    sql` `,
  )
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
