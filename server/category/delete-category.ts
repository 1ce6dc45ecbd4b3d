import type { SupportAdmin } from '#domain/access.ts'
import { notFound, type Verdict } from '#domain/verdict.ts'
import type { Context, Db, Tx } from '../context.ts'
import { changeListings } from '../listing/change-listings.ts'
import { lockListings } from '../listing/queries.ts'
import { inTransaction, recordEvents } from '../record.ts'
import { lockCategory } from './queries.ts'

/**
 * Deletes a category. Its listings become Uncategorized and stay as visible as they were: otherwise an admin would
 * have to edit other people's listings first. They do so some at a time: when that is interrupted, the category stays
 * on the others, and deleting it again takes it off those. `listings` counts those of this time, also the archived
 * ones. Refusal: `not-found`.
 */
export async function deleteCategory(
  ctx: Context,
  _admin: SupportAdmin,
  { categoryId }: { categoryId: number },
): Promise<Verdict<{ listings: number }>> {
  const most = await changeListings(ctx, await listingsIn(ctx.db, categoryId), async (tx, some) => ({
    ok: true,
    changed: await uncategorize(tx, categoryId, some),
  }))
  if (!most.ok) return most
  return inTransaction(ctx, async (tx) => {
    const category = await lockCategory(tx, categoryId)
    if (!category) return notFound()
    // Before the listings, as whoever saves a listing locks its category first.
    await tx.selectFrom('category').select('id').where('id', '=', categoryId).forUpdate().execute()
    // Those that their owners put into it meanwhile.
    const rest = await uncategorize(tx, categoryId, await listingsIn(tx, categoryId))
    const listings = most.listings + rest
    await tx.deleteFrom('category').where('id', '=', categoryId).execute()
    await recordEvents(tx, ctx, [
      {
        subject: 'category',
        subjectId: String(categoryId),
        action: 'delete',
        detail: { name: category.name, listings },
      },
    ])
    return { ok: true as const, listings }
  })
}

async function listingsIn(db: Db, categoryId: number): Promise<string[]> {
  const rows = await db.selectFrom('listing').select('id').where('categoryId', '=', categoryId).execute()
  return rows.map(({ id }) => id)
}

async function uncategorize(tx: Tx, categoryId: number, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0
  await lockListings(tx, ids)
  const changed = await tx
    .updateTable('listing')
    .set({ categoryId: null })
    .where('id', 'in', [...ids])
    .where('categoryId', '=', categoryId)
    .executeTakeFirst()
  return Number(changed.numUpdatedRows)
}
