import { expect, it } from 'vitest'
import { grown } from './growth.ts'
import type { Sample } from './samples.ts'

const samples = (memory: (minute: number) => number): Sample[] =>
  Array.from({ length: 40 }, (_, minute) => ({
    minute,
    requests: 0,
    failed: 0,
    memory: memory(minute),
    handles: 60,
    connections: 8,
    dead: 0.1,
    bytesPerRow: 900,
    jobAge: 0,
  }))

it('what rises all the time has grown', () => {
  expect(grown(samples((minute) => 200 + 3 * minute))).toEqual(['memory'])
})

it('what rises at first, or up and down, has not', () => {
  expect(grown(samples((minute) => Math.min(300, 150 + 20 * minute)))).toEqual([])
  expect(grown(samples((minute) => 250 + 80 * Math.sin(minute)))).toEqual([])
})
