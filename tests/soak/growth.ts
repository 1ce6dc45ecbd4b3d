import type { Sample } from './samples.ts'

/** What may not grow, and by how much it may differ all the same: a factor, or a number that is always small. */
const bounds: Record<'memory' | 'handles' | 'connections' | 'dead' | 'bytesPerRow', [number, number]> = {
  memory: [1.15, 0],
  handles: [1.1, 0],
  connections: [1, 10],
  dead: [1.2, 0.2],
  bytesPerRow: [1.2, 0],
}

/**
 * What grew: names of `bounds` whose least value in the last quarter of the time is above its bound, which comes from
 * the second quarter. The first quarter fills caches and pools, and the least value of many is the one after a
 * collection of garbage or a vacuum.
 */
export function grown(samples: readonly Sample[]): string[] {
  const quarter = Math.floor(samples.length / 4)
  const least = (part: readonly Sample[], name: keyof typeof bounds) =>
    Math.min(...part.map((sample) => sample[name]))
  return (Object.keys(bounds) as (keyof typeof bounds)[]).filter((name) => {
    const [factor, always] = bounds[name]
    const before = least(samples.slice(quarter, 2 * quarter), name)
    return least(samples.slice(-quarter), name) > Math.max(before * factor, always)
  })
}
