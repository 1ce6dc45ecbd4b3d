import { sql } from 'kysely'
import { type JobService, jobServices, kindsOf } from '#domain/job/job.ts'
import { minutesAfter } from '#domain/time.ts'
import type { Services } from '../context.ts'
import { type FailingSweep, listFailingSweeps } from '../failing-sweeps.ts'
import { resultWithin } from '../result-within.ts'
import { type DataDir, readDataDir } from './data-dir.ts'

/**
 * The jobs of one lane. `oldestSeconds` is the age of the oldest that is due, or was tried and refused; null when
 * there is none. `isStuck`: most of its newest jobs are late, not only those to a few addresses that don’t exist.
 */
export type LaneHealth = {
  lane: JobService
  waiting: number
  failed: number
  oldestSeconds: number | null
  isStuck: boolean
}

/** The last reconciliation that ended. `failure` says why it failed; `unexplained` counts its open differences. */
export type ReconciliationHealth = { at: Date; failure: string | null; unexplained: number }

/** The state of what all processes of the site share, and of this machine's disk. Sizes are in bytes. */
export type SiteHealth = {
  lanes: LaneHealth[]
  database: { version: string; bytes: number; migrations: number; newestMigration: string }
  reconciliation: ReconciliationHealth | null
  failingSweeps: FailingSweep[]
} & DataDir

/** A disk that went away, as one of the network does, may never answer; it is no reason to call the database down. */
const DISK_PATIENCE_MS = 1000
const unreadable: DataDir = { disk: null, backup: 'unreadable' }

/** Reads the state of the site. Rejects when the database does not answer. */
export async function readSiteHealth(
  services: Pick<Services, 'db' | 'clock' | 'settings' | 'log'>,
): Promise<SiteHealth> {
  const { db, clock, settings, log } = services
  const [lanes, rest, failingSweeps, dataDir] = await Promise.all([
    readLanes(db, clock.now()),
    readDatabase(db),
    listFailingSweeps(services),
    resultWithin(readDataDir(settings.dataDir, log), DISK_PATIENCE_MS),
  ])
  return { lanes, ...rest, failingSweeps, ...(dataDir ?? unreadable) }
}

/** A lane is stuck when so many of its jobs are late, and fewer of those written after them are done. */
const STUCK_JOBS = 5
const STUCK_MINUTES = 15

async function readLanes(db: Services['db'], now: Date): Promise<LaneHealth[]> {
  const before = minutesAfter(now, -STUCK_MINUTES)
  const wanted = jobServices.map((lane, i) => sql`(${i}::int, ${lane}::text, ${kindsOf(lane)}::text[])`)
  // Materialized: else, while many jobs wait, all jobs ever done are read for each lane, to find its newest late ones.
  // What was done after those is found as a range of `(kind, id)`: by the id alone, all lanes' jobs would be read.
  const { rows } = await sql<LaneHealth>`
    with unfinished as materialized (
      select id, kind, created_at, due_at, attempts, failed_at from effect where done_at is null)
    select l.lane, u.*, late.id is not null and (select count(*) from unnest(l.kinds) k cross join lateral (
        select from effect d where (d.kind, d.id) > (k, late.id) and d.kind <= k and d.done_at is not null
        limit ${STUCK_JOBS}) later) < ${STUCK_JOBS} as is_stuck
    from (values ${sql.join(wanted)}) l (place, lane, kinds)
    cross join lateral (select count(*) filter (where e.failed_at is null)::int as waiting,
        count(e.failed_at)::int as failed, extract(epoch from ${now}::timestamptz - min(e.created_at)
          filter (where e.failed_at is null and (e.attempts > 0 or e.due_at <= ${now})))::float8 as oldest_seconds
      from unfinished e where e.kind = any(l.kinds)) u
    left join lateral (select e.id from unfinished e where e.kind = any(l.kinds)
      and e.failed_at is null and e.created_at < ${before} and (e.attempts > 0 or e.due_at < ${before})
      order by e.id desc offset ${STUCK_JOBS - 1} limit 1) late on true
    order by l.place`.execute(db)
  return rows
}

type Found = SiteHealth['database'] & {
  at: Date | null
  failure: string | null
  unexplained: number
}

async function readDatabase(db: Services['db']): Promise<Pick<SiteHealth, 'database' | 'reconciliation'>> {
  const { rows } = await sql<Found>`
    select current_setting('server_version') as version, pg_database_size(current_database())::float8 as bytes,
      m.migrations, m.newest_migration, n.ended_at as at, n.failure,
      (select count(*)::int from reconciliation_difference d
        where d.reconciliation_id = n.id and d.explained_at is null) as unexplained
    from (select count(*)::int as migrations, max(name) as newest_migration from kysely_migration) m
    left join lateral (select id, ended_at, failure from reconciliation where ended_at is not null
      order by began_at desc, id desc limit 1) n on true`.execute(db)
  const { at, failure, unexplained, ...database } = rows[0]!
  return { database, reconciliation: at && { at, failure, unexplained } }
}
