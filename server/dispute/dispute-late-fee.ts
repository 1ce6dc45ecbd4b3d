import { decideObjection } from '#domain/rental/late-fee.ts'
import { daysText } from '#domain/pricing/pricing.ts'
import type { Verdict } from '#domain/verdict.ts'
import type { Context, Tx } from '../context.ts'
import { findLateFee } from '../deposit/find-late-fee.ts'
import { recordEvents } from '../record.ts'
import { appendEntry } from '../timeline/append-entry.ts'
import { openDispute } from './open-dispute.ts'

/**
 * Ends a late fee to which the renter objected at `objectedAt`, in the transaction that has locked its rental, and has
 * the system ask for its amount in a dispute instead. Refusals: those of `decideObjection` and `openDispute`.
 */
export async function disputeLateFee(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'actor'>,
  { rentalId, objection, objectedAt }: { rentalId: string; objection: string; objectedAt: Date },
): Promise<Verdict> {
  const verdict = decideObjection(await findLateFee(tx, rentalId), objectedAt)
  if (!verdict.ok) return verdict
  // Settled first: the dispute holds this part of the deposit from here on.
  await tx
    .updateTable('lateFee')
    .set({ objection, objectedAt, settledAt: ctx.clock.now(), ...endedFee })
    .where('rentalId', '=', rentalId)
    .execute()
  await recordEvents(tx, ctx, [{ subject: 'rental', subjectId: rentalId, action: 'object-late-fee' }])
  await appendEntry(tx, ctx, rentalId, { kind: 'object-late-fee', side: 'renter', text: objection })
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
