import { asRentalParty } from '#domain/access.ts'
import { decideObjection } from '#domain/rental/late-fee.ts'
import { notFound, refuse, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { inTransaction, recordEffects } from '../record.ts'
import { findLateFee, lateMails } from './late-fee.ts'
import { noteFact } from './note.ts'
import { lockRental } from './queries.ts'

/**
 * The renter objects to a late fee within 48 hours of the return, with a reason. It is not taken then; without a
 * decision it is dropped. Refusals: `not-found` (for anyone but its two people), `side` (the owner), and those of
 * `decideObjection`.
 */
export async function objectLateFee(
  ctx: Context,
  { rentalId, objection }: { rentalId: string; objection: string },
): Promise<Verdict> {
  return inTransaction(ctx, async (tx): Promise<Verdict> => {
    const rental = await lockRental(tx, rentalId)
    if (!rental) return notFound()
    const gate = asRentalParty(ctx.actor, rental)
    if (!gate.ok) return gate
    if (gate.party.side !== 'renter') return refuse('side', 'Only the renter can do this.')
    const verdict = decideObjection(await findLateFee(tx, rentalId), ctx.clock.now())
    if (!verdict.ok) return verdict
    await tx
      .updateTable('lateFee')
      .set({ objection, objectedAt: ctx.clock.now(), dueAt: verdict.dueAt })
      .where('rentalId', '=', rentalId)
      .execute()
    await noteFact(tx, ctx, rental, { action: 'object-late-fee', text: objection })
    await recordEffects(tx, ctx, lateMails(rentalId, 'objected'))
    return { ok: true }
  })
}
