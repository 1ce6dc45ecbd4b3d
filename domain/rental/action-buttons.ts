import type { Admin, RentalParty } from '../access.ts'
import {
  type ActionRule,
  decide,
  lifecycle,
  type RentalAction,
  rentalActions,
  type RentalInLife,
} from './lifecycle.ts'

/** A button of an action, with the reason when it is not possible yet. */
export type ButtonOfAction = {
  action: RentalAction
  label: string
  confirm?: string
  tone?: 'danger'
  refusal: string | null
}

/**
 * The buttons one side sees on a rental: every action of that side from its status; an action that is not possible yet
 * is shown with the reason.
 */
export function buttonsFor(rental: RentalInLife, by: RentalParty | Admin, now: Date): ButtonOfAction[] {
  // While a renter can cancel with all of their money, the cancellation that refunds by the policy is not shown.
  const all = decide(rental, 'cancel-not-back', by, now).ok
  return rentalActions.flatMap((action) => {
    if (all && action === 'cancel') return []
    const rule: ActionRule = lifecycle[action]
    const verdict = decide(rental, action, by, now)
    if (!verdict.ok && (verdict.reason !== 'day' || rule.onlyWhenPossible)) return []
    return [
      {
        action,
        label: rule.label,
        confirm: rule.confirm,
        tone: rule.tone,
        refusal: verdict.ok ? null : verdict.message,
      },
    ]
  })
}
