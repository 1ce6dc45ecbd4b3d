import { asRentalParty } from '#domain/access.ts'
import { notFound, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { inTransaction } from '../record.ts'
import { lockDispute } from './lock-dispute.ts'
import { openDispute, type Opening } from './open-dispute.ts'

/**
 * One of the two people of a rental opens a dispute about it, or adds to the open one. Refusals: as `openDispute`;
 * `not-found` for everyone else.
 */
export async function fileDispute(
  ctx: Context,
  opening: Omit<Opening, 'by' | 'isObjection'>,
): Promise<Verdict> {
  return inTransaction(ctx, async (tx): Promise<Verdict> => {
    const locked = await lockDispute(tx, opening.rentalId)
    if (!locked) return notFound()
    const gate = asRentalParty(ctx.actor, locked.rental)
    if (!gate.ok) return gate
    return openDispute(tx, ctx, { ...opening, by: gate.party.side })
  })
}
