import { refuse, type Verdict } from '../verdict.ts'
import { type Direction, directionOf, isLastDayOver } from './code.ts'
import { hoursAfter } from '../time.ts'

/** How long after a return both sides can still write down the condition of the item. */
const CHECK_HOURS = 48

type Checked = Parameters<typeof directionOf>[0] & { returnedAt: Date | null }

/**
 * Whether a side may write down the condition of the item, and for what: from the day before the start of an approved
 * rental until 48 hours after the return; of one that was never handed over, until its last day. Refusals: `early`,
 * `late`.
 */
export function decideCheck(rental: Checked, now: Date): Verdict<{ direction: Direction }> {
  const direction = directionOf(rental, now)
  if (direction) return { ok: true, direction }
  const { status, returnedAt } = rental
  if ((status === 'Pending' || status === 'Approved') && !isLastDayOver(rental.period, now))
    return refuse('early', 'You can write it down from the day before it starts.')
  if (status !== 'Completed' || !returnedAt || now >= hoursAfter(returnedAt, CHECK_HOURS))
    return refuse('late', 'It is too late to write it down here.')
  return { ok: true, direction: 'back' }
}

/** What was written in the fields of a check, as one text. */
export function checkText(fields: { condition: string; parts: string; serial: string }): string {
  const labelled: [string, string][] = [
    ['Condition', fields.condition],
    ['What comes with it', fields.parts],
    ['Serial number', fields.serial],
  ]
  return labelled
    .filter(([, text]) => text !== '')
    .map(([label, text]) => `${label}: ${text}`)
    .join('\n')
}
