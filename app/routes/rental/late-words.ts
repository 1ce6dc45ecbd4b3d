import { formatPeso } from '#domain/money.ts'
import { formatDay, formatInstant, lastDay } from '#domain/period.ts'
import { daysText } from '#domain/pricing/pricing.ts'
import type { LateRental } from '#domain/rental/late-fee.ts'
import { graceEnd, lateFeeSoFar } from '#domain/rental/late.ts'
import { saidBack } from '#domain/rental/possession.ts'
import { MAX_LATE_DAYS } from '#domain/rental-limits.ts'
import type { Side } from '#domain/side.ts'
import { endSentence } from '#domain/text.ts'

const peso = formatPeso

/**
 * What a late return costs, in a few sentences for one of its two people.
 * ### Example `It was due back on Nov 23, 2026.` and `The late fee is ₱333.33 so far (1 day). The next day counts from
 * Nov 25, 2026, 12:00 PM.`
 */
export function lateWords(rental: LateRental, view: Side, partner: string, now: Date): string[] {
  return rental.fee.fixed ? fixedWords(rental, view, partner, now) : runningWords(rental, view, partner, now)
}

function runningWords(rental: LateRental, view: Side, partner: string, now: Date): string[] {
  const { days, centavos, nextAt } = lateFeeSoFar({ ...rental, waived: rental.fee.waived }, now)
  const due = `It was due back on ${formatDay(lastDay(rental.period))}.`
  if (rental.fee.waived === 'all') return [due, 'The late fee is waived.']
  const waived = rental.fee.waived > 0 ? `, ${peso(rental.fee.waived)} waived` : ''
  if (saidBack(rental)) {
    const [renter, owner] =
      view === 'owner' ? [`${partner} says`, 'you object'] : ['You said', `${partner} objects`]
    const fee = centavos === 0 ? 'there is no late fee' : `the late fee is ${peso(centavos)}`
    const counted = days === 0 ? '' : ` (${daysText(days)}${waived})`
    const said = `${renter} that it is back since ${formatInstant(rental.broughtBackAt!)}.`
    return [due, `${said} Unless ${owner}, ${fee}${counted}.`]
  }
  if (days === 0)
    return [
      due,
      `Back by ${formatInstant(graceEnd(rental.period))} nothing is added; after that ` +
        `${peso(rental.pricePerDayCentavos)} a day, ${MAX_LATE_DAYS} days at most.`,
    ]
  const next = nextAt
    ? `The next day counts from ${formatInstant(nextAt)}.`
    : 'It counts as not returned now, and nothing is added any more.'
  return [due, `The late fee is ${peso(centavos)} so far (${daysText(days)}${waived}). ${next}`]
}

function fixedWords({ fee }: LateRental, view: Side, partner: string, now: Date): string[] {
  const { days, centavos, depositCentavos, dueAt, objectedAt, isLost, isRestSettled, openDispute } =
    fee.fixed!
  const came = isLost ? 'It was never returned' : 'It came back late'
  if (objectedAt)
    return [
      `${came} (${daysText(days)}). ${view === 'owner' ? partner : 'You'} objected to the late fee: ` +
        'it is decided in the dispute.',
    ]
  if (centavos === 0) return [fee.waived === 0 ? `${came}.` : `${came}. The late fee was waived.`]
  const owed = centavos - depositCentavos
  const head = `${came} (${daysText(days)}): ${peso(centavos)}.`
  const whose = view === 'owner' ? 'the deposit' : 'your deposit'
  const parts = []
  if (depositCentavos > 0) parts.push(`${peso(depositCentavos)} ${dueAt ? 'comes' : 'came'} from ${whose}.`)
  if (owed > 0 && isRestSettled)
    parts.push(depositCentavos > 0 ? `The other ${peso(owed)} is settled.` : 'It is settled.')
  else if (owed > 0)
    parts.push(
      endSentence(
        view === 'owner' ? `${partner} owes you ${peso(owed)}` : `You owe ${peso(owed)} to ${partner}`,
      ),
    )
  const said = [head, ...parts].join(' ')
  if (!dueAt) return [said]
  if (openDispute === 'decided' || (openDispute && now >= dueAt))
    return [said, 'It waits until the dispute is over.']
  return [said, `${view === 'owner' ? `${partner} can` : 'You can'} object until ${formatInstant(dueAt)}.`]
}
