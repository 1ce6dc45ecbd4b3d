import { claimableUntil } from '../deposit/deposit.ts'
import { type Centavos, formatPeso, MAX_TYPED_CENTAVOS } from '../money.ts'
import { addDays, type Day, dayInManila, formatDay, formatInstant, lastDay, type Period } from '../period.ts'
import { completedAtOf, type RentalStatus } from '../status.ts'
import { refuse, type Verdict } from '../verdict.ts'
import { type DisputeKind, NEVER_BACK_DAYS, type Speaker } from './dispute.ts'
import { onlyFor, otherSide, type Side } from '../side.ts'

export type DisputedRental = {
  status: RentalStatus
  period: Period
  statusChangedAt: Date
  /** When its deposit goes back by itself, if it does. */
  depositDueAt?: Date | null
}

const both: readonly Side[] = ['renter', 'owner']
/** Who may open each kind, and in which states of the rental. */
const rules: Record<DisputeKind, { by: readonly Side[]; in: readonly RentalStatus[] }> = {
  damage: { by: ['owner'], in: ['Active', 'Completed'] },
  'missing-parts': { by: both, in: ['Active', 'Completed'] },
  'not-as-described': { by: ['renter'], in: ['Active', 'Completed'] },
  'not-handed-over': { by: ['renter'], in: ['Approved', 'Active', 'Completed'] },
  'not-returned': { by: ['owner'], in: ['Active'] },
  late: { by: both, in: ['Active', 'Completed'] },
  'no-show': { by: both, in: ['Approved'] },
  money: { by: both, in: ['Approved', 'Active', 'Completed'] },
}

/** The kinds that one side can open now; empty when it is too early or too late. */
export function kindsToOpen(rental: DisputedRental, side: Side, now: Date): DisputeKind[] {
  return (Object.keys(rules) as DisputeKind[]).filter((kind) => decideOpening(rental, kind, side, now).ok)
}

/** Until when a dispute can be opened: a moment after the return, or the last day of all if it never came back. */
function openUntil(rental: DisputedRental): { at: Date } | { day: Day } {
  const completedAt = completedAtOf(rental)
  return completedAt
    ? { at: claimableUntil(completedAt, rental.depositDueAt) }
    : { day: addDays(lastDay(rental.period), NEVER_BACK_DAYS) }
}

/**
 * Whether someone may open a dispute now: from the day of the hand-over until 48 hours after the return, or 14 days
 * after the last day of a rental that never came back; the system also later, and everyone without `now`, where
 * another rule has judged the time. Refusals: `side`, `status`, `early`, `late`.
 */
export function decideOpening(
  rental: DisputedRental,
  kind: DisputeKind,
  by: Speaker,
  now: Date | null,
): Verdict {
  const rule = rules[kind]
  if (by !== 'system' && !rule.by.includes(by)) return onlyFor(otherSide(by))
  if (!rule.in.includes(rental.status))
    return refuse('status', 'This is not possible in the present state of the rental.')
  if (by === 'system' || !now) return { ok: true }
  const today = dayInManila(now)
  if (today < rental.period.start && rental.status === 'Approved')
    return refuse('early', `This is possible from ${formatDay(rental.period.start)}.`)
  const until = openUntil(rental)
  if ('at' in until ? now > until.at : today > until.day)
    return refuse(
      'late',
      `This was possible until ${'at' in until ? formatInstant(until.at) : formatDay(until.day)}.`,
    )
  return { ok: true }
}

/** Whether this can be asked for; the system knows no limit. Refusal: `amount`. */
export function decideAsked(askedCentavos: Centavos | null, by: Speaker): Verdict {
  if (askedCentavos === null || by === 'system') return { ok: true }
  if (Number.isSafeInteger(askedCentavos) && askedCentavos >= 1 && askedCentavos <= MAX_TYPED_CENTAVOS)
    return { ok: true }
  return refuse('amount', `Please ask for between ₱0.01 and ${formatPeso(MAX_TYPED_CENTAVOS)}.`)
}
