import { addDays, type Day, dayInManila, hourInManila, lastDay, type Period } from '../period.ts'
import type { LifecycleFacts } from '../rental/lifecycle-facts.ts'
import { type Next, waitsForReturn } from '../rental/not-back.ts'
import { type BroughtBack, saidBack } from '../rental/possession.ts'
import type { OrderStatus, RentalStatus } from '../status.ts'

/** The earliest hour of the day in Manila for a reminder. */
export const FIRST_HOUR = 8

type Rule = {
  kind: ReminderKind
  /** Its number within its kind, from 1 on. */
  number: number
  /** The status that the rental must have. */
  status: RentalStatus
  /** The day of the rental from which the days are counted. */
  of: 'first day' | 'last day'
  /** The first and the last day on which it may be sent, counted from that day: -1 is the day before. */
  from: number
  to: number
}

export const reminderKinds = ['starts-tomorrow', 'due-today', 'overdue'] as const
export type ReminderKind = (typeof reminderKinds)[number]
export type Reminder = { kind: ReminderKind; number: number }

/**
 * Every reminder of a rental, and its days. On each day at most one applies, so that after days without the server
 * only the one that is still true is sent. For a late return there are reminders from the first, the third and the
 * seventh day.
 */
export const reminderRules: readonly Rule[] = [
  { kind: 'starts-tomorrow', number: 1, status: 'Approved', of: 'first day', from: -1, to: -1 },
  { kind: 'due-today', number: 1, status: 'Active', of: 'last day', from: 0, to: 0 },
  { kind: 'overdue', number: 1, status: 'Active', of: 'last day', from: 1, to: 2 },
  { kind: 'overdue', number: 2, status: 'Active', of: 'last day', from: 3, to: 6 },
  { kind: 'overdue', number: 3, status: 'Active', of: 'last day', from: 7, to: 13 },
]

type Remindable = { status: RentalStatus; period: Period; orderStatus: OrderStatus }

type Held = BroughtBack & Pick<LifecycleFacts, 'isHandoverInDoubt'>

/**
 * The reminder that applies to a rental on a day, or null.
 * ### Example An approved rental from November 22 to 24: on the 21st `starts-tomorrow`. Handed over and not returned,
 * on the 24th `due-today`, on the 25th and 26th the first `overdue`, from the 27th the second, from December 1 the
 * third, and from the 8th on none.
 */
export function reminderOn({ status, period, orderStatus }: Remindable, day: Day): Reminder | null {
  if (orderStatus === 'awaiting_payment') return null
  const rule = reminderRules.find((each) => {
    const base = each.of === 'first day' ? period.start : lastDay(period)
    return each.status === status && addDays(base, each.from) <= day && day <= addDays(base, each.to)
  })
  return rule ? { kind: rule.kind, number: rule.number } : null
}

/**
 * The reminder to send at an instant: that of its day in Manila, from 8:00 on. Null while the rental waits for an item
 * that is not back, and once its renter has said that they never got the item or brought it back, while that counts.
 */
export function reminderAt(rental: Remindable & Next & Held, now: Date): Reminder | null {
  if (rental.isHandoverInDoubt || saidBack(rental)) return null
  if (hourInManila(now) < FIRST_HOUR || waitsForReturn(rental, now)) return null
  return reminderOn(rental, dayInManila(now))
}
