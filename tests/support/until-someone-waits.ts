import { sql } from 'kysely'
import type { Db } from '#server/context.ts'

/** Resolves when a connection to the database waits for a lock; rejects after five seconds without one. */
export async function untilSomeoneWaits(db: Db): Promise<void> {
  for (let i = 0; i < 500; i++) {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    if (rows[0]!.n > 0) return
    await new Promise((done) => setTimeout(done, 10))
  }
  throw new Error('nobody waited for a lock')
}
