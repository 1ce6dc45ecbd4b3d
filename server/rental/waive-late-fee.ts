import type { Centavos } from '#domain/money.ts'
import { decideWaive } from '#domain/rental/late-fee.ts'
import type { Waived } from '#domain/rental/late.ts'
import type { Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { findLateFee } from '../deposit/find-late-fee.ts'
import { askForCash } from '../deposit/return-deposit.ts'
import { inTransaction, recordEffects } from '../record.ts'
import { lateMails, settleLateFee } from './late-fee.ts'
import { noteFact } from './note-fact.ts'
import { lockOwnRental } from './queries.ts'

/**
 * The owner waives a part of a late fee, in centavos, or all of it, however long the item stays out. `seen` is the fee
 * that they saw, in centavos. The renter is told. What that leaves of the deposit goes back, after an open dispute if
 * there is one. Refusals: `not-found` (for anyone but its two people), `side` (the renter), and those of
 * `decideWaive`.
 */
export async function waiveLateFee(
  ctx: Context,
  { rentalId, waived: asked, seen }: { rentalId: string; waived: Waived; seen?: Centavos },
): Promise<Verdict> {
  return inTransaction(ctx, async (tx): Promise<Verdict> => {
    const own = await lockOwnRental(tx, ctx.actor, rentalId, 'owner')
    if (!own.ok) return own
    const { rental } = own
    const fee = await findLateFee(tx, rentalId)
    const verdict = decideWaive({ ...rental, fee }, asked, ctx.clock.now(), seen)
    if (!verdict.ok) return verdict
    const { waived } = verdict
    const left = !fee.fixed || asked === 'all' ? 0 : fee.fixed.centavos - asked
    const changed = {
      ...(waived === 'all' ? { waivedAll: true } : { waivedCentavos: waived }),
      ...(fee.fixed ? { feeCentavos: left, depositCentavos: Math.min(fee.fixed.depositCentavos, left) } : {}),
    }
    await tx
      .insertInto('lateFee')
      .values({ rentalId, ...changed })
      .onConflict((conflict) => conflict.column('rentalId').doUpdateSet(changed))
      .execute()
    if (fee.fixed && left < fee.fixed.depositCentavos && !rental.isDisputed)
      await askForCash(tx, ctx, rentalId)
    if (fee.fixed && left === 0) await settleLateFee(tx, ctx, rentalId)
    await noteFact(tx, ctx, rental, { kind: 'waive-late-fee', facts: { waived: asked } })
    await recordEffects(tx, ctx, lateMails(rentalId, 'waived', ['renter']))
    return { ok: true }
  })
}
