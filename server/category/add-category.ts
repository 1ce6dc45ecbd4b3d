import type { SupportAdmin } from '#domain/access.ts'
import { categoryTaken } from '#domain/catalogue/category.ts'
import type { Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { inTransaction, recordEvents } from '../record.ts'
import { findNamesake, lockCategories } from './queries.ts'

/** Adds a category. Refusal: `taken` when one has that name, in any letter case. */
export async function addCategory(
  ctx: Context,
  _admin: SupportAdmin,
  { name }: { name: string },
): Promise<Verdict<{ categoryId: number }>> {
  return inTransaction(ctx, async (tx) => {
    await lockCategories(tx)
    const namesake = await findNamesake(tx, name)
    if (namesake) return categoryTaken(namesake.name)
    const { id } = await tx.insertInto('category').values({ name }).returning('id').executeTakeFirstOrThrow()
    await recordEvents(tx, ctx, [
      { subject: 'category', subjectId: String(id), action: 'add', detail: { name } },
    ])
    return { ok: true as const, categoryId: id }
  })
}
