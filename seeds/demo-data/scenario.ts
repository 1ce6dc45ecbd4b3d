import type { ClaimForm } from '#domain/deposit/claim-form.ts'
import type { DeliveryOption, DurationDays } from '#domain/pricing/pricing.ts'
import type { RentalAction } from '#domain/rental/lifecycle.ts'

/** An action on a rental's deposit: by its owner or its renter, by an admin, or by the system. */
export type DepositAction =
  | { do: 'return' | 'hand-back' }
  | { do: 'sweep' }
  | ({ do: 'claim'; photosOf: string } & Pick<ClaimForm, 'centavos' | 'reason'>)
  | { do: 'answer'; answer: string }
  | { do: 'grant'; grantedCentavos: number; decision: string }
  /** Both accept the decision. */
  | { do: 'accept' }

/** An action on a rental, or the word of its owner that the renter did not come. */
export type ScenarioAction = readonly [action: RentalAction | 'say-no-show', daysFromNow: number]
/** A rental with its later actions, from the order on. */
export type Scenario = {
  renter: string
  /** Keys of the demo's listings, rented in one order. */
  things: readonly string[]
  startsIn: number
  days: DurationDays
  delivery: DeliveryOption
  orderedIn: number
  actions: readonly ScenarioAction[]
  /** The payment channel; cash by default. */
  paidBy?: string
  deposit?: readonly (readonly [action: DepositAction, daysFromNow: number])[]
}
