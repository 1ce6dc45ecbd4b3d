import { loginFirst, notFound, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { recordLiveEvents } from '../live-events.ts'
import { inTransaction } from '../record.ts'

/**
 * Opens one of the actor's own notices and marks it as read. Returns the path that the server wrote into it. Refusals:
 * `login`, `not-found`.
 */
export async function openNotice(ctx: Context, noticeId: string): Promise<Verdict<{ path: string }>> {
  const { actor } = ctx
  if (actor.kind !== 'user') return loginFirst()
  const found = await ctx.db
    .selectFrom('notice')
    .select(['path', 'readAt'])
    .where('id', '=', noticeId)
    .where('accountId', '=', actor.id)
    .executeTakeFirst()
  if (!found) return notFound()
  if (!found.readAt)
    await inTransaction(ctx, async (tx) => {
      const read = await tx
        .updateTable('notice')
        .set({ readAt: ctx.clock.now() })
        .where('id', '=', noticeId)
        .where('accountId', '=', actor.id)
        .where('readAt', 'is', null)
        .executeTakeFirst()
      if (read.numUpdatedRows > 0n)
        recordLiveEvents(tx, [{ to: actor.id, kind: 'notice', detail: { noticeId, isRead: true } }])
      return { ok: true }
    })
  return { ok: true, path: found.path }
}
