import { beforeEach, describe, expect, it } from 'vitest'
import { startListening, lastCounts, listen, emit } from './hub.ts'
import type { StreamEvent } from './live-events.ts'

const rental = (id: number): StreamEvent => ({
  kind: 'rental',
  data: { id, rentalId: 'r', status: 'Active' },
})

function listening(after: number) {
  const received: StreamEvent[] = []
  const stop = listen((event) => received.push(event), after)
  return { received, stop }
}

beforeEach(() => startListening(10))

describe('the events that a tab received', () => {
  it('are repeated once and in order to a part of a page whose data is older', () => {
    for (const id of [11, 12, 13]) emit(rental(id))
    const { received } = listening(11)
    emit(rental(14))
    expect(received).toEqual([12, 13, 14].map(rental))
  })

  it('are not repeated if they have no id', () => {
    emit({ kind: 'typing', data: { threadId: 't' } })
    emit({ kind: 'counts', data: { messages: 3, notices: 1, lastEventId: 10 } })
    expect(listening(10).received).toEqual([])
    expect(lastCounts()).toEqual({ messages: 3, notices: 1, lastEventId: 10 })
  })

  it('are limited: a listener that comes too late gets a reset', () => {
    for (let id = 11; id <= 230; id++) emit(rental(id))
    const { received } = listening(12)
    expect(received[0]).toEqual({ kind: 'reset', data: { id: 30 } })
    expect(received.slice(1)).toEqual(Array.from({ length: 200 }, (_, i) => rental(31 + i)))
  })

  it('continue after a reset, without any from before it', () => {
    const early = listening(10)
    emit(rental(11))
    emit({ kind: 'reset', data: { id: 5 } })
    emit(rental(6))
    expect(early.received.map(({ kind }) => kind)).toEqual(['rental', 'reset', 'rental'])
    expect(listening(5).received).toEqual([rental(6)])
  })

  it('do not reach removed listeners, nor the next account', () => {
    const { received, stop } = listening(10)
    stop()
    emit(rental(11))
    expect(received).toEqual([])
    startListening(0)
    expect(lastCounts()).toBeNull()
    expect(listening(0).received).toEqual([])
  })
})
