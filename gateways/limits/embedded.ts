import type { Pool } from 'pg'
import { inProcessLimits } from './in-process.ts'
import type { LimitStore, Window } from './port.ts'
import { postgresLimits } from './postgres.ts'

/** Shorter windows are over soon after a restart, and some are counted at every key that somebody types. */
const KEPT_SECONDS = 600

/**
 * Limits of a site with the embedded database, which has one process and one connection: windows of ten minutes or
 * more are counted in the table `rate_limit`, so that a restart does not forget them; shorter ones in this process.
 */
export function embeddedLimits(pool: Pool): LimitStore {
  const [kept, brief] = [postgresLimits(pool), inProcessLimits()]
  const storeOf = ({ seconds }: Window) => (seconds >= KEPT_SECONDS ? kept : brief)
  return {
    take: (window, now) => storeOf(window).take(window, now),
    giveBack: (window, endsAt) => storeOf(window).giveBack(window, endsAt),
    async clear(name, key) {
      await kept.clear(name, key)
      await brief.clear(name, key)
    },
    async sweep(now) {
      await kept.sweep(now)
      await brief.sweep(now)
    },
    // The caller closes the pool that it opened.
    async close() {},
  }
}
