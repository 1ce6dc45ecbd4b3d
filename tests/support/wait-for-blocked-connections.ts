import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/context.ts'

/** Resolves when so many connections to the database wait for a lock; rejects after five seconds with fewer. */
export async function waitForBlockedConnections(db: Db, connections = 1): Promise<void> {
  let waiting = 0
  for (let i = 0; i < 500; i++) {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    waiting = rows[0]!.n
    if (waiting >= connections) return
    await new Promise((done) => setTimeout(done, 10))
  }
  throw new Error(`${waiting} of ${connections} connections waited for a lock`)
}

/**
 * Starts acts that all lock the same row, so that they are at work at once and get the row in this order. `lock` is a
 * statement that locks that row. Returns their results in the same order.
 */
export async function queueForLock<T>(
  db: Db,
  lock: RawBuilder<unknown>,
  acts: (() => Promise<T>)[],
): Promise<T[]> {
  const results = await db.transaction().execute(async (tx) => {
    await lock.execute(tx)
    const started: Promise<T>[] = []
    for (const act of acts) {
      started.push(act())
      await waitForBlockedConnections(db, started.length)
    }
    return { started }
  })
  return Promise.all(results.started)
}
