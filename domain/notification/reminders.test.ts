import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { onlyRental } from '#tests/support/lifecycle-facts.ts'
import { addDays, lastDay, periodOf } from '../period.ts'
import { orderStatuses, rentalStatuses } from '../status.ts'
import { reminderAt, reminderOn } from './reminders.ts'

const period = periodOf('2026-11-22', 3)
const approved = { status: 'Approved', period, orderStatus: 'confirmed' } as const
const out = { ...approved, status: 'Active' } as const

describe('the reminder of a rental from November 22 to 24', () => {
  test.each([
    ['2026-11-20', null],
    ['2026-11-21', 'starts-tomorrow 1'],
    ['2026-11-22', null],
    ['2026-11-24', null],
    ['2026-11-25', null],
  ])('approved and not handed over, on %s is %s', (day, reminder) => {
    expect(said(reminderOn(approved, day))).toBe(reminder)
  })

  test.each([
    ['2026-11-21', null],
    ['2026-11-23', null],
    ['2026-11-24', 'due-today 1'],
    ['2026-11-25', 'overdue 1'],
    ['2026-11-26', 'overdue 1'],
    ['2026-11-27', 'overdue 2'],
    ['2026-11-30', 'overdue 2'],
    ['2026-12-01', 'overdue 3'],
    ['2026-12-07', 'overdue 3'],
    ['2026-12-08', null],
  ])('handed over and not returned, on %s is %s', (day, reminder) => {
    expect(said(reminderOn(out, day))).toBe(reminder)
  })

  test.each([
    ['2026-11-20T16:00:00Z', 'midnight', null],
    ['2026-11-20T23:59:59.999Z', 'just before eight', null],
    ['2026-11-21T00:00:00Z', 'eight in the morning', 'starts-tomorrow 1'],
    ['2026-11-21T15:59:59.999Z', 'the last moment of the 21st', 'starts-tomorrow 1'],
    ['2026-11-21T16:00:00Z', 'the first moment of the 22nd', null],
    ['2026-11-22T00:00:00Z', 'eight in the morning of the 22nd', null],
  ])('at %s, %s in Manila, is %s', (at, _when, reminder) => {
    expect(said(reminderAt({ ...approved, ...onlyRental }, new Date(at)))).toBe(reminder)
  })
})

const said = (reminder: ReturnType<typeof reminderOn>) => reminder && `${reminder.kind} ${reminder.number}`

const rentals = fc.record({
  status: fc.constantFrom(...rentalStatuses),
  orderStatus: fc.constantFrom(...orderStatuses),
  period: fc
    .tuple(fc.integer({ min: 0, max: 400 }), fc.constantFrom(1, 3, 7, 30))
    .map(([start, days]) => periodOf(addDays('2026-11-21', start), days)),
})

describe('whatever the rental', () => {
  it('reminds of a start on the day before it only, and of a return from its last day on', () => {
    fc.assert(
      fc.property(rentals, fc.integer({ min: -40, max: 40 }), (rental, days) => {
        const day = addDays(rental.period.start, days)
        const reminder = reminderOn(rental, day)
        if (!reminder) return
        expect(rental.orderStatus).not.toBe('awaiting_payment')
        if (reminder.kind === 'starts-tomorrow') {
          expect([rental.status, day]).toEqual(['Approved', addDays(rental.period.start, -1)])
        } else {
          expect(rental.status).toBe('Active')
          const late = day > lastDay(rental.period)
          expect([late, day >= lastDay(rental.period)]).toEqual([reminder.kind === 'overdue', true])
        }
      }),
    )
  })

  it('is the same all day from 8:00 in Manila, and absent before', () => {
    const instants = fc.date({
      min: new Date('2026-11-15'),
      max: new Date('2028-03-01'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(rentals, instants, (rental, now) => {
        const inManila = new Date(now.getTime() + 8 * 3_600_000).toISOString()
        const reminder = reminderAt({ ...rental, ...onlyRental }, now)
        expect(reminder).toEqual(
          inManila.slice(11, 13) < '08' ? null : reminderOn(rental, inManila.slice(0, 10)),
        )
      }),
    )
  })

  it('sends each at most once, in order, however the days are checked', () => {
    fc.assert(
      fc.property(rentals, fc.uniqueArray(fc.integer({ min: -5, max: 60 })), (rental, offsets) => {
        const sent = offsets
          .toSorted((a, b) => a - b)
          .map((days) => reminderOn(rental, addDays(rental.period.start, days)))
          .filter((reminder) => reminder !== null)
          .map((reminder) => (reminder.kind === 'overdue' ? reminder.number : 0))
        expect(sent).toEqual(sent.toSorted((a, b) => a - b))
      }),
    )
  })
})
