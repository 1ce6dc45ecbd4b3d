import { loginFirst, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { inTransaction, recordEvents } from '../record.ts'

/** Lifts a block that the actor has set. Without one it does nothing. Refusals: `login`, `limit`. */
export async function unblockPerson(ctx: Context, { personId }: { personId: string }): Promise<Verdict> {
  const { actor } = ctx
  if (actor.kind !== 'user') return loginFirst()
  const refused = await ctx.limits.take('blocks', actor.id)
  if (refused) return refused
  return inTransaction(ctx, async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('personBlock')
      .where('blockerId', '=', actor.id)
      .where('blockedId', '=', personId)
      .executeTakeFirstOrThrow()
    if (numDeletedRows > 0n)
      await recordEvents(tx, ctx, [{ subject: 'account', subjectId: personId, action: 'unblock' }])
    return { ok: true as const }
  })
}
