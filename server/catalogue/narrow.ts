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

/** The conditions of a wish on the columns of a statement, each beginning with `and`. */
export function narrow(
  wish: CatalogueWish,
  columns: { id: string; category: string; price: string },
): RawBuilder<unknown> {
  const [id, category, price] = [columns.id, columns.category, columns.price].map((name) => sql.ref(name))
  return sql.join(
    [
      wish.categoryId ? onShelf(category!, wish.categoryId) : sql``,
      wish.min ? sql`and ${price} >= ${wish.min}` : sql``,
      wish.max !== null && wish.max !== undefined ? sql`and ${price} <= ${wish.max}` : sql``,
      wish.free
        ? sql`and not exists (select 1 from ${takenDays(id!, wish.free.today)} t
            where t.period && ${formatDaterange(wish.free)}::daterange)`
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
