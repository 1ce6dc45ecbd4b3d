import { sql } from 'kysely'
import type { SupportAdmin } from '#domain/access.ts'
import type { Context, Tx } from '../context.ts'

/** One category and how many listings are in it, or undefined. */
export async function findCategory(ctx: Context, _admin: SupportAdmin, id: number) {
  const { rows } = await sql<{ id: number; name: string; listingCount: number }>`
    select c.id, c.name,
      (select count(*)::int from listing l where l.category_id = c.id and l.archived_at is null) as listing_count
    from category c where c.id = ${id}`.execute(ctx.db)
  return rows[0]
}

/** A category, or undefined. Locks as `lockCategories` does, because its name is compared with all the others. */
export async function lockCategory(tx: Tx, id: number) {
  await lockCategories(tx)
  return tx.selectFrom('category').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Locks out other writers of categories until the transaction ends; listings can still be put into them. */
export async function lockCategories(tx: Tx): Promise<void> {
  await sql`lock table category in share row exclusive mode`.execute(tx)
}

/** The category that has this name, in any letter case, other than `except`. */
export function findNamesake(tx: Tx, name: string, except = 0) {
  return tx
    .selectFrom('category')
    .selectAll()
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .where('id', '<>', except)
    .executeTakeFirst()
}
