import { asRentalParty } from '#domain/access.ts'
import { objections, openWord } from '#domain/handover/word.ts'
import { notFound, type Verdict } from '#domain/verdict.ts'
import type { Context, Tx } from '../context.ts'
import { inTransaction } from '../record.ts'
import { lockDispute } from './lock-dispute.ts'
import { openDispute, type Opening } from './open-dispute.ts'

/**
 * One of the two people of a rental opens a dispute about it, or adds to the open one. A renter who says while they
 * may still object to the hand-over that nothing was handed over objects to it. Refusals: as `openDispute`;
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
    const { side } = gate.party
    if (side === objections.handover.by && opening.kind === objections.handover.kind)
      await objectToHandover(tx, ctx, opening.rentalId)
    return openDispute(tx, ctx, { ...opening, by: side })
  })
}

/** Stores when the renter objected to the hand-over, if they still may. */
async function objectToHandover(tx: Tx, { clock }: Context, rentalId: string): Promise<void> {
  const now = clock.now()
  const rental = await tx
    .selectFrom('rental')
    .select(['status', 'handedOverAt', 'handoverProof', 'handoverObjectedAt', 'returnedAt', 'returnProof'])
    .select(['returnObjectedAt', 'broughtBackAt', 'broughtBackObjectedAt'])
    .where('id', '=', rentalId)
    .executeTakeFirstOrThrow()
  if (openWord(rental, now)?.about === 'handover')
    await tx.updateTable('rental').set({ handoverObjectedAt: now }).where('id', '=', rentalId).execute()
}
