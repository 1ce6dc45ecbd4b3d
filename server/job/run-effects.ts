import { type RawBuilder, sql } from 'kysely'
import { errorCodeOf } from '#domain/job/error-code.ts'
import {
  type JobKind,
  jobKinds,
  LONGEST_WAIT_SECONDS,
  MAX_JOB_ATTEMPTS,
  retryAfter,
} from '#domain/job/job.ts'
import { msAfter } from '#domain/time.ts'
import type { Services } from '../context.ts'
import type { Effect } from '../record.ts'
import { traced } from '../trace.ts'

/** How long a job that is being tried is kept from others; its due time is moved by that. */
export const LEASE_SECONDS = 60
const RENEWED_EVERY_MS = 20_000
/** For 15 minutes: the longest call, a mail server that accepts a mail late, may take 10 minutes. */
const MAX_RENEWALS = 45

/**
 * Which effects are done (all by default), and how many at once (1 by default). `listen` gets a function: whoever
 * writes effects calls it, and the run then looks for due ones even while it waits for slow ones.
 */
export type RunOptions = { kinds?: readonly JobKind[]; atOnce?: number; listen?: (wake: () => void) => void }

const allKinds = Object.keys(jobKinds) as JobKind[]

type Leased = { id: number; kind: string; payload: unknown; attempts: number }

/** The last allowed attempt left no result: its process ended, or it hung. */
class Interrupted extends Error {
  override name = 'Interrupted'
}

/**
 * Does the effects that are due, those that are due longest first, until none is left; returns how many were done.
 *
 * - Lease: it moves the due time of an effect by a minute (`for update skip locked`, so several processes share the
 *   work), does the effect outside any transaction, and then marks it as done. It leases only what has a free place of
 *   `atOnce`. If the process ends meanwhile, the effect is done again when its lease ends.
 * - While an effect is being done its lease is renewed, for 15 minutes at most; then another run may do it, too. The
 *   run ends only when all that it began has ended.
 * - A failed effect is tried again after `retryAfter`. When that returns null (no attempt is left, or the service
 *   refused for good) it is marked as failed. Only a code of the error is stored; the last attempt is logged as an
 *   error. A lease counts as an attempt, so that an effect which ends its process every time is given up, too.
 * - Rejects when the database can't be reached and no effect is being done.
 */
export async function runEffects(
  services: Services,
  doEffect: (effect: Effect & { id: number }) => Promise<void>,
  stopping: () => boolean = () => false,
  { kinds = allKinds, atOnce = 1, listen }: RunOptions = {},
): Promise<number> {
  let done = 0
  let finished: number[] = []
  let looksAgain = false
  let goOn = () => {}
  const wake = () => {
    looksAgain = true
    goOn()
  }
  listen?.(wake)
  const running = new Set<Promise<void>>()
  const renewalsOf = new Map<Leased, number>()
  const work = async (row: Leased) => {
    try {
      if (row.attempts > MAX_JOB_ATTEMPTS) throw new Interrupted()
      renewalsOf.set(row, 0)
      await traced({ kind: 'job', name: row.kind, attributes: { 'hiram.job.tries': row.attempts } }, () =>
        doEffect(row as unknown as Effect & { id: number }),
      )
      renewalsOf.delete(row)
      finished.push(row.id)
      done++
    } catch (error) {
      renewalsOf.delete(row)
      await storeFailure(services, row, error).catch((why: unknown) =>
        // When its lease ends, it is tried again.
        services.log.warn({ effectId: row.id, err: why }, 'a failed effect could not be postponed'),
      )
    }
  }
  const renewing = setInterval(() => {
    const toRenew = [...renewalsOf].filter(([, renewals]) => renewals < MAX_RENEWALS)
    for (const [row, renewals] of toRenew) renewalsOf.set(row, renewals + 1)
    renew(
      services,
      toRenew.map(([row]) => row),
    ).catch((err: unknown) => services.log.warn({ err }, 'leases of effects could not be renewed'))
  }, RENEWED_EVERY_MS)
  try {
    for (;;) {
      looksAgain = false
      const [toMark, freePlaces] = [finished, stopping() ? 0 : Math.max(0, atOnce - running.size)]
      finished = []
      const rows = await markAndLease(services, toMark, freePlaces, kinds).catch((error: unknown) => {
        finished.push(...toMark)
        if (running.size === 0) throw error
        return []
      })
      for (const row of rows) {
        const job: Promise<void> = work(row).finally(() => {
          running.delete(job)
          wake()
        })
        running.add(job)
      }
      if (running.size === 0 && !looksAgain) return done
      if (!looksAgain) await new Promise<void>((next) => (goOn = next))
    }
  } finally {
    await Promise.allSettled(running)
    clearInterval(renewing)
    // After an error: an effect that is not marked is repeated when its lease ends.
    await markAndLease(services, finished, 0, kinds).catch(() => {})
  }
}

/**
 * SQL: the `id` and `due_at` of the effects that are due, without `except`: at most `most` of each kind and range of
 * due times. A due time beyond the longest wait comes from a wrong clock: such an effect is due now. Each range of
 * each kind is read by itself, in the order of the index: so the statement reads only what it returns, however many
 * others wait, and whatever the planner believes about the table. `locking` is the end of the statement that reads one
 * range.
 */
export const dueEffects = (
  kinds: RawBuilder<unknown>,
  now: Date,
  {
    most,
    except = [],
    locking = sql``,
  }: { most: number; except?: readonly number[]; locking?: RawBuilder<unknown> },
) => sql`
  select d.id, d.due_at from unnest(${kinds}) k (kind)
    cross join (values ('-infinity'::timestamptz, ${now}::timestamptz),
      (${now}::timestamptz + make_interval(secs => ${LONGEST_WAIT_SECONDS}), 'infinity')) r (after, until)
    cross join lateral (select id, due_at from effect
      where kind = k.kind and done_at is null and failed_at is null and due_at > r.after and due_at <= r.until
        and id <> all(${[...except]}::bigint[])
      order by due_at, id limit ${most} ${locking}) d`

/**
 * Marks effects as done and leases the next due ones, at most `most`, those that are due longest. One statement; while
 * it runs it locks all that `dueEffects` reads, and another run skips these. Do NOT write the array as
 * `id in (select …)`: that may be planned as a join, which runs the limited query once per row.
 */
async function markAndLease(
  { db, clock }: Services,
  done: readonly number[],
  most: number,
  kinds: readonly JobKind[],
): Promise<Leased[]> {
  if (done.length === 0 && most === 0) return []
  const now = clock.now()
  const due = dueEffects(sql`${kinds}::text[]`, now, {
    most,
    except: done,
    locking: sql`for update skip locked`,
  })
  // For an array without elements the planner may choose any partial index, and read all of it.
  const marked =
    done.length === 0
      ? sql``
      : sql`with marked as (
    update effect set done_at = ${now}, last_error = null where id = any(${[...done]}::bigint[]))`
  const { rows } = await sql<Leased>`${marked}
    update effect set attempts = attempts + 1, due_at = ${now}::timestamptz + make_interval(secs => ${LEASE_SECONDS})
    where id = any(array(select due.id from (${due}) due order by due.due_at, due.id limit ${most}))
    returning id, kind, payload, attempts`.execute(db)
  return rows.sort((a, b) => a.id - b.id)
}

/** Leases effects for a minute from now, unless their lease ended meanwhile and they were leased again. */
async function renew({ db, clock }: Services, rows: readonly Leased[]): Promise<void> {
  if (rows.length === 0) return
  const until = msAfter(clock.now(), LEASE_SECONDS * 1000)
  const [ids, attempts] = [rows.map(({ id }) => id), rows.map((row) => row.attempts)]
  await sql`update effect e set due_at = greatest(e.due_at, ${until})
    from unnest(${ids}::bigint[], ${attempts}::int[]) leased (id, attempts)
    where e.id = leased.id and e.attempts = leased.attempts and e.done_at is null and e.failed_at is null`.execute(
    db,
  )
}

/** Stores that an effect failed, unless its lease ended meanwhile and it was done, or leased again. */
async function storeFailure(services: Services, row: Leased, error: unknown) {
  const now = services.clock.now()
  const seconds = retryAfter(row.attempts, error)
  services.log[row.attempts >= MAX_JOB_ATTEMPTS ? 'error' : 'warn'](
    { effectId: row.id, kind: row.kind, attempts: row.attempts, err: error },
    'effect failed',
  )
  await services.db
    .updateTable('effect')
    .set({
      lastError: errorCodeOf(error),
      ...(seconds === null ? { failedAt: now } : { dueAt: msAfter(now, seconds * 1000) }),
    })
    .where('id', '=', row.id)
    .where('doneAt', 'is', null)
    .where('attempts', '=', row.attempts)
    .execute()
}
