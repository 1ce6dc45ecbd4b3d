import { type Centavos, formatPeso } from '../money.ts'
import { formatInstant } from '../period.ts'
import type { RentalStatus } from '../status.ts'
import { refuse, type Verdict } from '../verdict.ts'
import { isLate, lateFee, OBJECT_HOURS, OBJECTION_DAYS, type LateTerms, type Waived } from './late.ts'

const HOUR_MS = 3_600_000

/** A late fee as it is stored; without a row nothing is waived and nothing fixed. */
export type StoredLateFee = {
  waived: Waived
  /** What the return fixed; null while the item is out, and when it came back in time. */
  fixed: {
    days: number
    /** What is left of it after the owner waived some, and the part of that which the deposit pays. */
    centavos: Centavos
    depositCentavos: Centavos
    at: Date
    /** When the system takes it, or drops it after an objection. */
    dueAt: Date | null
    objectedAt: Date | null
    settledAt: Date | null
  } | null
}
export const noLateFee: StoredLateFee = { waived: 0, fixed: null }

export type LateRental = LateTerms & { status: RentalStatus; fee: StoredLateFee }

/** How the return splits a fee: what the deposit pays, and what is owed between the two beyond it. */
export function splitFee(centavos: Centavos, heldCentavos: Centavos) {
  const depositCentavos = Math.min(centavos, Math.max(0, heldCentavos))
  return { depositCentavos, owedCentavos: centavos - depositCentavos }
}

/** Until when the renter may object: 48 hours after the return. */
export const objectUntil = (returnedAt: Date): Date => new Date(returnedAt.getTime() + OBJECT_HOURS * HOUR_MS)

/** When an objection that nobody decided on drops the fee. */
export const objectionEnds = (objectedAt: Date): Date =>
  new Date(objectedAt.getTime() + OBJECTION_DAYS * 24 * HOUR_MS)

/**
 * Whether the owner may waive this of a late fee now: from the end of its last day until the fee is taken. While the
 * item is out, an amount is also taken off what is added later. Refusals: `status` (not out, or on time), `decided`
 * (taken or dropped already), `amount`.
 */
export function decideWaive(rental: LateRental, waived: Waived, now: Date): Verdict<{ waived: Waived }> {
  const { fixed, waived: before } = rental.fee
  if (fixed?.settledAt) return refuse('decided', 'This late fee is settled already. Nothing was changed.')
  if (rental.status === 'Active' ? !isLate(rental.period, now) : !fixed)
    return refuse('status', 'There is no late fee to waive.')
  if (waived === 'all' || before === 'all') return { ok: true, waived: 'all' }
  const most = fixed ? fixed.centavos : lateFee({ ...rental, waived: before }, now).centavos
  if (!Number.isSafeInteger(waived) || waived < 1 || waived > most)
    return refuse(
      'amount',
      most > 0 ? `Please waive between ₱0.01 and ${formatPeso(most)}.` : 'Nothing has to be paid yet.',
    )
  return { ok: true, waived: before + waived }
}

/**
 * Whether the renter may object to a late fee now: once, within 48 hours of the return. Refusals: `status` (none is
 * fixed), `decided`, `answered`, `late`.
 */
export function decideObjection({ fixed }: StoredLateFee, now: Date): Verdict<{ dueAt: Date }> {
  if (!fixed) return refuse('status', 'There is no late fee to object to.')
  if (fixed.settledAt) return refuse('decided', 'This late fee is settled already. Nothing was changed.')
  if (fixed.objectedAt) return refuse('answered', 'You have objected already.')
  const until = objectUntil(fixed.at)
  if (now >= until) return refuse('late', `You could object until ${formatInstant(until)}.`)
  return { ok: true, dueAt: objectionEnds(now) }
}

/** What is due of a fixed fee now: to take it, or to drop it after an objection that nobody decided on. */
export function dueOf({ fixed }: StoredLateFee, now: Date): 'take' | 'drop' | null {
  if (!fixed?.dueAt || fixed.settledAt || now < fixed.dueAt) return null
  return fixed.objectedAt ? 'drop' : 'take'
}
