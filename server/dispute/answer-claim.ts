import { asRentalParty } from '#domain/access.ts'
import { notFound, refuse, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { answerDispute } from './answer-dispute.ts'

/**
 * The renter answers a claim on their deposit, once, while it is open. Refusals: `not-found` (for anyone but the
 * rental's two people, or there is no claim), `side` (the owner), `decided`, `answered`.
 */
export async function answerClaim(
  ctx: Context,
  { rentalId, answer }: { rentalId: string; answer: string },
): Promise<Verdict> {
  const claimed = await ctx.db
    .selectFrom('depositClaim')
    .innerJoin('rental', 'rental.id', 'depositClaim.rentalId')
    .select(['rental.renterId', 'rental.ownerId', 'depositClaim.decidedAt'])
    .where('rental.id', '=', rentalId)
    .executeTakeFirst()
  const gate = claimed && asRentalParty(ctx.actor, claimed)
  if (!gate?.ok) return notFound()
  if (gate.party.side !== 'renter') return refuse('side', 'Only the renter can do this.')
  if (claimed!.decidedAt) return refuse('decided', 'This claim is decided already. Nothing was changed.')
  return answerDispute(ctx, { rentalId, text: answer })
}
