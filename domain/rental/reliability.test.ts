import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type OwnerRecord, reliabilityTexts } from './reliability.ts'

const nothing: OwnerRecord = {
  asked: 0,
  medianHours: null,
  approved: 0,
  decided: 0,
  promised: 0,
  calledOff: 0,
}
const says = (record: Partial<OwnerRecord>) => reliabilityTexts({ ...nothing, ...record })

describe('what a card says of an owner', () => {
  it('is how fast they answer, how often they accept, and whether they call off', () => {
    expect(
      says({ asked: 9, medianHours: 4.2, approved: 8, decided: 10, promised: 12, calledOff: 1 }),
    ).toEqual(['Usually answers within 6 hours', 'Accepts 80% of requests', 'Cancelled 1 of 12 rentals'])
    expect(says({ promised: 7 })).toEqual(['Has never cancelled on a renter'])
  })

  it('is nothing before five cases', () => {
    expect(says({ asked: 4, medianHours: 1, approved: 4, decided: 4, promised: 4, calledOff: 4 })).toEqual([])
    expect(says({ asked: 5, medianHours: 1, approved: 5, decided: 5, promised: 5 })).toHaveLength(3)
  })

  it('never says that someone is faster than they are', () => {
    const hours = (medianHours: number) => says({ asked: 5, medianHours })[0]
    expect(hours(0)).toBe('Usually answers within an hour')
    expect(hours(1)).toBe('Usually answers within an hour')
    expect(hours(1.01)).toBe('Usually answers within 3 hours')
    expect(hours(48)).toBe('Usually answers within 48 hours')
    fc.assert(
      fc.property(fc.double({ min: 0, max: 48, noNaN: true }), (median) => {
        const said = Number(/(\d+) hours/.exec(hours(median)!)?.[1] ?? 1)
        expect(said).toBeGreaterThanOrEqual(median)
      }),
    )
  })

  it('says 100% only of those who accepted every request', () => {
    expect(says({ approved: 199, decided: 200 })).toEqual(['Accepts 99% of requests'])
    expect(says({ approved: 200, decided: 200 })).toEqual(['Accepts 100% of requests'])
  })
})
