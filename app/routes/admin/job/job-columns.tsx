import { aboutText, errorText, jobText } from '#domain/job/job.ts'
import { formatInstant } from '#domain/period.ts'
import { Badge } from '#app/ui/primitives/badge.tsx'
import type { AdminJob, JobSort } from '#server/job/job-table.ts'
import { RowButton } from '../row-button.tsx'
import type { Column } from '../table/parts.ts'

/** The columns of the list of jobs. */
export const jobColumns: Column<AdminJob, JobSort>[] = [
  {
    head: 'Job',
    sort: 'work',
    cell: ({ id, kind, payload }) => (
      <div className="min-w-0 lg:min-w-52">
        <p className="font-semibold">{jobText(kind)}</p>
        <p className="wrap-anywhere text-muted">{aboutText(payload)}</p>
        <p className="text-muted">Job {id}</p>
      </div>
    ),
  },
  { head: 'Since', sort: 'created', cell: ({ createdAt }) => formatInstant(createdAt) },
  { head: 'Tries', numeric: true, cell: ({ attempts }) => attempts },
  {
    head: 'Last error',
    cell: ({ lastError }) =>
      lastError ? (
        <span className="grid min-w-0 lg:min-w-40">
          <span>{errorText(lastError)}</span>
          <span className="wrap-anywhere text-muted">{lastError}</span>
        </span>
      ) : null,
  },
  {
    head: 'Next try',
    sort: 'next',
    cell: ({ failedAt, dueAt }) =>
      failedAt ? (
        <span className="grid justify-items-start gap-1 max-lg:justify-items-end">
          <Badge tone="danger">Failed</Badge>
          <span className="text-muted">given up {formatInstant(failedAt)}</span>
        </span>
      ) : (
        formatInstant(dueAt)
      ),
  },
  {
    head: 'Actions',
    wideOnPhone: true,
    cell: ({ id, kind, lastError }) =>
      lastError ? (
        <RowButton hidden={{ intent: 'retry', jobId: id }} label="Retry" of={`job ${id}: ${jobText(kind)}`} />
      ) : null,
  },
]
