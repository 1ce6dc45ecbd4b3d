import { describe, expect, test } from 'vitest'
import { periodOf } from '../period.ts'
import { nextAppointment } from './agenda.ts'

const period = periodOf('2026-11-21', 3)

describe('what comes next for a rental', () => {
  test.each([
    ['Approved', '2026-11-20', { what: 'hand-over', on: '2026-11-21', when: 'later' }],
    ['Approved', '2026-11-21', { what: 'hand-over', on: '2026-11-21', when: 'today' }],
    ['Approved', '2026-11-22', { what: 'hand-over', on: '2026-11-21', when: 'overdue' }],
    ['Active', '2026-11-22', { what: 'return', on: '2026-11-23', when: 'later' }],
    ['Active', '2026-11-23', { what: 'return', on: '2026-11-23', when: 'today' }],
    ['Active', '2026-11-24', { what: 'return', on: '2026-11-23', when: 'overdue' }],
  ] as const)('%s from the 21st for three days, on %s', (status, today, expected) => {
    expect(nextAppointment({ status, period }, today)).toEqual(expected)
  })
})
