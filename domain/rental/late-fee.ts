import { type Centavos, formatPeso } from '../money.ts'
import { formatInstant } from '../period.ts'
import { LATE_FEE_OBJECT_HOURS } from '../rental-limits.ts'
import type { RentalStatus } from '../status.ts'
import { refuse, type Verdict } from '../verdict.ts'
import { isLate, lateFeeSoFar, type LateTerms, type Waived } from './late.ts'
import type { BroughtBack } from './possession.ts'
import { hoursAfter } from '../time.ts'

/** A late fee as it is stored; without a row nothing is waived and nothing fixed. */
export type StoredLateFee = {
  waived: Waived
  /** What the return fixed, or the end without one; null while the item is out, and when it came back in time. */
  fixed: {
    days: number
    /** What is left of it after the owner waived some, and the part of that which the deposit pays. */
    centavos: Centavos
    depositCentavos: Centavos
    at: Date
    /** Until when the renter can object; then the system takes it, once no dispute about the rental is open. */
    dueAt: Date | null
    /** The renter objected: a dispute asks for it instead. */
    objectedAt: Date | null
    /** When it was closed: taken, or nothing of it was left, or a dispute asks for it instead; null while open. */
    settledAt: Date | null
    /** The rental ended without a return. */
    isLost?: boolean
    /** The open dispute about the rental: the fee waits for its end, and while it is decided nobody can object. */
    openDispute?: 'undecided' | 'decided' | null
    /** What the deposit did not pay was paid or received. */
    isRestSettled?: boolean
  } | null
}
export const noLateFee: StoredLateFee = { waived: 0, fixed: null }

/** What the owner waived is in `fee` alone. */
export type LateRental = Omit<LateTerms, 'waived'> &
  BroughtBack & { status: RentalStatus; fee: StoredLateFee }

/** How the return splits a fee: what the deposit pays, and what is owed between the two beyond it. */
export function splitFee(centavos: Centavos, leftCentavos: Centavos) {
  const depositCentavos = Math.min(centavos, Math.max(0, leftCentavos))
  return { depositCentavos, owedCentavos: centavos - depositCentavos }
}

/** Until when the renter may object: 48 hours after the return. */
export const objectUntil = (returnedAt: Date): Date => hoursAfter(returnedAt, LATE_FEE_OBJECT_HOURS)

/**
 * Whether the owner may waive this of a late fee now: from the end of its last day until the fee is taken. While the
 * item is out, an amount is also taken off what is added later. Refusals: `status` (not out, or on time), `decided`
 * (taken or disputed already), `stale` (the fee is not what its owner saw), `amount`.
 */
export function decideWaive(
  rental: LateRental,
  waived: Waived,
  now: Date,
  seen?: Centavos,
): Verdict<{ waived: Waived }> {
  const { fixed, waived: before } = rental.fee
  if (fixed?.settledAt) return refuse('decided', 'This late fee is settled already. Nothing was changed.')
  if (rental.status === 'Active' ? !isLate(rental, now) : !fixed)
    return refuse('status', 'There is no late fee to waive.')
  if (waived === 'all' || before === 'all') return { ok: true, waived: 'all' }
  const most = fixed ? fixed.centavos : lateFeeSoFar({ ...rental, waived: before }, now).centavos
  if (seen !== undefined && seen !== most)
    return refuse('stale', 'The fee has changed meanwhile. Please look at it again.')
  if (!Number.isSafeInteger(waived) || waived < 1 || waived > most)
    return refuse(
      'amount',
      most > 0 ? `Please waive between ₱0.01 and ${formatPeso(most)}.` : 'Nothing has to be paid yet.',
    )
  return { ok: true, waived: before + waived }
}

/**
 * Whether the renter may object to a late fee now: once, within 48 hours of the return, which stop while a dispute is
 * decided (`resumedUntil`); and the days and centavos that are disputed then. Refusals: `status` (none is fixed),
 * `answered`, `decided`, `late`.
 */
export function decideObjection(
  { fixed }: Pick<StoredLateFee, 'fixed'>,
  now: Date,
): Verdict<{ days: number; centavos: Centavos }> {
  if (!fixed) return refuse('status', 'There is no late fee to object to.')
  if (fixed.objectedAt) return refuse('answered', 'You have objected already.')
  if (fixed.settledAt) return refuse('decided', 'This late fee is settled already. Nothing was changed.')
  const until = fixed.dueAt ?? objectUntil(fixed.at)
  if (now >= until) return refuse('late', `You could object until ${formatInstant(until)}.`)
  return { ok: true, days: fixed.days, centavos: fixed.centavos }
}

/** Whether a fixed fee is to be taken now. */
export function isDue({ fixed }: StoredLateFee, now: Date): boolean {
  return fixed?.dueAt != null && !fixed.settledAt && now >= fixed.dueAt
}
