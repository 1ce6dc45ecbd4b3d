/** Repeatable random numbers: the same seed gives the same numbers. */
export type Chance = {
  /** From 0 up to 1. */
  next(): number
  /** A whole number from 0 up to `below`. */
  upTo(below: number): number
  /** Whether something with this likelihood happens. */
  is(likelihood: number): boolean
  pick<T>(from: readonly T[]): T
}

/** A sequence of random numbers from a seed (mulberry32). */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const upTo = (below: number) => Math.floor(next() * below)
  return { next, upTo, is: (likelihood) => next() < likelihood, pick: (from) => from[upTo(from.length)]! }
}

/**
 * Picks an index from 0 up to `count` by Zipf's law: the one at rank `k` with a weight of `1 / (k + flat)`, so that a
 * few come very often and most hardly ever.
 */
export function zipf(count: number, flat = 1): (chance: Chance) => number {
  const sums = new Float64Array(count)
  let sum = 0
  for (let k = 0; k < count; k++) sums[k] = sum += 1 / (k + flat)
  return (chance) => {
    const wanted = chance.next() * sum
    let [low, high] = [0, count - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if (sums[middle]! < wanted) low = middle + 1
      else high = middle
    }
    return low
  }
}

const hex = (chance: Chance, digits: number) =>
  chance
    .upTo(16 ** digits)
    .toString(16)
    .padStart(digits, '0')

/** A UUID of version 7 for an instant, as the server makes them. */
export function idAt(chance: Chance, moment: number): string {
  const time = moment.toString(16).padStart(12, '0')
  const variant = (8 + chance.upTo(4)).toString(16)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(chance, 3)}-${variant}${hex(chance, 3)}-${hex(chance, 12)}`
}
