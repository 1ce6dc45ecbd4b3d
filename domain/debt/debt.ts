import type { Centavos } from '../money.ts'
import { refuse, type Verdict } from '../verdict.ts'
import { otherSide, type Side } from '../side.ts'

/** Why one of the two people of a rental owes the other: a late return, or what a dispute ended with. */
export const debtCauses = { 'late-fee': 'Late fee', dispute: 'Dispute' } as const
export type DebtCause = keyof typeof debtCauses
/** Paid through the site, or received as the one who was owed it says. */
export type DebtSettled = 'online' | 'received'

export type Debt = {
  cause: DebtCause
  owedBy: Side
  centavos: Centavos
  settledAt: Date | null
}

/** After how many days the one who owes is reminded, once. */
export const DEBT_REMINDER_DAYS = 7

/** The side that is owed. */
export const creditorOf = ({ owedBy }: Pick<Debt, 'owedBy'>): Side => otherSide(owedBy)

/**
 * Whether this side may say that it has received what it is owed. Refusals: `side` (the one who owes), `paid` (settled
 * already).
 */
export function decideReceiving(debt: Debt, side: Side): Verdict {
  if (side !== creditorOf(debt)) return refuse('side', 'Only the one who is owed this can say so.')
  return debt.settledAt ? settledAlready() : { ok: true }
}

/** The refusal for a debt that was settled before. */
export const settledAlready = () => refuse('paid', 'This is settled already. Nothing was changed.')
