import { type Day, lastDay, type Period } from '../period.ts'

/** The next event of an Approved or Active rental: its hand-over or its return. */
export type Appointment = { what: 'hand-over' | 'return'; on: Day; when: 'overdue' | 'today' | 'later' }

/**
 * When a rental that is Approved is handed over, or one that is Active is due back, as seen from `today`.
 *
 * ### Example
 * Active from November 21 for three days: on November 24 it is `{ what: 'return', on: '2026-11-23', when: 'overdue'
 * }`.
 */
export function nextAppointment(
  rental: { status: 'Approved' | 'Active'; period: Period },
  today: Day,
): Appointment {
  const what = rental.status === 'Approved' ? 'hand-over' : 'return'
  const on = rental.status === 'Approved' ? rental.period.start : lastDay(rental.period)
  return { what, on, when: on < today ? 'overdue' : on === today ? 'today' : 'later' }
}
