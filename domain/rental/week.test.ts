import { describe, expect, it } from 'vitest'
import { addDays } from '../period.ts'
import { weekOf, type WeekRental } from './week.ts'

const MONDAY = '2026-11-23'
const rental = (id: string, status: WeekRental['status'], start: string, days: number): WeekRental => ({
  id,
  status,
  period: { start, end: addDays(start, days) },
})
const lines = (rentals: WeekRental[], today = MONDAY) => {
  const ids = (of: WeekRental[]) => of.map(({ id }) => id).join()
  const { days, late } = weekOf(rentals, today)
  return [
    ...days.flatMap(({ day, goesOut, isOut, comesBack }) => [
      ...(goesOut.length > 0 ? [`${day} ${ids(goesOut)} goes out`] : []),
      ...(isOut.length > 0 ? [`${day} ${ids(isOut)} is out`] : []),
      ...(comesBack.length > 0 ? [`${day} ${ids(comesBack)} comes back`] : []),
    ]),
    ...(late.length > 0 ? [`${ids(late)} is late`] : []),
  ]
}

describe('an owner’s week', () => {
  it('shows a rental on the day it goes out, the days it is out and the day it comes back', () => {
    expect(lines([rental('tent', 'Approved', MONDAY, 3)])).toEqual([
      '2026-11-23 tent goes out',
      '2026-11-24 tent is out',
      '2026-11-25 tent comes back',
    ])
  })

  it('of one day, it goes out and comes back on that day', () => {
    expect(lines([rental('drill', 'Approved', '2026-11-26', 1)])).toEqual([
      '2026-11-26 drill goes out',
      '2026-11-26 drill comes back',
    ])
  })

  it('does not hand over again what is out already', () => {
    expect(lines([rental('tent', 'Active', '2026-11-22', 3)])).toEqual([
      '2026-11-23 tent is out',
      '2026-11-24 tent comes back',
    ])
    expect(lines([rental('tent', 'Active', '2026-11-24', 2)])).toEqual([
      '2026-11-23 tent is out',
      '2026-11-24 tent is out',
      '2026-11-25 tent comes back',
    ])
  })

  it('names what is late, to be brought back or to be handed over, and only as late', () => {
    expect(lines([rental('tent', 'Active', '2026-11-20', 3)])).toEqual(['tent is late'])
    expect(lines([rental('tent', 'Active', '2026-11-21', 3)])).toEqual(['2026-11-23 tent comes back'])
    expect(lines([rental('gown', 'Approved', '2026-11-22', 3)])).toEqual(['gown is late'])
  })

  it('ends after seven days, across months', () => {
    expect(lines([rental('tent', 'Approved', '2026-12-03', 1)], '2026-11-27')).toHaveLength(2)
    expect(lines([rental('tent', 'Approved', '2026-12-04', 1)], '2026-11-27')).toEqual([])
  })
})
