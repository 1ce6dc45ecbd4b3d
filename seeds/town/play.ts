import type { ClaimForm } from '#domain/deposit/claim-form.ts'
import type { DeliveryOption, DurationDays } from '#domain/pricing/pricing.ts'
import type { RentalAction } from '#domain/rental/lifecycle.ts'

/** What is done about the deposit of a rental: at the word of its owner or its renter, by an admin, or by itself. */
export type DepositStep =
  | { do: 'return' | 'hand-back' }
  | { do: 'sweep' }
  | ({ do: 'claim'; photosOf: string } & Pick<ClaimForm, 'centavos' | 'reason'>)
  | { do: 'answer'; answer: string }
  | { do: 'grant'; grantedCentavos: number; decision: string }

export type Step = readonly [action: RentalAction, daysFromNow: number]
/** A rental as it is played, from the order on. */
export type Play = {
  renter: string
  /** Keys of the town's listings, rented in one order. */
  things: readonly string[]
  startsIn: number
  days: DurationDays
  delivery: DeliveryOption
  orderedIn: number
  steps: readonly Step[]
  /** The channel it is paid by online; in cash unless said. */
  paidBy?: string
  deposit?: readonly (readonly [step: DepositStep, daysFromNow: number])[]
}
