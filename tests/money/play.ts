import { sql } from 'kysely'
import { compareOrders } from '#server/reconciliation/compare-orders.ts'
import { compareOwnerSums, compareProviderBalance } from '#server/reconciliation/compare-books.ts'
import { audit } from './audit.ts'
import { auditLeft } from './audit-book.ts'
import { Crash } from './crash.ts'
import { gather } from './facts.ts'
import { later } from './later.ts'
import { prepareLocal } from './play-local.ts'
import { prepareShared } from './play-shared.ts'
import { finishEverything } from './rest.ts'
import type { Histories, Action } from './actions.ts'
import type { World } from './world.ts'

/** Midnight in Manila before the first history. */
const DAWN = Date.parse('2026-11-20T16:00:00Z')
/** An expected error, caused by the simulated faults. */
const foreseen = /"type":"Crash"|answered in an unexpected shape/

/**
 * Runs histories to their end; returns the errors at the end, and unexpected ones on the way. `n` distinguishes the
 * run from others.
 */
export async function play(
  world: World,
  { begins, places, meanwhile, rest }: Histories,
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
  const settled = await world.found(places.map(({ things }) => things))
  try {
    for (let tick = 0; ; tick++) {
      let left = false
      for (const [i, { first, then }] of places.entries()) {
        const action = tick === 0 ? { act: first, crash: null, again: false } : then[tick - 1]
        if (!action) continue
        left = true
        later(world, 1 / 60_000)
        await take(world, action, prepareLocal(world, settled[i]!, action.act))
      }
      const between = meanwhile[tick]
      if (between) await take(world, between, prepareShared(world, between.act))
      else if (!left) break
    }
    await finishEverything(world, settled, rest)
  } catch (error) {
    return [`unexpected: ${error instanceof Error ? error.stack : String(error)}`]
  }
  const always = new Date(0)
  const differences = [
    ...(await compareOrders(services.db, always)),
    ...(await compareProviderBalance(services.db)),
    ...(await compareOwnerSums(services.db, always)),
  ]
  const people = settled.flatMap(({ renters, owners }) => [...renters, ...owners])
  const facts = await gather(
    services.db,
    people.map(({ id }) => id),
    rows[0]!.last,
  )
  return [
    ...services.errors.filter((line) => !foreseen.test(line)),
    ...differences.map((one) => `the reconciliation finds ${JSON.stringify(one)}`),
    ...audit(facts, emulator.list()),
    ...auditLeft(facts),
  ]
}

/** Runs an action in a process that may die during it; then another process starts, and the person may press again. */
async function take({ crash }: World, action: Action, press: () => Promise<unknown>) {
  if (action.crash === null) return press()
  crash.start(action.crash)
  await press().catch((error: unknown) => {
    if (!(error instanceof Crash)) throw error
  })
  crash.start()
  return action.again ? press() : undefined
}
