import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { nightOf } from '#domain/reconciliation/reconciliation.ts'
import { dayInManila } from '#domain/period.ts'
import { refuse, type Verdict } from '#domain/verdict.ts'
import type { Db, Services, Tx } from '../context.ts'
import { inTransaction } from '../record.ts'

/** After how many minutes an unfinished run counts as interrupted. */
const LEASE_MINUTES = 15
/** After how many minutes a failed nightly run is tried again. */
const AGAIN_MINUTES = 30

export type Run = { id: string; beganAt: Date; askedBy: string | null }

/**
 * Begins the run of the night that began at 2:00 in Manila, unless one of it succeeded, is running in any process, or
 * failed less than half an hour ago; `askedBy` is null. For an admin, it begins a run now unless one is running.
 * Refusals: `night` (nothing to do), `running`.
 */
export async function beginReconciliation(
  services: Services,
  { askedBy }: { askedBy: string | null },
): Promise<Verdict<{ run: Run }>> {
  // This is called every minute; most of the time it needs no lock.
  const early = askedBy === null ? await decideNight(services.db, services.clock.now()) : null
  if (early && !early.ok) return early
  return inTransaction(services, async (tx) => {
    await sql`lock table reconciliation in share row exclusive mode`.execute(tx)
    const now = services.clock.now()
    const verdict = askedBy === null ? await decideNight(tx, now) : await decideNow(tx, now)
    if (!verdict.ok) return verdict
    await endInterrupted(tx)
    const run = { id: uuid(), beganAt: now, askedBy }
    await tx
      .insertInto('reconciliation')
      .values({ ...run, day: dayInManila(now) })
      .execute()
    return { ok: true as const, run }
  })
}

/** Ends runs that were interrupted. The caller has seen that none is running, so each without an end was. */
async function endInterrupted(tx: Tx): Promise<void> {
  await tx
    .updateTable('reconciliation')
    .set({ endedAt: sql`began_at + make_interval(mins => ${LEASE_MINUTES})`, failure: 'It was interrupted.' })
    .where('endedAt', 'is', null)
    .execute()
}

const lease = sql`make_interval(mins => ${sql.lit(LEASE_MINUTES)})`
/** SQL: a run that began much later than now was begun by a wrong clock, and keeps none from beginning. */
const isOurTime = (now: Date) => sql`began_at <= ${now}::timestamptz + ${lease}`
/** Whether a run is under way and not interrupted: an SQL condition on `reconciliation`. */
const isRunning = (now: Date) =>
  sql`(ended_at is null and began_at > ${now}::timestamptz - ${lease} and ${isOurTime(now)})`

async function decideNow(tx: Tx, now: Date): Promise<Verdict> {
  const running = await sql`select from reconciliation where ${isRunning(now)}`.execute(tx)
  return running.rows.length > 0
    ? refuse('running', 'A reconciliation is under way already. Please look again in a moment.')
    : { ok: true }
}

async function decideNight(db: Db, now: Date): Promise<Verdict> {
  const { rows } = await sql`select from reconciliation where began_at >= ${nightOf(now)}
    and ${isOurTime(now)} and (${isRunning(now)} or (ended_at is not null and failure is null)
      or (failure is not null and began_at > ${now}::timestamptz - make_interval(mins => ${AGAIN_MINUTES})))
    limit 1`.execute(db)
  return rows.length > 0 || now < nightOf(now) ? refuse('night', 'There is nothing to do now.') : { ok: true }
}
