import { sql } from 'kysely'
import type { SupportAdmin } from '#domain/access.ts'
import { notFound, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { inTransaction, recordEvents } from '../record.ts'
import { lockTags } from './queries.ts'

/** Deletes a tag and takes it off every listing. `listings` counts them. Refusal: `not-found`. */
export async function deleteTag(
  ctx: Context,
  _admin: SupportAdmin,
  { tag }: { tag: string },
): Promise<Verdict<{ listings: number }>> {
  return inTransaction(ctx, async (tx) => {
    await lockTags(tx)
    const deleted = await tx.deleteFrom('tag').where('name', '=', tag).executeTakeFirst()
    if (deleted.numDeletedRows === 0n) return notFound()
    const changed = await sql`
      update listing set tags = array_remove(tags, ${tag}) where ${tag} = any(tags)`.execute(tx)
    const listings = Number(changed.numAffectedRows)
    await recordEvents(tx, ctx, [{ subject: 'tag', subjectId: tag, action: 'delete', detail: { listings } }])
    return { ok: true as const, listings }
  })
}
