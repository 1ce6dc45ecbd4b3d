import { beforeEach, describe, expect, it } from 'vitest'
import { beginHearing, lastCounts, listen, tell } from './hub.ts'
import type { LiveEvent } from './news.ts'

const rental = (id: number): LiveEvent => ({ kind: 'rental', data: { id, rentalId: 'r', status: 'Active' } })

function hearing(after: number) {
  const heard: LiveEvent[] = []
  const stop = listen((event) => heard.push(event), after)
  return { heard, stop }
}

beforeEach(() => beginHearing(10))

describe('what a tab was told', () => {
  it('is told again to a part of a page that was read before it, once and in order', () => {
    for (const id of [11, 12, 13]) tell(rental(id))
    const { heard } = hearing(11)
    tell(rental(14))
    expect(heard).toEqual([12, 13, 14].map(rental))
  })

  it('of the moment is not told again', () => {
    tell({ kind: 'typing', data: { threadId: 't' } })
    tell({ kind: 'counts', data: { messages: 3, notices: 1, newsId: 10 } })
    expect(hearing(10).heard).toEqual([])
    expect(lastCounts()).toEqual({ messages: 3, notices: 1, newsId: 10 })
  })

  it('is too much to keep: who comes late reads the page anew', () => {
    for (let id = 11; id <= 230; id++) tell(rental(id))
    const { heard } = hearing(12)
    expect(heard[0]).toEqual({ kind: 'reset', data: { id: 30 } })
    expect(heard.slice(1)).toEqual(Array.from({ length: 200 }, (_, i) => rental(31 + i)))
  })

  it('goes on after a reset, with nothing from before it', () => {
    const early = hearing(10)
    tell(rental(11))
    tell({ kind: 'reset', data: { id: 5 } })
    tell(rental(6))
    expect(early.heard.map(({ kind }) => kind)).toEqual(['rental', 'reset', 'rental'])
    expect(hearing(5).heard).toEqual([rental(6)])
  })

  it('is not told to someone who listens no more, nor to the next account', () => {
    const { heard, stop } = hearing(10)
    stop()
    tell(rental(11))
    expect(heard).toEqual([])
    beginHearing(0)
    expect(lastCounts()).toBeNull()
    expect(hearing(0).heard).toEqual([])
  })
})
