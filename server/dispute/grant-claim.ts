import type { MoneyAdmin } from '#domain/access.ts'
import type { Centavos } from '#domain/money.ts'
import type { Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { decideDispute } from './decide-dispute.ts'

/**
 * An admin grants an owner all, a part or nothing of what they claim. Money moves once both accept it or the time for
 * an appeal is over. Refusals: as `decideDispute`.
 */
export function grantClaim(
  ctx: Context,
  admin: MoneyAdmin,
  { rentalId, grantedCentavos, decision }: { rentalId: string; grantedCentavos: Centavos; decision: string },
): Promise<Verdict> {
  const award = { ownerCentavos: grantedCentavos, rentCentavos: 0, goodwillCentavos: 0, goodwillTo: null }
  return decideDispute(ctx, admin, { rentalId, award, reason: decision })
}
