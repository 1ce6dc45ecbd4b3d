import { sql } from 'kysely'
import { audit } from './audit.ts'
import { Crash } from './crash.ts'
import { gather } from './facts.ts'
import { later } from './later.ts'
import { prepareLocal } from './play-local.ts'
import { prepareShared } from './play-shared.ts'
import { comeToRest } from './rest.ts'
import type { Histories, Step } from './steps.ts'
import type { World } from './world.ts'

/** Midnight in Manila before the first history. */
const DAWN = Date.parse('2026-11-20T16:00:00Z')
/** An error that belongs to what was made to go wrong. */
const foreseen = /"type":"Crash"|answered in an unexpected shape/

/**
 * Plays histories to their end; what is wrong then, or went wrong on the way as nobody foresaw. `n` tells them from
 * others.
 */
export async function play(
  world: World,
  { begins, towns, meanwhile, rest }: Histories,
  n: number,
): Promise<string[]> {
  const { services, emulator, crash } = world
  crash.start()
  emulator.reset()
  services.errors.length = 0
  services.clock.set(new Date(DAWN + n * 101))
  later(world, begins)
  const { rows } = await sql<{ last: number }>`select coalesce(max(id), 0) as last from effect`.execute(
    services.db,
  )
  const settled = await world.found(towns.map(({ things }) => things))
  try {
    for (let tick = 0; ; tick++) {
      let left = false
      for (const [i, { first, then }] of towns.entries()) {
        const step = tick === 0 ? { act: first, crash: null, again: false } : then[tick - 1]
        if (!step) continue
        left = true
        later(world, 1 / 60_000)
        await take(world, step, prepareLocal(world, settled[i]!, step.act))
      }
      const between = meanwhile[tick]
      if (between) await take(world, between, prepareShared(world, between.act))
      else if (!left) break
    }
    await comeToRest(world, settled, rest)
  } catch (error) {
    return [`unexpected: ${error instanceof Error ? error.stack : String(error)}`]
  }
  const people = settled.flatMap(({ renters, owners }) => [...renters, ...owners])
  const facts = await gather(
    services.db,
    people.map(({ id }) => id),
    rows[0]!.last,
  )
  return [...services.errors.filter((line) => !foreseen.test(line)), ...audit(facts, emulator.list())]
}

/**
 * Takes a step, in a process that may die of it; then another one goes on, and whoever had pressed may press again.
 */
async function take({ crash }: World, step: Step, press: () => Promise<unknown>) {
  if (step.crash === null) return press()
  crash.start(step.crash)
  await press().catch((error: unknown) => {
    if (!(error instanceof Crash)) throw error
  })
  crash.start()
  return step.again ? press() : undefined
}
