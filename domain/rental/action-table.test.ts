import { expect, test } from 'vitest'
import { lifecycle, rentalActions } from './lifecycle.ts'
import { actionTable } from './action-table.ts'

const { head, rows } = actionTable()
const rowOf = (action: (typeof rentalActions)[number]) =>
  Object.fromEntries(head.map((name, i) => [name, rows[rentalActions.indexOf(action)]![i]]))

test('every action of the lifecycle has a row, which says whose it is, from where to where, and who is told', () => {
  expect(rows).toHaveLength(rentalActions.length)
  expect(new Set(rows.map(([what]) => what)).size).toBe(rows.length)
  for (const action of rentalActions) {
    const { by, from, to, notifies } = lifecycle[action]
    const row = rowOf(action)
    expect(row['Who does it']!.toLowerCase()).toBe(by === 'system' ? 'by itself' : by)
    expect([row.Before!.split(' or '), row.After]).toEqual([[...from], to])
    expect(row['Who is told']!.match(/owner|renter/g) ?? []).toEqual([...notifies])
  }
})

test('what goes back is said for exactly the actions that refund', () => {
  const refunding = rentalActions.filter((action) => 'refund' in lifecycle[action])
  expect(rentalActions.filter((action) => /goes back|keeps/.test(rowOf(action).Money!))).toEqual(refunding)
  expect(rowOf('withdraw').Money).toBe('All that was paid goes back')
  expect(rowOf('cancel').Money).toBe('What the cancellation policy says goes back')
})
