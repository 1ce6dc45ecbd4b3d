import { type Centavos, formatPeso, MAX_PRICE_CENTAVOS } from '../money.ts'
import { addDays, type Day, formatInstant } from '../period.ts'
import type { RentalStatus } from '../rental/lifecycle.ts'
import { refuse, type Verdict } from '../verdict.ts'

/** How long after the return an owner may claim a deposit. */
export const CLAIM_HOURS = 48
export const MAX_DEPOSIT_CENTAVOS: Centavos = MAX_PRICE_CENTAVOS
export const MAX_CLAIM_PHOTOS = 6

/** The day by which a deposit is back when nothing is claimed, of a rental that ends on a day. */
export function depositReturnDay(end: Day): Day {
  return addDays(end, CLAIM_HOURS / 24)
}

/** Until when the owner may claim: 48 hours after the rental was completed. */
export function claimableUntil(completedAt: Date): Date {
  return new Date(completedAt.getTime() + CLAIM_HOURS * 3_600_000)
}

export type HeldDeposit = {
  status: RentalStatus
  completedAt: Date | null
  /** What of the deposit is still held. */
  heldCentavos: Centavos
  claimed: boolean
}

/** Whether the owner may claim now. Refusals: `status` (not completed), `deposit` (none is held), `claimed`, `late`. */
export function decideClaim(deposit: HeldDeposit, centavos: Centavos, now: Date): Verdict {
  const open = decideOpen(deposit)
  if (!open.ok) return open
  const until = claimableUntil(deposit.completedAt!)
  if (now > until) return refuse('late', `A claim was possible until ${formatInstant(until)}.`)
  if (centavos < 1 || centavos > deposit.heldCentavos)
    return refuse('amount', `Please claim between ₱0.01 and ${formatPeso(deposit.heldCentavos)}.`)
  return { ok: true }
}

/** Whether the deposit goes back by itself now: nobody claimed it in time. Refusals as `decideClaim`, and `early`. */
export function decideReturn(deposit: HeldDeposit, by: 'owner' | 'system', now: Date): Verdict {
  const open = decideOpen(deposit)
  if (!open.ok) return open
  if (by === 'system' && now <= claimableUntil(deposit.completedAt!))
    return refuse('early', 'The owner can still claim it.')
  return { ok: true }
}

function decideOpen({ status, completedAt, heldCentavos, claimed }: HeldDeposit): Verdict {
  if (status !== 'Completed' || !completedAt) return refuse('status', 'The rental is not completed yet.')
  if (claimed) return refuse('claimed', 'This deposit has been claimed already.')
  if (heldCentavos <= 0) return refuse('deposit', 'No deposit is held for this rental.')
  return { ok: true }
}
