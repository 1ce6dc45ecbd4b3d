import { sql } from 'kysely'
import { refuse, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { recordNews } from '../news.ts'
import { changing } from '../record.ts'

/**
 * One's own notices are read, up to the newest one that the page showed: what came since stays unread. A notice that
 * isn't one's own, or is gone, marks none. Refusal: `login`.
 */
export async function readNotices(ctx: Context, { upTo }: { upTo: string }): Promise<Verdict> {
  const { actor } = ctx
  if (actor.kind !== 'user') return refuse('login', 'Please log in first.')
  return changing(ctx, async (tx) => {
    const { numAffectedRows = 0n } =
      await sql`update notice set read_at = ${ctx.clock.now()} where account_id = ${actor.id} and read_at is null
      and (created_at, id) <= (select created_at, id from notice where id = ${upTo} and account_id = ${actor.id})`.execute(
        tx,
      )
    if (numAffectedRows > 0n)
      recordNews(tx, [{ to: actor.id, kind: 'notice', detail: { noticeId: upTo, isRead: true } }])
    return { ok: true }
  })
}
