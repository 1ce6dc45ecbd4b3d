import { sql } from 'kysely'
import { loginFirst, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { recordLiveEvents } from '../live-events.ts'
import { inTransaction } from '../record.ts'

/**
 * Marks the actor's own notices as read, up to the one that was written last when the page was read (`upTo`); those
 * written since stay unread, also of older events. With a notice that isn't theirs, or is deleted, it marks none.
 * Refusal: `login`.
 */
export async function readNotices(ctx: Context, { upTo }: { upTo: string }): Promise<Verdict> {
  const { actor } = ctx
  if (actor.kind !== 'user') return loginFirst()
  return inTransaction(ctx, async (tx) => {
    const { numAffectedRows = 0n } =
      await sql`update notice set read_at = ${ctx.clock.now()} where account_id = ${actor.id} and read_at is null
      and written_at <= (select written_at from notice where id = ${upTo}
        and account_id = ${actor.id})`.execute(tx)
    if (numAffectedRows > 0n)
      recordLiveEvents(tx, [{ to: actor.id, kind: 'notice', detail: { noticeId: upTo, isRead: true } }])
    return { ok: true }
  })
}
