import { sql } from 'kysely'
import type { PhotoRef } from '#domain/photo/photo-ref.ts'
import type { Db } from '../context.ts'
import { mainPhoto } from '../listing/queries.ts'

/** One page of the site in a sitemap: its path and, for listings, when it last changed. */
export type SitePage = { path: string; changedAt: Date | null }
/** The page of a listing in a sitemap, with the id of the listing. */
export type ListedPage = SitePage & { id: string }

/** The names of the categories with public listings. */
export async function listFilledCategories(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.name from category c where exists (select 1 from listing l where l.is_public and l.category_id = c.id)
    order by c.name`.execute(db)
  return rows.map(({ name }) => name)
}

/**
 * The first listing of every part of `size` public listings, in the order of their ids. One statement, which reads
 * only every `size`th entry of an index.
 */
export async function listSitemapParts(db: Db, size: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive part (id) as (
      (select id from listing where is_public order by id limit 1)
      union all
      select (select l.id from listing l where l.is_public and l.id > part.id order by l.id offset ${size - 1} limit 1)
      from part where part.id is not null)
    select id from part where id is not null`.execute(db)
  return rows.map(({ id }) => id)
}

/** At most `limit` public listings from the id `from` on. One statement. */
export async function listPublicPages(db: Db, from: string, limit: number): Promise<ListedPage[]> {
  const { rows } = await sql<{ id: string; changedAt: Date }>`
    select id, greatest(created_at, edited_at, moderated_at) as changed_at from listing
    where is_public and id >= ${from}::uuid order by id limit ${limit}`.execute(db)
  return rows.map(({ id, changedAt }) => ({ id, path: `/listing/${id}`, changedAt }))
}

/** The data for the sharing picture of a listing, or null when the listing is not public. */
export async function findPictured(
  db: Db,
  listingId: string,
): Promise<{ title: string; pricePerDayCentavos: number; photo: PhotoRef | null } | null> {
  const { rows } = await sql<{ title: string; pricePerDayCentavos: number; photo: PhotoRef | null }>`
    select l.title, l.price_per_day_centavos, ${mainPhoto} as photo from listing l
    where l.id = ${listingId} and l.is_public`.execute(db)
  return rows[0] ?? null
}
