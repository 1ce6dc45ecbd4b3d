import { CLAIM_HOURS, claimableUntil } from '#domain/deposit/deposit.ts'
import { formatPeso } from '#domain/money.ts'
import { deadlineText } from './deadline-text.ts'
import type { RentalFacts } from './rental-facts.ts'

/** How long the owner of a completed rental can claim of its deposit, as `deadlineText`; null once that is over. */
const claimTime = (f: RentalFacts, words?: { lasting: string; ending: string }) => {
  const until = claimableUntil(f.statusChangedAt, f.depositDueAt)
  return f.now < until ? deadlineText(CLAIM_HOURS, until, f.now, words) : null
}

/** For the renter, what becomes of the deposit of a rental that came back; empty when nothing is to be said. */
export function depositText(f: RentalFacts): string {
  const { depositCentavos, paymentMethod, ownerName } = f
  if (depositCentavos === 0) return ''
  const inCash = paymentMethod !== 'online'
  // What is claimed secures an award, so the owner hands the rest back in cash now (`returnDeposit`).
  const waits = f.hasOpenDecision && !(inCash && f.hasOpenClaim)
  if (waits && f.depositDueAt)
    return (
      ' Your deposit waits until the decision about your dispute is final. After that ' +
      `${ownerName} has ${CLAIM_HOURS} hours to claim a part of what is left; the rest goes back to you.`
    )
  if (waits && (inCash || !f.isClaimed))
    return ' What is left of your deposit goes back to you once the decision about your dispute is final.'
  const time = claimTime(f)
  const when = claimTime(f, { lasting: 'in', ending: 'after' })
  if (!time || !when) return ''
  const amount = formatPeso(depositCentavos)
  if (inCash)
    return f.isClaimed
      ? ` ${ownerName} hands ${amount} of your deposit back to you.`
      : ` ${ownerName} hands your deposit of ${amount} back to you, unless they claim a part of it ${time}.`
  return f.isClaimed
    ? ` ${amount} of your deposit goes back to you ${when}.`
    : ` Your deposit of ${amount} goes back to you ${when}, unless ${ownerName} claims a part of it by then.`
}

/** For the renter, what becomes of the deposit of a rental that never came back. */
export function lostDepositText(f: RentalFacts): string {
  if (f.isClaimed || f.hasOpenDecision) return depositText(f)
  const time = claimTime(f)
  return f.depositCentavos === 0 || !time
    ? ''
    : ` What the late fee leaves of your deposit is yours, unless ${f.ownerName} claims it ${time}.`
}

/** For the owner, how long they can claim of the deposit; empty when they can't. */
export const claimText = (f: RentalFacts): string => {
  const time = claimTime(f, { lasting: 'for', ending: 'until' })
  if (f.depositCentavos === 0 || f.isClaimed || f.hasOpenDecision || !time) return ''
  return ` You can claim of the deposit ${time}.`
}

/** For the owner, by when they say that something is wrong with what came back; empty when it is too late. */
export const complainText = (f: RentalFacts): string => {
  const time = claimTime(f)
  return time && !f.hasOpenDecision ? ` If something is wrong with it, please say so ${time}.` : ''
}
