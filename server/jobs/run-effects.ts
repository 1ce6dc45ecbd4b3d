import { sql } from 'kysely'
import { errorCodeOf } from '#domain/job/error-code.ts'
import { type JobKind, LONGEST_WAIT_SECONDS, retryAfter } from '#domain/job/job.ts'
import type { Services } from '../context.ts'
import type { Effect } from '../record.ts'
import { traced } from '../trace.ts'

const LEASE_SECONDS = 60

/** Which effects are done (all by default), and how many at once. */
export type Share = { kinds?: readonly JobKind[]; atOnce?: number }

type Leased = { id: number; kind: string; payload: unknown; attempts: number }

/**
 * Does the effects that are due, oldest first, until none is left; returns how many were done. Each is leased for a
 * minute by moving its due time (`for update skip locked`, so several processes share the work), done outside the
 * transaction, then marked. It never leases more than can begin at once; one that hangs does not stop the others. A
 * failed one is repeated after `retryAfter` and, when that returns null, is marked as failed and logged as an error;
 * only a code of the error is stored. One that is due later than any wait lasts was written while the clock was wrong,
 * and is due. Rejects when the database can't be reached.
 */
export async function runEffects(
  services: Services,
  doEffect: (effect: Effect & { id: number }) => Promise<void>,
  stopping: () => boolean = () => false,
  { kinds, atOnce = 1 }: Share = {},
): Promise<number> {
  let done = 0
  let finished: number[] = []
  const running = new Set<Promise<void>>()
  const work = async (row: Leased) => {
    try {
      await traced({ kind: 'job', name: row.kind, attributes: { 'hiram.job.tries': row.attempts } }, () =>
        doEffect(row as unknown as Effect & { id: number }),
      )
      finished.push(row.id)
      done++
    } catch (error) {
      await postpone(services, row, error).catch((why: unknown) =>
        // Its lease ends, and it is repeated.
        services.log.warn({ effectId: row.id, err: why }, 'a failed effect could not be postponed'),
      )
    }
  }
  try {
    for (;;) {
      const [marked, free] = [finished, stopping() ? 0 : atOnce - running.size]
      finished = []
      const rows = await markAndLease(services, marked, free, kinds).catch((error: unknown) => {
        finished.push(...marked)
        throw error
      })
      for (const row of rows) {
        const job: Promise<void> = work(row).finally(() => running.delete(job))
        running.add(job)
      }
      if (running.size === 0 && finished.length === 0) return done
      if (finished.length === 0) await Promise.race(running)
    }
  } finally {
    await Promise.allSettled(running)
    // After an error: an effect that is not marked is repeated when its lease ends.
    await markAndLease(services, finished, 0, kinds).catch(() => {})
  }
}

/** Marks effects as done and leases the next due ones, at most `most`, oldest first. One statement. */
async function markAndLease(
  { db, clock }: Services,
  done: readonly number[],
  most: number,
  kinds: readonly JobKind[] | undefined,
): Promise<Leased[]> {
  if (done.length === 0 && most === 0) return []
  const now = clock.now()
  const ofShare = kinds ? sql`and kind = any(${kinds}::text[])` : sql``
  const { rows } = await sql<Leased>`
    with marked as (update effect set done_at = ${now}, last_error = null where id = any(${[...done]}::bigint[]))
    update effect set attempts = attempts + 1, due_at = ${now}::timestamptz + make_interval(secs => ${LEASE_SECONDS})
    where id in (select id from effect where done_at is null and failed_at is null
        and (due_at <= ${now} or due_at > ${now}::timestamptz + make_interval(secs => ${LONGEST_WAIT_SECONDS}))
        ${ofShare} and id <> all(${[...done]}::bigint[])
      order by due_at, id limit ${most} for update skip locked)
    returning id, kind, payload, attempts`.execute(db)
  return rows.sort((a, b) => a.id - b.id)
}

/** Stores that an effect failed, unless its lease ended meanwhile and it was done, or leased again. */
async function postpone(services: Services, row: Leased, error: unknown) {
  const now = services.clock.now()
  const seconds = retryAfter(row.attempts)
  services.log[seconds === null ? 'error' : 'warn'](
    { effectId: row.id, kind: row.kind, attempts: row.attempts, err: error },
    'effect failed',
  )
  await services.db
    .updateTable('effect')
    .set({
      lastError: errorCodeOf(error),
      ...(seconds === null ? { failedAt: now } : { dueAt: new Date(now.getTime() + seconds * 1000) }),
    })
    .where('id', '=', row.id)
    .where('doneAt', 'is', null)
    .where('attempts', '=', row.attempts)
    .execute()
}
