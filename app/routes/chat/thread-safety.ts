import type { Side } from '#domain/side.ts'
import { readRelationship } from '#server/person-block/queries.ts'
import type { Context } from '#server/context.ts'

/** The safety information of a thread, for one of its two people. */
export type ThreadSafety = {
  siteName: string
  /** Why the person can’t write to the other; null when they can. */
  refusal: string | null
  blockedByMe: boolean
  /** Whether a rental of the listing by these two is or was confirmed: exchanging contact details is then normal. */
  confirmed: boolean
}

export async function viewSafety(
  ctx: Context,
  thread: Parameters<typeof readRelationship>[1],
  side: Side,
): Promise<ThreadSafety> {
  const { contact, personBlocks, confirmed } = await readRelationship(ctx.db, thread, side)
  return {
    siteName: ctx.settings.siteName,
    refusal: contact.ok ? null : contact.message,
    blockedByMe: personBlocks.byMe,
    confirmed,
  }
}
