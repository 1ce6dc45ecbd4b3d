import { asThreadParty } from '#domain/access.ts'
import { notFound, refuse, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { takeOfActor } from '../limits.ts'
import { readRelationship } from '../person-block/queries.ts'
import { inTransaction, recordEvents } from '../record.ts'
import { lockThread } from './queries.ts'

/**
 * Switches the assistant off or on in a thread, for both people. Only the person who switched it off can switch it on
 * again. Repeating it changes nothing. Both get a live event that is not stored; while one has blocked the other, only
 * the actor gets it. Refusals: `limit`; `not-found`, for anyone but its two people; `theirs`.
 */
export async function switchAssistant(
  ctx: Context,
  { threadId, on }: { threadId: string; on: boolean },
): Promise<Verdict> {
  const refused = await takeOfActor(ctx, 'assistantSwitches')
  if (refused) return refused
  let people: string[] = []
  const switched = await inTransaction(ctx, async (tx): Promise<Verdict> => {
    const thread = await lockThread(tx, threadId)
    if (!thread) return notFound()
    const gate = asThreadParty(ctx.actor, thread)
    if (!gate.ok) return gate
    if (on === (thread.assistantOffBy === null)) return { ok: true }
    const { user, side } = gate.party
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
    const { contact } = await readRelationship(tx, thread, side)
    people = contact.ok ? [thread.renterId, thread.ownerId] : [user.id]
    return { ok: true }
  })
  if (people.length > 0) ctx.events.publish(people.map((to) => ({ to, kind: 'assistant', about: threadId })))
  return switched
}
