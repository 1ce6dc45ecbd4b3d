import type { SupportAdmin } from '#domain/access.ts'
import { categoryTaken } from '#domain/catalogue/category.ts'
import { notFound, refuse, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { inTransaction, recordEvents } from '../record.ts'
import { findNamesake, lockCategory } from './queries.ts'

/** Renames a category; its listings stay in it. Refusals: `not-found`, `unchanged`, `taken`. */
export async function renameCategory(
  ctx: Context,
  _admin: SupportAdmin,
  { categoryId, name }: { categoryId: number; name: string },
): Promise<Verdict> {
  return inTransaction(ctx, async (tx) => {
    const category = await lockCategory(tx, categoryId)
    if (!category) return notFound()
    if (category.name === name) return refuse('unchanged', 'That is its name already.')
    const namesake = await findNamesake(tx, name, categoryId)
    if (namesake) return categoryTaken(namesake.name)
    await tx.updateTable('category').set({ name }).where('id', '=', categoryId).execute()
    await recordEvents(tx, ctx, [
      {
        subject: 'category',
        subjectId: String(categoryId),
        action: 'rename',
        detail: { from: category.name, to: name },
      },
    ])
    return { ok: true as const }
  })
}
