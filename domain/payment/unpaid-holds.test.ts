import { expect, test } from 'vitest'
import { heldUnpaid } from './unpaid-holds.ts'

const at = (time: string) => new Date(`2026-11-22T${time}:00+08:00`)
const hold = (time: string, minutes: number, listingId = 'tent') => ({
  listingId,
  heldMs: minutes * 60_000,
  endedAt: at(time).getTime(),
})
const dayAfter = (time: string) => new Date(`2026-11-23T${time}:00+08:00`)

test.each([
  ['no hold', [], null],
  ['one that expired', [hold('10:00', 30)], null],
  ['two that expired', [hold('10:40', 30), hold('10:00', 30)], dayAfter('10:00')],
  ['many short ones', [hold('10:00', 29), hold('10:30', 29), hold('10:33', 2)], dayAfter('10:00')],
  ['a short one before them', [hold('09:00', 1), hold('10:00', 30), hold('10:40', 30)], dayAfter('10:00')],
  ['one of each of two listings', [hold('10:00', 30), hold('10:00', 30, 'drill')], null],
] as const)('until when a cart can’t be ordered online: %s', (_, holds, until) => {
  expect(heldUnpaid(holds, at('11:00'))).toEqual(until && { listingId: 'tent', until })
  expect(heldUnpaid(holds, dayAfter('10:00'))).toBeNull()
})
