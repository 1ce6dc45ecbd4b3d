import { type Centavos, formatPeso, MAX_PRICE_CENTAVOS } from '../money.ts'
import { addDays, type Day, formatInstant } from '../period.ts'
import type { OrderStatus, PaymentMethod } from '../order/order.ts'
import type { MoneyLine } from '../pricing/pricing.ts'
import type { RentalStatus } from '../rental/lifecycle.ts'
import { centavosOf } from '../refund/refund.ts'
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

/**
 * What of a rental's deposit is still held: what was asked, less what is back or on its way, and less what an admin
 * granted the owner.
 */
export function heldOf(lines: DepositFacts['lines'], grantedCentavos: Centavos | null | undefined): Centavos {
  return centavosOf(lines, 'deposit') - (grantedCentavos ?? 0)
}

/** What its two people hear of a deposit. `cash-due`: nobody claimed it in time, and the owner has it in cash. */
export type DepositNews = 'returned' | 'cash-due' | 'claimed' | 'answered' | 'decided'

export type HeldDeposit = {
  status: RentalStatus
  completedAt: Date | null
  /** What of the deposit is still held: neither back nor granted to the owner. */
  heldCentavos: Centavos
  claimed: boolean
  /** What of it an admin has yet to decide on. */
  openClaimCentavos?: Centavos
  /** Its owner has it in cash, and hands it back themselves. */
  inCash?: boolean
}

/**
 * Whether the owner may claim now. Refusals: `status` (not completed), `deposit` (none is held), `claimed`, `late`,
 * `amount`.
 */
export function decideClaim(deposit: HeldDeposit, centavos: Centavos, now: Date): Verdict {
  const open = decideOpen(deposit)
  if (!open.ok) return open
  const until = claimableUntil(deposit.completedAt!)
  if (now > until) return refuse('late', `A claim was possible until ${formatInstant(until)}.`)
  if (!Number.isSafeInteger(centavos) || centavos < 1 || centavos > deposit.heldCentavos)
    return refuse('amount', `Please claim between ₱0.01 and ${formatPeso(deposit.heldCentavos)}.`)
  return { ok: true }
}

/**
 * Whether what is left of a deposit goes back now, and how much. Paid online, its owner may send it back at any time,
 * and it goes by itself once nobody can claim it; what is claimed waits for an admin. In cash its owner hands it
 * back, and either side may note that, all that is not under a claim. Refusals as `decideClaim`, and `early`, `side`,
 * `cash` (the system can't hand cash back).
 *
 * ### Example
 * ₱500.00 in cash of which ₱300.00 are claimed: the owner hands ₱200.00 back now, and what of the ₱300.00 is not
 * granted later.
 */
export function decideReturn(
  deposit: HeldDeposit,
  by: 'owner' | 'renter' | 'system',
  now: Date,
): Verdict<{ centavos: Centavos }> {
  const { heldCentavos, openClaimCentavos = 0, inCash = false } = deposit
  const open = decideOpen({ ...deposit, claimed: deposit.claimed && !inCash })
  if (!open.ok) return open
  if (inCash && by === 'system') return refuse('cash', 'The owner has it in cash, and hands it back.')
  if (inCash && heldCentavos === openClaimCentavos)
    return refuse('claimed', 'This deposit is claimed. We decide what of it goes back.')
  if (!inCash && by === 'renter') return refuse('side', 'Only the owner can do this.')
  if (by === 'system' && now <= claimableUntil(deposit.completedAt!))
    return refuse('early', 'The owner can still claim it.')
  return { ok: true, centavos: heldCentavos - openClaimCentavos }
}

/** Whether an admin may grant so much of a claim. Refusals: `decided`, `amount`. */
export function decideGrant(
  claim: { centavos: Centavos; decided: boolean },
  grantedCentavos: Centavos,
): Verdict<{ restCentavos: Centavos }> {
  if (claim.decided) return refuse('decided', 'This claim is decided already. Nothing was changed.')
  if (!Number.isSafeInteger(grantedCentavos) || grantedCentavos < 0 || grantedCentavos > claim.centavos)
    return refuse('amount', `Please grant between ₱0.00 and ${formatPeso(claim.centavos)}.`)
  return { ok: true, restCentavos: claim.centavos - grantedCentavos }
}

/** Whether the renter may say something to a claim: once, while it is open. Refusals: `decided`, `answered`. */
export function decideAnswer(claim: { decided: boolean; answered: boolean }): Verdict {
  if (claim.decided) return refuse('decided', 'This claim is decided already. Nothing was changed.')
  if (claim.answered) return refuse('answered', 'You have answered this claim already.')
  return { ok: true }
}

function decideOpen({ status, completedAt, heldCentavos, claimed }: HeldDeposit): Verdict {
  if (status !== 'Completed' || !completedAt) return refuse('status', 'The rental is not completed yet.')
  if (claimed) return refuse('claimed', 'This deposit has been claimed already.')
  if (heldCentavos <= 0) return refuse('deposit', 'No deposit is held for this rental.')
  return { ok: true }
}

/** A rental as its deposit is told. */
export type DepositFacts = {
  status: RentalStatus
  statusChangedAt: Date
  paymentMethod: PaymentMethod
  orderStatus: OrderStatus
  lines: readonly Pick<MoneyLine, 'kind' | 'centavos' | 'returns'>[]
  claim: { centavos: Centavos; grantedCentavos: Centavos | null } | null
}

export type DepositStanding = {
  /**
   * `ahead`: the item has yet to be handed over; `out`: it is; `claimable`: it is back, and the owner can claim until
   * `until`; `due`: nobody claimed it in time; `claimed`: an admin decides; `decided`: they have; `back`: all of it
   * is.
   */
  is: 'ahead' | 'out' | 'claimable' | 'due' | 'claimed' | 'decided' | 'back'
  /** What was asked, and what of it went back so far. */
  centavos: Centavos
  backCentavos: Centavos
  /** What its owner can send or hand back now. */
  returnableCentavos: Centavos
  claimedCentavos: Centavos
  grantedCentavos: Centavos
  until: Date | null
  inCash: boolean
}

/**
 * Where the deposit of a rental stands; null where there is none, or it went back with the rest of a rental that came
 * to nothing.
 */
export function depositStanding(facts: DepositFacts, now: Date): DepositStanding | null {
  const { status, statusChangedAt, lines, claim } = facts
  const charged = lines.reduce((sum, line) => (line.kind === 'deposit' ? sum + line.centavos : sum), 0)
  const over = status === 'Rejected' || status === 'Cancelled'
  if (charged === 0 || over || facts.orderStatus !== 'confirmed') return null
  const completedAt = status === 'Completed' ? statusChangedAt : null
  const granted = claim?.grantedCentavos ?? 0
  const decided = claim !== null && claim.grantedCentavos !== null
  const held: HeldDeposit = {
    status,
    completedAt,
    heldCentavos: heldOf(lines, granted),
    claimed: claim !== null,
    openClaimCentavos: claim && !decided ? claim.centavos : 0,
    inCash: facts.paymentMethod === 'cash_on_delivery',
  }
  const giving = decideReturn(held, 'owner', now)
  const until = completedAt && claimableUntil(completedAt)
  const unclaimed = until && now <= until ? 'claimable' : 'due'
  const is = claim ? (decided ? 'decided' : 'claimed') : held.heldCentavos === 0 ? 'back' : unclaimed
  return {
    is: until ? is : status === 'Active' ? 'out' : 'ahead',
    centavos: charged,
    backCentavos: charged - centavosOf(lines, 'deposit'),
    returnableCentavos: giving.ok ? giving.centavos : 0,
    claimedCentavos: claim?.centavos ?? 0,
    grantedCentavos: granted,
    until,
    inCash: held.inCash!,
  }
}
