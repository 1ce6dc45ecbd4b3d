import { sql } from 'kysely'
import { errorCodeOf } from '#domain/job/error-code.ts'
import type { Services } from '../context.ts'
import { type Failures, notingFailures } from '../sweep-each.ts'

/** For how long a sweep counts as under way without a sign of its process. */
const SILENT_MS = 15_000

/**
 * Runs a sweep unless another process is at it, or one began it less than `restMs` ago: however many processes there
 * are, its beginnings are at least `restMs` apart. While it runs, the process says so every few seconds; no connection
 * is held for it. If the process dies or hangs, another may begin when both `SILENT_MS` and `restMs` are over; one
 * that hung then goes on beside it, which every sweep allows. At its end it is stored how many things it could not do;
 * nothing is stored when it could do all while `stopping`, as it may have skipped those that fail. Returns whether it
 * ran; throws what the sweep throws.
 */
export async function takeTurn(
  { db, log }: Pick<Services, 'db' | 'log'>,
  name: string,
  restMs: number,
  sweep: () => Promise<unknown>,
  stopping: () => boolean = () => false,
): Promise<boolean> {
  const silent = sql`make_interval(secs => ${SILENT_MS / 1000})`
  const rest = sql`make_interval(secs => ${restMs / 1000})`
  // A time too far ahead was written while the clock of the database was wrong.
  const { rows } = await sql<{ beganAt: string }>`
    insert into sweep_turn as t (name, began_at, busy_until) values (${name}, now(), now() + ${silent})
    on conflict (name) do update set began_at = excluded.began_at, busy_until = excluded.busy_until
      where (t.busy_until <= now() or t.busy_until > now() + 2 * ${silent})
        and (t.began_at <= now() - ${rest} or t.began_at > now() + ${rest})
    returning t.began_at::text as began_at`.execute(db)
  if (!rows[0]) return false
  const { beganAt } = rows[0]
  // A process that was silent for too long must not write over the turn of another.
  const sayBusy = (until: typeof silent, more = sql``) =>
    sql`update sweep_turn t set busy_until = ${until}${more}
      where name = ${name} and began_at = ${beganAt}::timestamptz`
      .execute(db)
      .catch((error: unknown) =>
        log.warn({ err: error, job: name }, 'a sweep could not say until when it runs'),
      )
  let lastSign: Promise<unknown> = Promise.resolve()
  const signs = setInterval(() => {
    lastSign = sayBusy(sql`now() + ${silent}`)
  }, SILENT_MS / 3)
  const failures: Failures = { count: 0, last: null }
  try {
    await notingFailures(failures, sweep)
  } finally {
    clearInterval(signs)
    await lastSign
    await sayBusy(sql`now()`, isCutShort(failures, stopping) ? sql`` : sql`, ${noted(failures)}`)
  }
  return true
}

/**
 * Runs a sweep that every process does, without a turn, and notes how many things it could not do, as `takeTurn` does.
 * Throws what the sweep throws.
 */
export async function noteSweep(
  { db, log }: Pick<Services, 'db' | 'log'>,
  name: string,
  sweep: () => Promise<unknown>,
  stopping: () => boolean = () => false,
): Promise<void> {
  const failures: Failures = { count: 0, last: null }
  try {
    await notingFailures(failures, sweep)
  } finally {
    const { count, last } = failures
    const since = count === 0 ? sql`null` : sql`now()`
    if (!isCutShort(failures, stopping))
      await sql`insert into sweep_turn as t (name, began_at, busy_until, failures, last_error, failing_since)
        values (${name}, now(), now(), ${count}, ${count === 0 ? null : errorCodeOf(last)}, ${since})
        on conflict (name) do update set began_at = excluded.began_at, ${noted(failures)}`
        .execute(db)
        .catch((error: unknown) =>
          log.warn({ err: error, job: name }, 'what a sweep could not do was not stored'),
        )
  }
}

const isCutShort = ({ count }: Failures, stopping: () => boolean) => count === 0 && stopping()

const noted = ({ count, last }: Failures) => sql`failures = ${count},
  last_error = ${count === 0 ? null : errorCodeOf(last)},
  failing_since = case when ${count} = 0 then null else coalesce(t.failing_since, now()) end`
