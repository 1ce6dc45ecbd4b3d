import type { SupportAdmin } from '#domain/access.ts'
import { notFound, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { inTransaction, recordEvents } from '../record.ts'
import { lockTags, removeTag, tagExists } from './queries.ts'
import { retagListings, retagRest } from './retag-listings.ts'

/**
 * Deletes a tag and takes it off every listing, first off the listings, some at a time: when that is interrupted, the
 * tag stays on the others, and deleting it again takes it off those. `listings` counts them. Refusal: `not-found`.
 */
export async function deleteTag(
  ctx: Context,
  _admin: SupportAdmin,
  { tag }: { tag: string },
): Promise<Verdict<{ listings: number }>> {
  const retagging = { tag, into: null }
  const retagged = await retagListings(ctx, retagging)
  if (!retagged.ok) return retagged
  return inTransaction(ctx, async (tx) => {
    await lockTags(tx)
    if (!(await tagExists(tx, tag))) return notFound()
    const listings = retagged.listings + (await retagRest(tx, retagging))
    await removeTag(tx, tag)
    await recordEvents(tx, ctx, [{ subject: 'tag', subjectId: tag, action: 'delete', detail: { listings } }])
    return { ok: true as const, listings }
  })
}
