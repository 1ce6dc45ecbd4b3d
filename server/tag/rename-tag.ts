import { sql } from 'kysely'
import type { SupportAdmin } from '#domain/access.ts'
import { tagTaken } from '#domain/catalogue/tag.ts'
import { notFound, refuse, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { inTransaction, recordEvents } from '../record.ts'
import { lockTags, tagExists } from './queries.ts'

/**
 * Renames a tag on every listing that has it; searches find them by the new name at once. `listings` counts them.
 * Refusals: `not-found`, `unchanged`, `taken` (merge the two instead).
 */
export async function renameTag(
  ctx: Context,
  _admin: SupportAdmin,
  { tag, name }: { tag: string; name: string },
): Promise<Verdict<{ listings: number }>> {
  return inTransaction(ctx, async (tx) => {
    await lockTags(tx)
    if (!(await tagExists(tx, tag))) return notFound()
    if (tag === name) return refuse('unchanged', 'That is its name already.')
    if (await tagExists(tx, name)) return tagTaken(name)
    await tx.updateTable('tag').set({ name }).where('name', '=', tag).execute()
    const changed = await sql`
      update listing set tags = array_replace(tags, ${tag}, ${name}) where ${tag} = any(tags)`.execute(tx)
    const listings = Number(changed.numAffectedRows)
    await recordEvents(tx, ctx, [
      { subject: 'tag', subjectId: tag, action: 'rename', detail: { from: tag, to: name, listings } },
    ])
    return { ok: true as const, listings }
  })
}
