import { asThreadParty } from '#domain/access.ts'
import { notFound, refuse, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { changing, recordEvents } from '../record.ts'
import { lockThread } from './queries.ts'

/**
 * Switches the assistant off in a thread, or on again, for both. Who switched it off is who can switch it on. Doing
 * what is done already changes nothing. Refusals: `not-found`, for anyone but its two people; `theirs`.
 */
export async function switchAssistant(
  ctx: Context,
  { threadId, on }: { threadId: string; on: boolean },
): Promise<Verdict> {
  return changing(ctx, async (tx) => {
    const thread = await lockThread(tx, threadId)
    if (!thread) return notFound()
    const gate = asThreadParty(ctx.actor, thread)
    if (!gate.ok) return gate
    if (on === (thread.assistantOffBy === null)) return { ok: true }
    const { side } = gate.party
    if (on && thread.assistantOffBy !== side)
      return refuse('theirs', 'Only who switched the assistant off can switch it on again.')
    await tx
      .updateTable('thread')
      .set(
        on
          ? { assistantOffBy: null, assistantOffAt: null }
          : { assistantOffBy: side, assistantOffAt: ctx.clock.now() },
      )
      .where('id', '=', threadId)
      .execute()
    await recordEvents(tx, ctx, [
      {
        subject: 'thread',
        subjectId: threadId,
        action: on ? 'switch-assistant-on' : 'switch-assistant-off',
      },
    ])
    return { ok: true }
  })
}
