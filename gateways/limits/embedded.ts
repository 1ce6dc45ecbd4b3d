import type { Pool } from 'pg'
import { inProcessLimits } from './in-process.ts'
import type { LimitStore, Window } from './port.ts'
import { postgresLimits } from './postgres.ts'

/**
 * The shortest window that the database counts. A shorter one is over soon after a restart, and some are counted at
 * every key that somebody types.
 */
const SHORTEST_STORED_SECONDS = 600

/**
 * Limits of a site with the embedded database, which has one process and one connection: windows of ten minutes or
 * more are counted in the table `rate_limit`, so that a restart does not forget them; shorter ones in this process.
 */
export function embeddedLimits(pool: Pool): LimitStore {
  const [stored, inMemory] = [postgresLimits(pool), inProcessLimits()]
  const storeOf = ({ seconds }: Window) => (seconds >= SHORTEST_STORED_SECONDS ? stored : inMemory)
  return {
    take: (window, now) => storeOf(window).take(window, now),
    giveBack: (window, endsAt) => storeOf(window).giveBack(window, endsAt),
    async clear(name, key) {
      await stored.clear(name, key)
      await inMemory.clear(name, key)
    },
    async deleteEnded(now) {
      await stored.deleteEnded(now)
      await inMemory.deleteEnded(now)
    },
    // The caller closes the pool that it opened.
    async close() {},
  }
}
