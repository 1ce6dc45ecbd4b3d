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
 * Begins tonight's run, unless one was done since two o'clock, is running in any process, or failed a moment ago; or,
 * for an admin, a run now. Refusals: `night` (nothing to do), `running`.
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
    await endInterrupted(tx, now)
    const verdict = askedBy === null ? await decideNight(tx, now) : await decideNow(tx)
    if (!verdict.ok) return verdict
    const run = { id: uuid(), beganAt: now, askedBy }
    await tx
      .insertInto('reconciliation')
      .values({ ...run, day: dayInManila(now) })
      .execute()
    return { ok: true as const, run }
  })
}

async function endInterrupted(tx: Tx, now: Date): Promise<void> {
  await tx
    .updateTable('reconciliation')
    .set({ endedAt: now, failure: 'It was interrupted.' })
    .where('endedAt', 'is', null)
    .where('beganAt', '<', new Date(now.getTime() - LEASE_MINUTES * 60_000))
    .execute()
}

async function decideNow(tx: Tx): Promise<Verdict> {
  const running = await sql`select from reconciliation where ended_at is null`.execute(tx)
  return running.rows.length > 0
    ? refuse('running', 'A reconciliation is under way already. Please look again in a moment.')
    : { ok: true }
}

async function decideNight(db: Db, now: Date): Promise<Verdict> {
  const { rows } = await sql`select from reconciliation where began_at >= ${nightOf(now)}
    and (failure is null or began_at > ${now}::timestamptz - make_interval(mins => ${AGAIN_MINUTES})) limit 1`.execute(
    db,
  )
  return rows.length > 0 || now < nightOf(now) ? refuse('night', 'There is nothing to do now.') : { ok: true }
}
