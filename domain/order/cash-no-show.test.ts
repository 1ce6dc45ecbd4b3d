import { expect, test } from 'vitest'
import { noCashUntil } from './cash-no-show.ts'

const day = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 86_400_000)

// Spec: D48
test('two no-shows within 90 days end Cash on Delivery for 90 days from the second', () => {
  expect(noCashUntil([], day(0))).toBeNull()
  expect(noCashUntil([day(0)], day(1))).toBeNull()
  expect(noCashUntil([day(90), day(0)], day(91))).toEqual(day(180))
  expect(noCashUntil([day(0), day(90)], day(180))).toBeNull()
  expect(noCashUntil([day(0), day(91)], day(92))).toBeNull()
  expect(noCashUntil([day(0), day(10), day(200)], day(201))).toBeNull()
  expect(noCashUntil([day(0), day(10), day(50)], day(101))).toEqual(day(140))
})
