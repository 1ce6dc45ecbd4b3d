import { sql } from 'kysely'
import type { RowOf } from '#db/schema.ts'
import type { HeadAdmin } from '#domain/access.ts'
import { aboutText, jobServices, jobText, kindsOf, LATE_MINUTES, serviceText } from '#domain/job/job.ts'
import { minutesAfter } from '#domain/time.ts'
import type { Context } from '../context.ts'
import { choices, type Table } from '../admin-table.ts'

/**
 * An unfinished job, a row of `effect`. Its payload has ids and code words; what an admin wrote to somebody (`reason`)
 * is left out.
 */
export type AdminJob = Pick<
  RowOf<'effect'>,
  'id' | 'kind' | 'payload' | 'createdAt' | 'attempts' | 'lastError' | 'dueAt' | 'failedAt'
>
export type JobSort = 'work' | 'created' | 'next'

// Of an interval: its seconds don't depend on the session's time zone, so an index can have this expression.
const seconds = sql`extract(epoch from e.created_at - timestamptz 'epoch')::bigint`

/** Whether a job was due long ago and is not done: a service is slow or down. */
const isLate = (now: Date) => {
  const before = minutesAfter(now, -LATE_MINUTES)
  return sql`e.failed_at is null and e.created_at < ${before} and (e.attempts > 0 or e.due_at < ${before})`
}

/** Waiting and failed jobs: failed ones first, the oldest of them at the top. */
export const jobTable = (now: Date): Table<AdminJob, JobSort, HeadAdmin> => ({
  select: sql`e.id, e.kind, e.payload - 'reason' as payload, e.created_at,
    e.attempts, e.last_error, e.due_at, e.failed_at`,
  from: sql`effect e`,
  where: sql`e.done_at is null`,
  id: { by: sql`e.id`, type: 'integer' },
  sorts: {
    work: {
      by: sql`(case when e.failed_at is null then 100000000000 else 0 end + ${seconds})`,
      type: 'integer',
    },
    created: { by: sql`e.created_at`, type: 'instant' },
    next: { by: sql`e.due_at`, type: 'instant' },
  },
  startsBy: 'work',
  search: [sql`e.kind`, sql`(e.payload - 'reason')::text`, sql`coalesce(e.last_error, '')`],
  filters: {
    status: choices('State', {
      failed: ['Failed', sql`e.failed_at is not null`],
      late: ['Waiting for over an hour', isLate(now)],
      retrying: ['Waiting after an error', sql`e.failed_at is null and e.last_error is not null`],
      waiting: ['Waiting, without an error', sql`e.failed_at is null and e.last_error is null`],
    }),
    service: {
      label: 'Needs',
      options: jobServices.map((value) => ({ value, label: serviceText(value) })),
      conditionOf: (value) => {
        const service = jobServices.find((each) => each === value)
        return service ? sql`e.kind = any(${kindsOf(service)}::text[])` : null
      },
    },
  },
  csv: [
    ['Id', (row) => row.id],
    ['What', (row) => jobText(row.kind)],
    ['About', (row) => aboutText(row.payload)],
    ['Since', (row) => row.createdAt],
    ['Tries', (row) => row.attempts],
    ['Last error', (row) => row.lastError],
    ['Next try', (row) => (row.failedAt ? null : row.dueAt)],
    ['Given up', (row) => row.failedAt],
  ],
})

/** How many jobs failed, and how many are late; each counted up to a thousand. A part of a statement. */
export const jobCounts = (now: Date) => sql`
  (select count(*)::int from (select from effect e where e.failed_at is not null
  and e.done_at is null limit 1000) f) as failed_jobs,
  (select count(*)::int from (select from effect e where e.done_at is null and ${isLate(now)}
  limit 1000) l) as late_jobs`

/** Whether any job failed. */
export async function hasFailedJobs({ db }: Pick<Context, 'db'>, _admin: HeadAdmin): Promise<boolean> {
  const failed = await db
    .selectFrom('effect')
    .select('id')
    .where('failedAt', 'is not', null)
    .where('doneAt', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return failed !== undefined
}
