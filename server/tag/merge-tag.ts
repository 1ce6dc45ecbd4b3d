import { sql } from 'kysely'
import type { SupportAdmin } from '#domain/access.ts'
import { notFound, refuse, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { inTransaction, recordEvents } from '../record.ts'
import { lockTags, tagExists } from './queries.ts'

/**
 * Merges a tag into another: its listings get the other one, once each, and the tag is deleted. `listings` counts
 * them. Refusals: `not-found`, `same`.
 */
export async function mergeTag(
  ctx: Context,
  _admin: SupportAdmin,
  { tag, into }: { tag: string; into: string },
): Promise<Verdict<{ listings: number }>> {
  return inTransaction(ctx, async (tx) => {
    await lockTags(tx)
    if (tag === into) return refuse('same', 'Please choose another tag than itself.')
    if (!(await tagExists(tx, tag)) || !(await tagExists(tx, into))) return notFound()
    const changed = await sql`
      update listing set tags = case when ${into} = any(tags) then array_remove(tags, ${tag})
        else array_replace(tags, ${tag}, ${into}) end where ${tag} = any(tags)`.execute(tx)
    await tx.deleteFrom('tag').where('name', '=', tag).execute()
    const listings = Number(changed.numAffectedRows)
    await recordEvents(tx, ctx, [
      { subject: 'tag', subjectId: tag, action: 'merge', detail: { into, listings } },
    ])
    return { ok: true as const, listings }
  })
}
