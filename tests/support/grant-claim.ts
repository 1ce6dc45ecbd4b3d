import type { MoneyAdmin } from '#domain/access.ts'
import type { Centavos } from '#domain/money.ts'
import type { Verdict } from '#domain/verdict.ts'
import type { Context } from '#server/context.ts'
import { decideDispute } from '#server/dispute/decide-dispute.ts'

/** An admin decides a claim: all, a part or nothing of it, and no other money. */
export function grantClaim(
  ctx: Context,
  admin: MoneyAdmin,
  { rentalId, grantedCentavos, decision }: { rentalId: string; grantedCentavos: Centavos; decision: string },
): Promise<Verdict> {
  const award = { ownerCentavos: grantedCentavos, rentCentavos: 0, goodwillCentavos: 0, goodwillTo: null }
  return decideDispute(ctx, admin, { rentalId, award, reason: decision })
}
