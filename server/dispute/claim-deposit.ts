import { onlyFor } from '#domain/side.ts'
import { asRentalParty } from '#domain/access.ts'
import { decideClaim } from '#domain/deposit/deposit.ts'
import type { ClaimForm } from '#domain/deposit/claim-form.ts'
import { notFound, refuse, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { inTransaction } from '../record.ts'
import { lockDeposit } from '../deposit/lock-deposit.ts'
import { openDispute } from './open-dispute.ts'

/**
 * The owner claims a deposit, or a part of it, within 48 hours of the return, with a reason and photos of their own:
 * this opens a dispute for damage, or is added to the open one. The rest goes back at once; in cash the owner hands it
 * back. `beyondCentavos` is asked for besides, where the deposit is not enough. Refusals: `not-found` (for anyone but
 * its two people), `side` (the renter), `photos` (not their own uploads, or used elsewhere), and those of
 * `decideClaim` and `openDispute`.
 */
export async function claimDeposit(
  ctx: Context,
  {
    rentalId,
    centavos,
    beyondCentavos = null,
    reason,
    photoIds,
  }: Omit<ClaimForm, 'beyondCentavos'> & { rentalId: string; beyondCentavos?: number | null },
): Promise<Verdict> {
  return inTransaction(ctx, async (tx): Promise<Verdict> => {
    const deposit = await lockDeposit(tx, rentalId)
    if (!deposit) return notFound()
    const gate = asRentalParty(ctx.actor, deposit.rental)
    if (!gate.ok) return gate
    if (gate.party.side !== 'owner') return onlyFor('owner')
    const verdict = decideClaim(deposit.currentDeposit, centavos, ctx.clock.now())
    if (!verdict.ok) return verdict
    const asked = {
      by: 'owner' as const,
      text: reason,
      askedCentavos: centavos + (beyondCentavos ?? 0),
      photoIds,
    }
    const opened = await openDispute(tx, ctx, { rentalId, kind: 'damage', ...asked })
    if (opened.ok || opened.reason !== 'decided') return opened
    return refuse(
      'decided',
      'The dispute about this rental is decided, and the decision can still be appealed. Once that is over, ' +
        'you have what is left of your 48 hours to claim.',
    )
  })
}
