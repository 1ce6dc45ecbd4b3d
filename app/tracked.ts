import type { DepositStatus } from '#domain/deposit/deposit.ts'
import type { Direction } from '#domain/handover/code.ts'
import type { Word } from '#domain/handover/word.ts'
import type { ButtonOfAction } from '#domain/rental/action-buttons.ts'
import type { Possession } from '#domain/rental/possession.ts'
import type { RentalBadge } from './ui/status-badge.tsx'
import type { TrackedRental } from '#server/rental/tracked.ts'

/** The fields of a rental that its two people get as they are. */
type SameForBoth = Pick<
  TrackedRental,
  | 'id'
  | 'orderNumber'
  | 'listingId'
  | 'title'
  | 'partnerName'
  | 'photo'
  | 'durationDays'
  | 'deliveryOption'
  | 'status'
  | 'totals'
  | 'change'
>
/** How its handover and its return were proved. */
export type ShownPossession = Pick<
  Possession,
  'handoverProof' | 'handoverObjectedAt' | 'returnProof' | 'returnObjectedAt'
>

/** A rental as the pages of its two people show it. */
export type Tracked = SameForBoth & {
  /** Whether the viewer can open its listing's page. */
  canOpen: boolean
  /** The address of the conversation about it; null where nothing is left to talk about. */
  chatTo: string | null
  /** The first day and, if there are several, the last, as people read them. */
  start: string
  last: string | null
  /** The notes about its money, for its renter. */
  notes: readonly string[]
  /** The actions, with what each does to the money. */
  buttons: readonly (ButtonOfAction & { consequence: string | null; policyRefund: number | null })[]
  /** What is confirmed by a code now, and the open question about what one side alone said. */
  handover: { direction: Direction | null; word: Word | null }
  possession: ShownPossession
  /** The status of its deposit; null without one. */
  deposit: DepositStatus | null
  /** The last dispute about it. */
  dispute: { isOpen: boolean } | null
  /** What happened to it beside its status. */
  badges: readonly RentalBadge[]
  events: readonly string[]
  links: readonly { label: string; to: string }[]
  /** Whether the viewer, its renter, could ask for other days now. */
  mayChangeDays: boolean
  /** Whether the viewer can report a problem now. */
  canReport: boolean
}
