import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { play } from './play.ts'
import { histories } from './actions.ts'
import { openWorld, type World } from './world.ts'

/** The most histories that run in parallel. */
const AT_ONCE = 9
/** How long a failure is shrunk, in milliseconds. */
const SHRINK_MS = Number(process.env.HISTORY_SHRINK_SECONDS ?? 60) * 1000

/**
 * Runs histories from a seed until `wanted` are done. A failure is shrunk and printed with the settings that repeat
 * it: `HISTORY_SEED=… HISTORY_PATH=…`. `HISTORIES` runs more or fewer, `HISTORY_SEED=random` other ones each time.
 */
export function playHistories(wanted: number, seed: number): void {
  const { HISTORY_SEED, HISTORY_PATH, HISTORIES } = process.env
  const many = Number(HISTORIES ?? wanted)
  const chosen = HISTORY_SEED === 'random' ? Date.now() % 2 ** 31 : Number(HISTORY_SEED ?? seed)
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world.close())

  test(`whatever happens to ${many} places, their books balance and nobody lacks a centavo or a day`, async () => {
    let runs = 0
    let played = 0
    let failedAt = Number.POSITIVE_INFINITY
    const property = fc.asyncProperty(histories(AT_ONCE), async (given) => {
      if (played >= many || performance.now() - failedAt > SHRINK_MS) return
      const mistakes = await play(world, given, runs++)
      if (failedAt === Number.POSITIVE_INFINITY) played += given.places.length
      if (mistakes.length === 0) return
      failedAt = Math.min(failedAt, performance.now())
      // A failed run must not affect the next.
      await world.close()
      world = await openWorld()
      throw new Error(mistakes.join('\n'))
    })
    const began = performance.now()
    const result = await fc.check(property, { numRuns: many, seed: chosen, path: HISTORY_PATH })
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    console.log(`${played} histories from seed ${chosen} in ${seconds} s`)
    if (result.failed)
      expect.fail(
        `after ${played} histories, HISTORY_SEED=${result.seed} HISTORY_PATH=${result.counterexamplePath}\n` +
          `${String(result.errorInstance)}\n${JSON.stringify(result.counterexample)}`,
      )
    expect(played).toBeGreaterThanOrEqual(many)
  }, 1_200_000)
}
