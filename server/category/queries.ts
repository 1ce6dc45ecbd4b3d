import { sql } from 'kysely'
import type { Tx } from '../context.ts'

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
