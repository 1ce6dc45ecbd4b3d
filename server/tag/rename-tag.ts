import type { SupportAdmin } from '#domain/access.ts'
import { tagTaken } from '#domain/catalogue/tag.ts'
import { notFound, refuse, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { inTransaction, recordEvents } from '../record.ts'
import { lockTags, removeTag, tagExists } from './queries.ts'
import { retagListings, retagRest } from './retag-listings.ts'

/**
 * Renames a tag on every listing that has it, some at a time; searches find them by the new name at once. First there
 * is a tag of the new name, last the old one goes. When that is interrupted, both are there, and merging the old one
 * into the new one changes the other listings. `listings` counts them. Refusals: `not-found`, `unchanged`, `taken`
 * (merge the two instead).
 */
export async function renameTag(
  ctx: Context,
  _admin: SupportAdmin,
  { tag, name }: { tag: string; name: string },
): Promise<Verdict<{ listings: number }>> {
  const added = await inTransaction(ctx, async (tx) => {
    await lockTags(tx)
    if (!(await tagExists(tx, tag))) return notFound()
    if (tag === name) return refuse('unchanged', 'That is its name already.')
    if (await tagExists(tx, name)) return tagTaken(name)
    await tx.insertInto('tag').values({ name }).execute()
    return { ok: true as const }
  })
  if (!added.ok) return added
  const retagged = await retagListings(ctx, { tag, into: name })
  if (!retagged.ok) return retagged
  return inTransaction(ctx, async (tx) => {
    await lockTags(tx)
    if (!(await tagExists(tx, tag)) || !(await tagExists(tx, name))) return notFound()
    const listings = retagged.listings + (await retagRest(tx, { tag, into: name }))
    await removeTag(tx, tag)
    await recordEvents(tx, ctx, [
      { subject: 'tag', subjectId: tag, action: 'rename', detail: { from: tag, to: name, listings } },
    ])
    return { ok: true as const, listings }
  })
}
