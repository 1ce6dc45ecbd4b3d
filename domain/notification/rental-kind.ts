import { lifecycle, type RentalAction } from '../rental/lifecycle.ts'
import type { SwitchableKind } from './kinds.ts'
import type { Side } from '../side.ts'

/**
 * The notification kind of an email about a rental; `order-placed` for the confirmation of one's own order. An action
 * has the kind of the status it leads to; an undo has the kind of the action it undoes.
 */
export function kindOfRentalMail(
  action: RentalAction | 'request' | 'change-delivery',
  to: Side,
): SwitchableKind | 'order-placed' {
  if (action === 'request') return to === 'owner' ? 'request-received' : 'order-placed'
  if (action === 'undo-activate' || action === 'change-delivery') return 'handover'
  const kinds: Record<(typeof lifecycle)[RentalAction]['to'], SwitchableKind> = {
    Pending: 'request-received',
    Approved: 'approved',
    Rejected: 'rejected',
    Cancelled: 'cancelled',
    Active: 'handover',
    Completed: 'handover',
  }
  return kinds[lifecycle[action].to]
}
