import type { Renter } from '#domain/access.ts'
import { notFound, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { freeHold } from '../listing/hold-dates.ts'
import { inTransaction } from '../record.ts'

/**
 * A person leaves the list, or declines an offer: what was held for them is free, and the next one in line is asked.
 * Refusals: `limit`, `not-found` (not theirs, or over).
 */
export async function leaveWaitlist(
  ctx: Context,
  renter: Renter,
  { entryId, declines }: { entryId: string; declines: boolean },
): Promise<Verdict> {
  const refused = await ctx.limits.take('waitlist', renter.id)
  if (refused) return refused
  return inTransaction(ctx, async (tx): Promise<Verdict> => {
    const left = await tx
      .updateTable('waitlistEntry')
      .set({ state: declines ? 'declined' : 'left', endedAt: ctx.clock.now() })
      .where('id', '=', entryId)
      .where('accountId', '=', renter.id)
      .where('state', 'in', declines ? ['offered'] : ['waiting', 'offered'])
      .returning('id')
      .executeTakeFirst()
    if (!left) return notFound()
    await freeHold(tx, entryId)
    return { ok: true }
  })
}
