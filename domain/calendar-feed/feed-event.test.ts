import { describe, expect, it } from 'vitest'
import { rentalStatuses } from '../status.ts'
import { feedEvents, feedSpan, type FeedRental } from './feed-event.ts'

const tent: FeedRental = {
  id: '018f0000-0000-7000-8000-000000000001',
  side: 'owner',
  title: 'Tent',
  partner: 'Ana',
  status: 'Approved',
  period: { start: '2026-11-21', end: '2026-11-24' },
  returnedOn: null,
  deliveryOption: 'pickup',
}
const said = (rental: FeedRental) => feedEvents(rental).map(({ day, summary }) => `${day} ${summary}`)

describe('the events of a rental', () => {
  it('are its first day and its last day, in words of the side whose calendar it is', () => {
    expect(said(tent)).toEqual(['2026-11-21 Hand over: Tent (Ana)', '2026-11-23 Return: Tent (Ana)'])
    expect(said({ ...tent, side: 'renter', partner: 'Ben' })).toEqual([
      '2026-11-21 Pick up: Tent (Ben)',
      '2026-11-23 Bring back: Tent (Ben)',
    ])
  })

  it('have the return on the day on which the item came back', () => {
    const back = { ...tent, status: 'Completed' as const, returnedOn: '2026-11-22' }
    expect(said(back)).toEqual(['2026-11-21 Hand over: Tent (Ana)', '2026-11-22 Return: Tent (Ana)'])
  })

  it('say who delivers', () => {
    const delivered = { ...tent, deliveryOption: 'delivery' as const }
    expect(said(delivered)[0]).toBe('2026-11-21 Deliver: Tent (Ana)')
    expect(said({ ...delivered, side: 'renter' })[0]).toBe('2026-11-21 Delivery: Tent (Ana)')
  })

  it('are tentative until the owner answers, and cancelled when it does not take place', () => {
    const statusOf = (status: FeedRental['status']) =>
      new Set(feedEvents({ ...tent, status }).map((event) => event.status))
    expect(statusOf('Pending')).toEqual(new Set(['TENTATIVE']))
    for (const status of ['Approved', 'Active', 'Completed'] as const)
      expect(statusOf(status)).toEqual(new Set(['CONFIRMED']))
    for (const status of ['Rejected', 'Cancelled'] as const)
      expect(statusOf(status)).toEqual(new Set(['CANCELLED']))
  })

  it('keep their keys, whatever changes', () => {
    const keys = rentalStatuses.map((status) =>
      feedEvents({ ...tent, status, title: status, period: { start: '2026-12-01', end: '2026-12-02' } })
        .map(({ key }) => key)
        .join(' '),
    )
    expect(new Set(keys)).toEqual(
      new Set([
        feedEvents(tent)
          .map(({ key }) => key)
          .join(' '),
      ]),
    )
  })
})

it('a feed reaches 30 days back and a year ahead', () => {
  expect(feedSpan('2026-11-23')).toEqual({ start: '2026-10-24', end: '2027-11-23' })
})
