import { onlyFor } from '#domain/side.ts'
import { asRentalParty } from '#domain/access.ts'
import { decideObjection } from '#domain/rental/late-fee.ts'
import { daysText } from '#domain/pricing/pricing.ts'
import { notFound, type Verdict } from '#domain/verdict.ts'
import type { Context, Tx } from '../context.ts'
import { openDispute } from '../dispute/open-dispute.ts'
import { inTransaction } from '../record.ts'
import { findLateFee } from './late-fee.ts'
import { noteFact } from './note-fact.ts'
import { lockRental, type LockedRental } from './queries.ts'

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
    if (gate.party.side !== 'renter') return onlyFor('renter')
    const disputed = await disputeLateFee(tx, ctx, rental, objection)
    if (!disputed.ok) return disputed
    return openDispute(tx, ctx, { rentalId, kind: 'late', by: 'renter', text: objection, isObjection: true })
  })
}

/**
 * Ends a late fee to which the renter objects, in the transaction that has locked its rental, and has the system ask
 * for its amount in a dispute instead. Refusals: those of `decideObjection` and `openDispute`.
 */
export async function disputeLateFee(
  tx: Tx,
  ctx: Context,
  rental: LockedRental,
  objection: string,
): Promise<Verdict> {
  const { id: rentalId } = rental
  const now = ctx.clock.now()
  const verdict = decideObjection(await findLateFee(tx, rentalId), now)
  if (!verdict.ok) return verdict
  // Settled first: the dispute holds this part of the deposit from here on.
  await tx
    .updateTable('lateFee')
    .set({ objection, objectedAt: now, settledAt: now, ...endedFee })
    .where('rentalId', '=', rentalId)
    .execute()
  await noteFact(tx, ctx, rental, { kind: 'object-late-fee', text: objection })
  return openDispute(tx, ctx, {
    rentalId,
    kind: 'late',
    by: 'system',
    notifiesPeople: false,
    text: `The late fee of ${daysText(verdict.days)}.`,
    askedCentavos: verdict.centavos + (await askedBefore(tx, rentalId)),
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
