import { notFound, refuse, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { recordNews } from '../news.ts'
import { changing } from '../record.ts'

/**
 * Opens one of one's own notices: it is read from now on. Gives where it leads, as it was written by the server.
 * Refusals: `login`, `not-found`.
 */
export async function openNotice(ctx: Context, noticeId: string): Promise<Verdict<{ path: string }>> {
  const { actor } = ctx
  if (actor.kind !== 'user') return refuse('login', 'Please log in first.')
  const found = await ctx.db
    .selectFrom('notice')
    .select(['path', 'readAt'])
    .where('id', '=', noticeId)
    .where('accountId', '=', actor.id)
    .executeTakeFirst()
  if (!found) return notFound()
  if (!found.readAt)
    await changing(ctx, async (tx) => {
      const read = await tx
        .updateTable('notice')
        .set({ readAt: ctx.clock.now() })
        .where('id', '=', noticeId)
        .where('accountId', '=', actor.id)
        .where('readAt', 'is', null)
        .executeTakeFirst()
      if (read.numUpdatedRows > 0n)
        recordNews(tx, [{ to: actor.id, kind: 'notice', detail: { noticeId, isRead: true } }])
      return { ok: true }
    })
  return { ok: true, path: found.path }
}
