import type { SupportAdmin } from '#domain/access.ts'
import { notFound, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { inTransaction, recordEvents } from '../record.ts'
import { lockCategory } from './queries.ts'

/**
 * Deletes a category. Its listings become Uncategorized and stay as visible as they were: otherwise an admin would
 * have to edit other people's listings first. `listings` counts them, also the archived ones. Refusal: `not-found`.
 */
export async function deleteCategory(
  ctx: Context,
  _admin: SupportAdmin,
  { categoryId }: { categoryId: number },
): Promise<Verdict<{ listings: number }>> {
  return inTransaction(ctx, async (tx) => {
    const category = await lockCategory(tx, categoryId)
    if (!category) return notFound()
    // Before the listings, as whoever saves a listing locks its category first.
    await tx.selectFrom('category').select('id').where('id', '=', categoryId).forUpdate().execute()
    const uncategorized = await tx
      .updateTable('listing')
      .set({ categoryId: null })
      .where('categoryId', '=', categoryId)
      .executeTakeFirst()
    const listings = Number(uncategorized.numUpdatedRows)
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
