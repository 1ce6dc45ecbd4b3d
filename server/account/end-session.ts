import { notFound, refuse, type Verdict } from '#domain/verdict.ts'
import type { Context, Tx } from '../context.ts'
import { recordEndOfSessions } from '../live-events.ts'
import { inTransaction, recordEvents } from '../record.ts'
import { findSession } from './queries.ts'

/**
 * Ends one of the actor's own sessions, or with `others` all but the current one; `ended` says how many. From its next
 * request on an ended session is a guest's. Where none ended, nothing is recorded. No limit counts this: whoever stole
 * a session could use it up, and stay. Refusals: `login`; `not-found` (someone else's, or ended already).
 */
export async function endSession(
  ctx: Context,
  which: { sessionId: string } | 'others',
): Promise<Verdict<{ ended: number }>> {
  const session = await findSession(ctx, ctx.headers)
  const { actor } = ctx
  if (actor.kind !== 'user' || session?.userId !== actor.id)
    return refuse('login', 'Please log in again to see where you are logged in.')
  return inTransaction(ctx, async (tx) => {
    const own = tx.deleteFrom('session').where('userId', '=', actor.id)
    const ended = await (
      which === 'others' ? own.where('id', '!=', session.id) : own.where('id', '=', which.sessionId)
    )
      .returning('id')
      .execute()
    if (ended.length === 0) return which === 'others' ? { ok: true as const, ended: 0 } : notFound()
    recordEndOfSessions(tx, actor.id)
    await recordEvents(tx, ctx, [
      { subject: 'account', subjectId: actor.id, action: 'end-session', detail: { ended: ended.length } },
    ])
    return { ok: true as const, ended: ended.length }
  })
}

/** Ends the sessions of an account, except the one in `keep`; its streams end once the transaction commits. */
export async function endSessions(
  tx: Tx,
  accountId: string,
  { keep }: { keep?: string } = {},
): Promise<void> {
  let sessions = tx.deleteFrom('session').where('userId', '=', accountId)
  if (keep !== undefined) sessions = sessions.where('id', '!=', keep)
  await sessions.execute()
  recordEndOfSessions(tx, accountId)
}
