import type { DepositStatus } from '#domain/deposit/deposit.ts'
import type { Direction } from '#domain/handover/code.ts'
import type { Word } from '#domain/handover/word.ts'
import type { ButtonOfAction } from '#domain/rental/action-buttons.ts'
import type { RentalBadge } from './ui/status-badge.tsx'
import type { TrackedRental as Rental } from '#server/rental/tracked.ts'

/** A rental as the pages of its two people show it. */
export type Tracked = Omit<
  Rental,
  | (
      | 'renterId'
      | 'ownerId'
      | 'period'
      | 'earliestStart'
      | 'depositDueAt'
      | 'listingIsPublic'
      | 'listingStatus'
      | 'listingTakenDownAt'
      | 'listingOwnerSuspended'
      | 'listingArchivedAt'
      | 'hasCompletedRental'
      | 'claim'
      | 'lines'
      | 'refunds'
      | 'paidFacts'
    )
  | (
      | 'lateFee'
      | 'noShow'
      | 'outEnd'
      | 'awaitedEnd'
      | 'isAwaitedContested'
      | 'renterHasIt'
      | 'isItemLost'
      | 'itemBackAt'
      | 'movedAt'
      | 'isHandoverContested'
      | 'cancelledBy'
      | 'category'
      | 'lateCentavos'
      | 'pricePerDayCentavos'
    )
> & {
  /** Whether the viewer can open its listing's page. */
  canOpen: boolean
  /** The address of the conversation about it; null where nothing is left to talk about. */
  chatTo: string | null
  /** The first day and, if there are several, the last, as people read them. */
  start: string
  last: string | null
  /** The notes about its money, for its renter. */
  notes: readonly string[]
  buttons: readonly ButtonOfAction[]
  /** What is confirmed by a code now, and the open question about what one side alone said. */
  handover: { direction: Direction | null; word: Word | null }
  /** The status of its deposit; null without one. */
  deposit: DepositStatus | null
  /** What happened to it beside its status. */
  badges: readonly RentalBadge[]
  events: readonly string[]
  links: readonly { label: string; to: string }[]
  /** Whether the viewer, its renter, could ask for other days now. */
  mayChangeDays: boolean
  /** Whether the viewer can report a problem now. */
  canReport: boolean
}
