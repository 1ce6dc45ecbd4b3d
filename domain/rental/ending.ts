import { boundsOf, depositLeft, type DisputedMoney } from '../dispute/award.ts'
import { type Centavos, formatPeso } from '../money.ts'
import { refuse, type Verdict } from '../verdict.ts'
import { lateFee, type LateTerms } from './late.ts'
import { splitFee } from './late-fee.ts'
import { choicesOf, type RefundChoice, type RentalAction, type RentalDecision } from './lifecycle.ts'
import { type Possession, possessionAfter } from './possession.ts'

/** What an admin fills in to end a rental. */
export type AdminEnding = {
  /** What goes back to the renter; by default the first choice of the action. */
  refund?: RefundChoice | null
  /** For the choice `part`. */
  amountCentavos?: Centavos | null
  reason?: string | null
}

/** The money of a rental, and how its disputes stand, for the rules of an admin’s ending and of goodwill. */
export type MoneyAndDisputes = {
  money: DisputedMoney
  /** A dispute about it is open. */
  isDisputed: boolean
  /** As in `SettledByDisputes`: also a decision that gives nobody anything settles it. */
  isSettledByDispute: boolean
}

/** The label of each choice. */
export const refundChoiceText: Record<RefundChoice, string> = {
  all: 'All that was paid',
  policy: 'What its cancellation policy gives back',
  'no-show': 'What a renter who does not come gets back',
  nothing: 'Nothing besides the deposit',
  part: 'A part of what was paid besides the deposit',
  rent: 'All that was paid besides the deposit',
}

/**
 * Why an admin can't take an action that may refund money while a dispute is open; null when they can. The dispute
 * decides about the money, so that only the end of a rental without a refund stays possible.
 */
export function openDisputeRefusal(
  action: RentalAction,
  { isDisputed }: Pick<MoneyAndDisputes, 'isDisputed'>,
  choice: RefundChoice = 'nothing',
): string | null {
  if (!isDisputed || !choicesOf(action) || (action === 'end-by-admin' && choice === 'nothing')) return null
  return 'A dispute about it is open. Please decide there: what goes back is a part of it.'
}

/**
 * Whether an admin may end a rental like this, once the lifecycle table allows the action, and what goes back to the
 * renter. A choice other than the first, and a lost item, need a reason. Refusals, in the order of the checks:
 * `refund` (not a choice of this action), `contested` (a dispute is open), `incomplete` (no reason), `amount` (given
 * for another choice than `part`), `cash` (nothing was paid online), `decided` (a dispute has moved its money),
 * `amount` (out of bounds).
 */
export function decideEnding(
  decision: RentalDecision,
  { refund, amountCentavos = null, reason = null }: AdminEnding,
  { money, isDisputed, isSettledByDispute }: MoneyAndDisputes,
): Verdict<{ decision: RentalDecision; choice: RefundChoice | null }> {
  const choices = choicesOf(decision.action)
  const choice = refund ?? choices?.[0] ?? null
  if (refund && !choices?.includes(refund)) return refuse('refund', 'Please choose what goes back.')
  if (!choices || !choice) return { ok: true, decision, choice: null }
  const contested = openDisputeRefusal(decision.action, { isDisputed }, choice)
  if (contested) return refuse('contested', contested)
  const isDefault = choice === choices[0]
  if ((!isDefault || decision.action === 'end-lost-by-admin') && !reason)
    return refuse('incomplete', 'Please write why. Both of them read it.')
  if (choice !== 'part' && amountCentavos !== null)
    return refuse('amount', `Please choose “${refundChoiceText.part}”, or leave this empty.`)
  if (isDefault) return { ok: true, decision, choice }
  if (money.inCash) return refuse('cash', 'This rental is paid in cash, so nothing can go back through us.')
  if (isSettledByDispute)
    return refuse('decided', 'A dispute about it has moved its money. What it left stays as it is.')
  if (choice === 'nothing') return { ok: true, decision: { ...decision, refund: null }, choice }
  if (choice !== 'part' && choice !== 'rent')
    return { ok: true, decision: { ...decision, refund: choice }, choice }
  const max = boundsOf(money).rent
  const rentCentavos = choice === 'rent' ? max : (amountCentavos ?? 0)
  if (!Number.isSafeInteger(rentCentavos) || rentCentavos < 1 || rentCentavos > max)
    return refuse(
      'amount',
      max > 0 ? `Please give back between ₱0.01 and ${formatPeso(max)}.` : 'Nothing is left to give back.',
    )
  return { ok: true, decision: { ...decision, refund: { rentCentavos } }, choice }
}

/** What an admin can choose for a rental; empty when only the first choice is possible. */
export function openChoices(
  choices: readonly RefundChoice[] | null,
  { money, isDisputed, isSettledByDispute }: MoneyAndDisputes,
): readonly RefundChoice[] {
  if (!choices) return []
  return money.inCash || isSettledByDispute || isDisputed ? [] : choices
}

/** A rental that is out, as far as that decides what its owner can claim of the deposit. */
export type ReturningRental = LateTerms &
  Pick<Possession, 'broughtBackAt' | 'broughtBackObjectedAt'> & {
    money: DisputedMoney
    /** The claimed part of its deposit on which nobody has decided. */
    claimedCentavos: Centavos
  }

/**
 * What its owner can claim of the deposit once an admin ended a rental by this action now: what is held, less what is
 * claimed before and what its late fee takes.
 * ### Example Of ₱500.00 the owner was granted ₱100.00, and the late fee is ₱150.00: ₱250.00.
 */
export function claimableAfter(rental: ReturningRental, action: RentalAction, now: Date): Centavos {
  const { returnedAt } = possessionAfter({ action, from: 'Active', to: 'Completed' }, rental, now)
  const left = depositLeft(rental.money) - rental.claimedCentavos
  return left - splitFee(lateFee(rental, returnedAt ?? now).centavos, left).depositCentavos
}
