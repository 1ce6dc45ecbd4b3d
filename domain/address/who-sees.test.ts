import { describe, expect, it } from 'vitest'
import { rentalStatuses } from '../status.ts'
import { mayChangeDelivery, seePlaces } from './who-sees.ts'

const ended = new Date('2026-11-20T10:00:00+08:00')
const before = new Date('2026-12-20T09:59:59+08:00')
const after = new Date('2026-12-20T10:00:00+08:00')

describe('each side sees where the other one is', () => {
  // Spec: D45
  it.each(rentalStatuses)('%s', (status) => {
    const rental = { status, statusChangedAt: ended }
    expect([seePlaces(rental, before), seePlaces(rental, after)]).toEqual(
      {
        Pending: [false, false],
        Approved: [true, true],
        Active: [true, true],
        Completed: [true, false],
        Rejected: [false, false],
        Cancelled: [false, false],
      }[status],
    )
  })
})

it('a delivery address can be changed until the hand-over', () => {
  const may = (deliveryOption: string) =>
    rentalStatuses.filter((status) => mayChangeDelivery({ status, deliveryOption }))
  expect(may('delivery')).toEqual(['Pending', 'Approved'])
  expect(may('pickup')).toEqual([])
})
