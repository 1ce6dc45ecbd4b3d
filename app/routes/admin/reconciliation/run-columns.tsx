import { formatInstant } from '#domain/period.ts'
import { Badge } from '#app/ui/primitives/badge.tsx'
import type { AdminRun, RunSort } from '#server/reconciliation/run-table.ts'
import { Link } from '#app/ui/link.tsx'
import type { Column } from '../table/parts.ts'

/** The result of a comparison with the provider, in one or two words. */
export function RunBadge({ run }: { run: AdminRun }) {
  if (run.failure !== null) return <Badge tone="danger">Failed</Badge>
  if (!run.endedAt) return <Badge tone="info">Under way</Badge>
  if (run.unexplained > 0) return <Badge tone="warning">{run.unexplained} not explained</Badge>
  return <Badge tone="success">{run.differences === 0 ? 'Agreed' : 'All explained'}</Badge>
}

export const runTableColumns: Column<AdminRun, RunSort>[] = [
  {
    head: 'Began',
    sort: 'began',
    cell: ({ id, beganAt, askedByName }) => (
      <div className="min-w-0">
        <Link to={`/admin/reconciliation/${id}`} className="link inline-block py-0.5 font-semibold">
          {formatInstant(beganAt)}
        </Link>
        <p className="text-muted">{askedByName ? `asked for by ${askedByName}` : 'of the night'}</p>
      </div>
    ),
  },
  {
    head: 'Result',
    cell: (run) => (
      <span className="grid justify-items-start gap-1 max-lg:justify-items-end">
        <RunBadge run={run} />
        {run.failure ? <span className="text-muted">{run.failure}</span> : null}
      </span>
    ),
  },
  { head: 'Payments', numeric: true, cell: ({ paymentsSeen }) => paymentsSeen.toLocaleString('en-PH') },
  { head: 'Refunds', numeric: true, cell: ({ refundsSeen }) => refundsSeen.toLocaleString('en-PH') },
  { head: 'Differences', numeric: true, cell: ({ differences }) => differences.toLocaleString('en-PH') },
]
