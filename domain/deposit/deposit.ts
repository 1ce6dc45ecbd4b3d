import { onlyFor } from '../side.ts'
import { type Centavos, formatPeso, MAX_PRICE_CENTAVOS } from '../money.ts'
import { addDays, type Day, formatInstant } from '../period.ts'
import { centavosOf, type MoneyLine, totalsOf } from '../book/money-line.ts'
import { completedAtOf, type OrderStatus, type PaymentMethod, type RentalStatus } from '../status.ts'
import { refuse, type Verdict } from '../verdict.ts'
import { hoursAfter, msAfter } from '../time.ts'

/** How long after the return an owner may claim a deposit. */
export const CLAIM_HOURS = 48
export const MAX_DEPOSIT_CENTAVOS: Centavos = MAX_PRICE_CENTAVOS
export const MAX_CLAIM_PHOTOS = 6

/** The day by which a deposit is returned when nothing is claimed, for a rental that ends on `end`. */
export function depositReturnDay(end: Day): Day {
  return addDays(end, CLAIM_HOURS / 24)
}

/**
 * The end of the time for a claim: 48 hours after the rental was completed, or the instant at which the deposit is due
 * to go back, which is later after a dispute (`resumedUntil`).
 */
export function claimableUntil(completedAt: Date, dueAt: Date | null = null): Date {
  return dueAt ?? hoursAfter(completedAt, CLAIM_HOURS)
}

/**
 * The end of the time for a claim after a dispute that was decided: nothing can be claimed while the decision can be
 * appealed, so what was left of the time when it was decided, or the item came back later, begins at `closedAt`.
 * ### Example Back on Monday at 9:00, decided at 21:00, closed on Friday at 9:00: until Saturday at 21:00.
 */
export function resumedUntil(
  dueAt: Date,
  { completedAt, decidedAt, closedAt }: { completedAt: Date; decidedAt: Date; closedAt: Date },
): Date {
  const left = dueAt.getTime() - Math.max(completedAt.getTime(), decidedAt.getTime())
  return left > 0 ? msAfter(closedAt, left) : dueAt
}

/**
 * The part of a rental's deposit that is still held: what was charged, less what is returned or being returned, less
 * what an admin granted the owner, and less what its late fee takes.
 */
export function depositLeftOf(
  lines: DepositFacts['lines'],
  grantedCentavos: Centavos | null | undefined,
  lateCentavos: Centavos = 0,
): Centavos {
  return centavosOf(lines, 'deposit') - (grantedCentavos ?? 0) - lateCentavos
}

/**
 * The events of a deposit of which its two people are notified. `cash-due`: the owner has it in cash, and nobody
 * claimed it in time, or a dispute or a waived late fee left some of it.
 */
export type DepositEvent = 'returned' | 'cash-due' | 'claimed' | 'answered'

/** A deposit as it is now, as far as that decides whether it can be claimed or returned. */
export type CurrentDeposit = {
  /** When its rental was completed; null before. */
  completedAt: Date | null
  /** When the system returns it; null before the return, and when it went back or was claimed. */
  dueAt?: Date | null
  /** The part that is still held: neither returned, nor granted to the owner, nor taken by a late fee. */
  leftCentavos: Centavos
  claimed: boolean
  /** The claimed amount on which an admin has not decided yet. */
  openClaimCentavos: Centavos
  /** The owner has the deposit in cash, and hands it back in person. */
  inCash: boolean
}

/**
 * Whether a claim keeps the owner from claiming. One that was made while the item was out, and is decided, leaves the
 * rest to be claimed until it goes back. `claim` is null without one; `completedAt` and `dueAt` are as in
 * `CurrentDeposit`.
 */
export function isClaimed(
  claim: Pick<StoredClaim, 'grantedCentavos'> | null,
  { completedAt, dueAt }: Pick<CurrentDeposit, 'completedAt' | 'dueAt'>,
): boolean {
  return claim !== null && (hasOpenClaim(claim) || !completedAt || !dueAt)
}

/**
 * Whether the owner may claim now. Refusals: `status` (not completed), `deposit` (none is held), `claimed`, `late`,
 * `amount`.
 */
export function decideClaim(deposit: CurrentDeposit, centavos: Centavos, now: Date): Verdict {
  const open = decideOpen(deposit)
  if (!open.ok) return open
  const until = claimableUntil(deposit.completedAt!, deposit.dueAt)
  if (now > until) return refuse('late', `A claim was possible until ${formatInstant(until)}.`)
  if (!Number.isSafeInteger(centavos) || centavos < 1 || centavos > deposit.leftCentavos)
    return refuse('amount', `Please claim between ₱0.01 and ${formatPeso(deposit.leftCentavos)}.`)
  return { ok: true }
}

/**
 * Whether the rest of a deposit goes back now, and how much. Paid online, its owner may return it at any time, and the
 * system returns it once nobody can claim it any more; a claimed amount waits for an admin. In cash its owner hands it
 * back, and either side may record that: always the whole amount that is not claimed. Refusals as `decideClaim`, and
 * `early`, `side`, `cash` (the system can't hand cash back).
 * ### Example ₱500.00 in cash of which ₱300.00 are claimed: the owner hands ₱200.00 back now, and what of the ₱300.00
 * is not granted later.
 */
export function decideReturn(
  deposit: CurrentDeposit,
  by: 'owner' | 'renter' | 'system',
  now: Date,
): Verdict<{ centavos: Centavos }> {
  const { leftCentavos, openClaimCentavos, inCash } = deposit
  // What was claimed while the item was out leaves a rest, which goes back when its time is over.
  const isRest = by === 'system' && openClaimCentavos > 0 && openClaimCentavos < leftCentavos
  const inPart = inCash || isRest
  const open = decideOpen({ ...deposit, claimed: deposit.claimed && !inPart })
  if (!open.ok) return open
  if (inCash && by === 'system') return refuse('cash', 'The owner has it in cash, and hands it back.')
  if (inCash && leftCentavos === openClaimCentavos)
    return refuse('claimed', 'This deposit is claimed. We decide what of it goes back.')
  if (!inCash && by === 'renter') return onlyFor('owner')
  if (by === 'system' && now <= claimableUntil(deposit.completedAt!, deposit.dueAt))
    return refuse('early', 'The owner can still claim it.')
  return { ok: true, centavos: unclaimedOf(deposit) }
}

/** What is left of a deposit beside an open claim. */
export const unclaimedOf = ({
  leftCentavos,
  openClaimCentavos = 0,
}: Pick<CurrentDeposit, 'leftCentavos' | 'openClaimCentavos'>): Centavos => leftCentavos - openClaimCentavos

function decideOpen({ completedAt, leftCentavos, claimed }: CurrentDeposit): Verdict {
  if (!completedAt) return refuse('status', 'The rental is not completed yet.')
  if (claimed) return refuse('claimed', 'This deposit has been claimed already.')
  if (leftCentavos <= 0) return refuse('deposit', 'No deposit is held for this rental.')
  return { ok: true }
}

/**
 * A claim on a deposit. `grantedCentavos` is null until it is decided. A later dispute claims more of the same
 * deposit: all three then include `grantedBefore`, what the owner was granted of it before.
 */
export type StoredClaim = { centavos: Centavos; grantedCentavos: Centavos | null; grantedBefore: Centavos }

/** Whether a deposit is claimed, and the claim is not decided yet or its decision does not hold yet. */
export const hasOpenClaim = (claim: Pick<StoredClaim, 'grantedCentavos'> | null | undefined): boolean =>
  claim?.grantedCentavos === null

/** What the owner was granted of a deposit so far; 0 without a claim. */
export const grantedOf = (claim: Omit<StoredClaim, 'centavos'> | null | undefined): Centavos =>
  claim?.grantedCentavos ?? claim?.grantedBefore ?? 0

/** What is claimed of a deposit and not decided yet; 0 without such a claim. */
export const openClaimOf = (claim: StoredClaim | null | undefined): Centavos =>
  claim && hasOpenClaim(claim) ? claim.centavos - claim.grantedBefore : 0

/** The facts of a rental that decide the status of its deposit. */
export type DepositFacts = {
  status: RentalStatus
  statusChangedAt: Date
  paymentMethod: PaymentMethod
  orderStatus: OrderStatus
  lines: readonly MoneyLine[]
  claim: StoredClaim | null
  /** When the system returns it, as in `CurrentDeposit`. */
  depositDueAt?: Date | null
  /**
   * A decision about the rental can still be appealed: until that is over nobody can claim, and the system returns
   * nothing.
   */
  isDecided?: boolean
  /** The part of it that a late fee takes, or took. */
  lateCentavos?: Centavos
  /** What an admin granted of the claim, which takes effect at `at` if nobody appeals. */
  award?: { centavos: Centavos; at: Date } | null
}

export type DepositStatus = {
  /**
   * `ahead`: the item is not handed over yet; `out`: the renter has it; `claimable`: it is back, and the owner can
   * claim until `until`; `waits`: so it will be once a decision about the rental can no longer be appealed; `due`:
   * nobody claimed in time; `claimed`: an admin has to decide; `decided`: an admin has decided; `back`: nothing of the
   * deposit is held any more, or only what a late fee takes.
   */
  is: 'ahead' | 'out' | 'claimable' | 'waits' | 'due' | 'claimed' | 'decided' | 'back'
  /** What was charged, what of it is still held for the renter, and what of it was returned so far. */
  centavos: Centavos
  leftCentavos: Centavos
  backCentavos: Centavos
  /** What its owner can return now. */
  returnableCentavos: Centavos
  claimedCentavos: Centavos
  grantedCentavos: Centavos
  /** What of it a late fee takes, or took. */
  lateCentavos: Centavos
  /** What was granted of an open claim, and when it takes effect. */
  award?: { centavos: Centavos; at: Date } | null
  until: Date | null
  inCash: boolean
}

/**
 * The status of a rental's deposit; null where there is no deposit, or where it went back because the rental did not
 * take place.
 */
export function depositStatusOf(facts: DepositFacts, now: Date): DepositStatus | null {
  const { status, lines, claim } = facts
  const charged = totalsOf(lines).deposit
  const over = status === 'Rejected' || status === 'Cancelled'
  if (charged === 0 || over || facts.orderStatus !== 'confirmed') return null
  const completedAt = completedAtOf(facts)
  const dueAt = facts.depositDueAt ?? null
  const granted = grantedOf(claim)
  const late = facts.lateCentavos ?? 0
  const decided = claim !== null && !hasOpenClaim(claim)
  const deposit: CurrentDeposit = {
    completedAt,
    dueAt,
    leftCentavos: depositLeftOf(lines, granted, late),
    claimed: isClaimed(claim, { completedAt, dueAt }),
    openClaimCentavos: openClaimOf(claim),
    inCash: facts.paymentMethod === 'cash_on_delivery',
  }
  const giving = decideReturn(deposit, 'owner', now)
  const until = completedAt && claimableUntil(completedAt, dueAt)
  const waits = facts.isDecided ? 'waits' : null
  const unclaimed = waits ?? (until && now <= until ? 'claimable' : 'due')
  const hasRest = !deposit.claimed && deposit.leftCentavos > 0
  const is = hasRest ? unclaimed : claim === null ? 'back' : decided ? 'decided' : 'claimed'
  // What is claimed secures an award; without a claim the whole deposit has to wait for it.
  const isKept = facts.isDecided && deposit.openClaimCentavos === 0
  return {
    is: until ? is : status === 'Active' ? 'out' : 'ahead',
    centavos: charged,
    leftCentavos: deposit.leftCentavos,
    backCentavos: charged - centavosOf(lines, 'deposit'),
    returnableCentavos: giving.ok && !isKept ? giving.centavos : 0,
    claimedCentavos: decided ? claim.centavos : deposit.openClaimCentavos,
    grantedCentavos: granted,
    lateCentavos: late,
    award: claim && !decided ? (facts.award ?? null) : null,
    until: is === 'waits' && !dueAt ? null : until,
    inCash: deposit.inCash,
  }
}
