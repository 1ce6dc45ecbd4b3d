import { asRentalParty } from '#domain/access.ts'
import { objections, openWord } from '#domain/handover/word.ts'
import { notFound, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { inTransaction } from '../record.ts'
import { noteFact } from '../rental/note-fact.ts'
import { lockRental } from '../rental/queries.ts'
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
    const rental = await lockRental(tx, opening.rentalId)
    if (!rental) return notFound()
    const gate = asRentalParty(ctx.actor, rental)
    if (!gate.ok) return gate
    const { by, kind, at, entry } = objections.handover
    const mayObject = openWord(rental, ctx.clock.now())?.about === 'handover'
    if (mayObject && gate.party.side === by && opening.kind === kind) {
      await tx
        .updateTable('rental')
        .set({ [at]: ctx.clock.now() })
        .where('id', '=', rental.id)
        .execute()
      await noteFact(tx, ctx, rental, { kind: entry, text: opening.text })
    }
    return openDispute(tx, ctx, { ...opening, by: gate.party.side })
  })
}
