import { notFound, refuse, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { takeOfActor } from '../limits.ts'
import { inTransaction } from '../record.ts'
import { findChange, lockOwnRental } from '../rental/queries.ts'
import { endChange } from '../rental/end-change.ts'

/**
 * The renter takes back a change that the owner has not answered; the rental stays as it is. One that waits for its
 * payment is given up with its order. Refusals: `not-found`, `limit`, `side` (its owner), `answered`.
 */
export async function withdrawChange(ctx: Context, { changeId }: { changeId: string }): Promise<Verdict> {
  const refused = await takeOfActor(ctx, 'changes')
  if (refused) return refused
  const known = await findChange(ctx.db, changeId)
  if (!known) return notFound()
  return inTransaction(ctx, async (tx): Promise<Verdict> => {
    const own = await lockOwnRental(tx, ctx.actor, known.rentalId, 'renter')
    if (!own.ok) return own
    const change = (await findChange(tx, changeId))!
    if (change.state !== 'asked')
      return refuse('answered', 'This change is not open any more. Nothing was changed.')
    await endChange(tx, ctx, { id: changeId }, 'withdrawn', ['owner'])
    return { ok: true }
  })
}
