import { z } from 'zod'
import { dayField } from '../day-field.ts'
import {
  addDays,
  BOOKING_HORIZON_DAYS,
  type Day,
  dayInManila,
  formatDay,
  formatInstant,
  formatPeriod,
  overlaps,
  type Period,
} from '../period.ts'
import { refuse, type Verdict } from '../verdict.ts'

/** The most blocks of one listing. */
export const MAX_DATE_BLOCKS = 60

/** The form that blocks days: the first and the last of them, both included. */
export const dateBlockForm = z.strictObject({
  intent: z.literal('block'),
  firstDay: dayField('Please select the first day.'),
  lastDay: dayField('Please select the last day.'),
})

/** The form that removes a block. */
export const endDateBlockForm = z.strictObject({ intent: z.literal('unblock'), blockId: z.uuid() })

export type DateBlock = { id: string; period: Period }
/** Days that are held for someone until an instant: while a change of a rental or an offer is open. */
export type HeldPeriod = DateBlock & { heldUntil: Date }

/**
 * Whether an owner may block days of a listing. Blocks that share a day are merged: `period` is the merged one,
 * `absorbed` are those it replaces. Refusals: `first-day` (in the past), `last-day` (before the first, over a year
 * ahead), `rented` (a rental holds some of them, or they are held for someone), `unchanged` (blocked already),
 * `too-many`.
 * ### Example The 24th to the 26th are blocked. Blocking the 26th to the 28th leaves one block from the 24th to the
 * 28th.
 */
export function decideDateBlock(
  listing: { rented: readonly Period[]; blocks: readonly DateBlock[]; holds?: readonly HeldPeriod[] },
  request: { firstDay: Day; lastDay: Day },
  now: Date,
): Verdict<{ period: Period; absorbed: DateBlock[] }> {
  const today = dayInManila(now)
  const horizon = addDays(today, BOOKING_HORIZON_DAYS)
  if (request.firstDay < today) return refuse('first-day', 'The first day cannot be earlier than today.')
  if (request.lastDay < request.firstDay)
    return refuse('last-day', 'The last day cannot be before the first.')
  if (request.lastDay > horizon) return refuse('last-day', `Days can be blocked until ${formatDay(horizon)}.`)
  const requested = { start: request.firstDay, end: addDays(request.lastDay, 1) }
  const rental = listing.rented.find((period) => overlaps(period, requested))
  if (rental) return refuse('rented', `A rental holds these days: ${formatPeriod(rental)}.`)
  const hold = listing.holds?.find(({ period }) => overlaps(period, requested))
  if (hold)
    return refuse(
      'rented',
      `These days are held for someone until ${formatInstant(hold.heldUntil)}: ${formatPeriod(hold.period)}.`,
    )
  const absorbed = listing.blocks.filter((block) => overlaps(block.period, requested))
  const period = absorbed.reduce(
    (whole, { period: { start, end } }) => ({
      start: start < whole.start ? start : whole.start,
      end: end > whole.end ? end : whole.end,
    }),
    requested,
  )
  if (absorbed.some((block) => block.period.start === period.start && block.period.end === period.end))
    return refuse('unchanged', 'These days are blocked already.')
  if (listing.blocks.length - absorbed.length >= MAX_DATE_BLOCKS)
    return refuse('too-many', `A listing can have at most ${MAX_DATE_BLOCKS} blocked periods.`)
  return { ok: true, period, absorbed }
}
