import { asThreadParty } from '#domain/access.ts'
import { notFound, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { changing } from '../record.ts'
import { lockThread } from './queries.ts'

/** One side has read everything in a thread. Refusal: `not-found`, for anyone but its two people. */
export async function markRead(ctx: Context, { threadId }: { threadId: string }): Promise<Verdict> {
  return changing(ctx, async (tx) => {
    const thread = await lockThread(tx, threadId)
    if (!thread) return notFound()
    const gate = asThreadParty(ctx.actor, thread)
    if (!gate.ok) return gate
    await tx
      .updateTable('thread')
      .set(gate.party.side === 'renter' ? { renterUnread: 0 } : { ownerUnread: 0 })
      .where('id', '=', threadId)
      .execute()
    return { ok: true }
  })
}
