import { type Debt, settledAlready } from '../debt/debt.ts'
import { type Centavos, formatPeso } from '../money.ts'
import type { PaymentMethod } from '../status.ts'
import { refuse, type Verdict } from '../verdict.ts'
import { onlineOffer } from './payment.ts'
import type { Side } from '../side.ts'

/**
 * Whether this side may pay a debt online now, and by which channels. Only a renter can, for a rental that was paid
 * online. A payment that is used is never refunded, so every channel will do. Refusals: `side` (the one who is owed),
 * `paid` (settled already), `cash`, `online-off`, `online-minimum`.
 * ### Example ₱500.00 where payments start at ₱20.00: yes. ₱19.99: no, the two settle that between them.
 */
export function decidePayingDebt(
  debt: Debt & { paymentMethod: PaymentMethod },
  side: Side,
  provider: { channels: readonly string[]; minimumCentavos: Centavos } | null,
  now: Date,
): Verdict<{ channels: string[] }> {
  if (side !== debt.owedBy) return refuse('side', 'Only the one who owes this can pay it.')
  if (debt.settledAt) return settledAlready()
  if (debt.owedBy === 'owner' || debt.paymentMethod !== 'online')
    return refuse('cash', `Please hand over ${formatPeso(debt.centavos)} in person, or by a transfer.`)
  return onlineOffer({ lines: [], total: debt.centavos }, provider, now)
}
