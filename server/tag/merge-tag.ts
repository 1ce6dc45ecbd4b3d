import type { SupportAdmin } from '#domain/access.ts'
import { notFound, refuse, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { inTransaction, recordEvents } from '../record.ts'
import { lockTags, removeTag, tagExists } from './queries.ts'
import { retagListings, retagRest } from './retag-listings.ts'

/**
 * Merges a tag into another: its listings get the other one, once each, some at a time, and then the tag is deleted.
 * When that is interrupted, both tags stay, and merging them again changes the other listings. `listings` counts them.
 * Refusals: `not-found`, `same`.
 */
export async function mergeTag(
  ctx: Context,
  _admin: SupportAdmin,
  { tag, into }: { tag: string; into: string },
): Promise<Verdict<{ listings: number }>> {
  if (tag === into) return refuse('same', 'Please choose another tag than itself.')
  const retagged = await retagListings(ctx, { tag, into })
  if (!retagged.ok) return retagged
  return inTransaction(ctx, async (tx) => {
    await lockTags(tx)
    if (!(await tagExists(tx, tag)) || !(await tagExists(tx, into))) return notFound()
    const listings = retagged.listings + (await retagRest(tx, { tag, into }))
    await removeTag(tx, tag)
    await recordEvents(tx, ctx, [
      { subject: 'tag', subjectId: tag, action: 'merge', detail: { into, listings } },
    ])
    return { ok: true as const, listings }
  })
}
