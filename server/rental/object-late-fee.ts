import { asRentalParty } from '#domain/access.ts'
import { decideObjection } from '#domain/rental/late-fee.ts'
import { notFound, refuse, type Verdict } from '#domain/verdict.ts'
import type { Context, Tx } from '../context.ts'
import { openDispute } from '../dispute/open-dispute.ts'
import { inTransaction } from '../record.ts'
import { findLateFee } from './late-fee.ts'
import { noteFact } from './note.ts'
import { lockRental } from './queries.ts'

/**
 * The renter objects to a late fee within 48 hours of the return, with a reason. The fee ends, and a dispute asks for
 * its amount instead, besides what the owner asks there already. Refusals: `not-found` (for anyone but its two
 * people), `side` (the owner), and those of `decideObjection` and `openDispute`.
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
    const { fixed } = await findLateFee(tx, rentalId)
    const now = ctx.clock.now()
    const verdict = decideObjection({ fixed }, now)
    if (!verdict.ok) return verdict
    // Settled first: the dispute holds this part of the deposit from here on.
    await tx
      .updateTable('lateFee')
      .set({ ...{ objection, objectedAt: now, settledAt: now }, ...endedFee })
      .where('rentalId', '=', rentalId)
      .execute()
    await noteFact(tx, ctx, rental, { action: 'object-late-fee', text: objection })
    const opened = await openDispute(tx, ctx, {
      ...{ rentalId, kind: 'late', by: 'system', notifiesPeople: false },
      text: `The late fee of ${verdict.days === 1 ? '1 day' : `${verdict.days} days`}.`,
      askedCentavos: verdict.centavos + (await askedBefore(tx, rentalId)),
    })
    if (!opened.ok) return opened
    return openDispute(tx, ctx, { rentalId, kind: 'late', by: 'renter', text: objection })
  })
}

const endedFee = { feeCentavos: 0, depositCentavos: 0, dueAt: null }

/** What the owner asks for in the open dispute about a rental, in centavos. */
async function askedBefore(tx: Tx, rentalId: string): Promise<number> {
  const open = await tx
    .selectFrom('dispute')
    .select('ownerAsked')
    .where('rentalId', '=', rentalId)
    .where('closedAt', 'is', null)
    .executeTakeFirst()
  return open?.ownerAsked ?? 0
}
