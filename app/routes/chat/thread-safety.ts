import { readStanding } from '#server/block/queries.ts'
import type { Context } from '#server/context.ts'

/** What keeps the two of a thread safe, as one of them sees it. */
export type ThreadSafety = {
  siteName: string
  /** Why one can’t write to the other; null when one can. */
  refusal: string | null
  blockedByMe: boolean
  /** Whether a rental of the listing by these two is or was confirmed: then they may well call each other. */
  confirmed: boolean
}

export async function viewSafety(
  ctx: Context,
  thread: Parameters<typeof readStanding>[1],
  side: 'renter' | 'owner',
): Promise<ThreadSafety> {
  const { contact, blocks, confirmed } = await readStanding(ctx.db, thread, side)
  return {
    siteName: ctx.settings.siteName,
    refusal: contact.ok ? null : contact.message,
    blockedByMe: blocks.byMe,
    confirmed,
  }
}
