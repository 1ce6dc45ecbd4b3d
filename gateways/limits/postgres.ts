import type { Pool } from 'pg'
import { msAfter } from '#domain/time.ts'
import type { LimitStore } from './port.ts'

/** Whether a window that ended, or was begun by a wrong clock, begins anew. */
const begins = '(r.ends_at <= $6 or r.ends_at > $7)'

/**
 * Limits counted in the table `rate_limit`, for processes that share a database. Each count is one statement that
 * checks the limit itself, so concurrent counts never exceed it.
 */
export function postgresLimits(pool: Pool): LimitStore {
  return {
    async take({ name, key, part, points, seconds }, now) {
      const fresh = msAfter(now, seconds * 1000)
      if (points === 0) return { taken: false, endsAt: fresh }
      const wrong = msAfter(now, 2 * seconds * 1000)
      const taken = await pool.query<{ endsAt: Date }>(
        `insert into rate_limit as r (name, key, part, points, ends_at)
         values ($1, $2, $3, 1, $4)
         on conflict (name, key, part) do update set
           points = case when ${begins} then 1 else r.points + 1 end,
           ends_at = case when ${begins} then excluded.ends_at else r.ends_at end
         where ${begins} or r.points < $5
         returning ends_at as "endsAt"`,
        [name, key, part, fresh, points, now, wrong],
      )
      if (taken.rows[0]) return { taken: true, endsAt: taken.rows[0].endsAt }
      const full = await pool.query<{ endsAt: Date }>(
        'select ends_at as "endsAt" from rate_limit where name = $1 and key = $2 and part = $3',
        [name, key, part],
      )
      return { taken: false, endsAt: full.rows[0]?.endsAt ?? now }
    },
    async giveBack({ name, key, part }, endsAt) {
      await pool.query(
        `update rate_limit set points = points - 1
         where name = $1 and key = $2 and part = $3 and ends_at = $4 and points > 0`,
        [name, key, part, endsAt],
      )
    },
    async clear(name, key) {
      await pool.query('delete from rate_limit where name = $1 and key = $2', [name, key])
    },
    async deleteEnded(now) {
      await pool.query(
        `delete from rate_limit where (name, key, part) in
           (select name, key, part from rate_limit where ends_at <= $1 for update skip locked)`,
        [now],
      )
    },
    // The caller closes the pool that it opened.
    async close() {},
  }
}
