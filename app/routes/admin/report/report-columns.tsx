import { dayInManila, formatDay } from '#domain/period.ts'
import { decisionTexts, reasonTexts, subjectTexts } from '#domain/report/report.ts'
import { Badge } from '#app/ui/primitives/badge.tsx'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import type { AdminReport, ReportSort } from '#server/report/report-table.ts'
import type { Column } from '../table/parts.ts'

/** The columns of the list of reports. */
export const reportColumns: Column<AdminReport, ReportSort>[] = [
  {
    head: 'Report',
    cell: ({ about, reason, messageText, note, title }) => (
      <div className="min-w-0 lg:min-w-44 xl:min-w-56">
        <p className="font-semibold">{reasonTexts[reason].label}</p>
        <p className="text-muted break-words">
          {subjectTexts[about]}
          {title ? `, about ${title}` : ''}
        </p>
        <p className="mt-1 line-clamp-2 wrap-anywhere">
          {note || messageText || (messageText === '' ? 'A photo' : '')}
        </p>
      </div>
    ),
  },
  {
    head: 'Reported',
    sort: 'reported',
    cell: ({ reportedName }) => <span className="break-words">{reportedName}</span>,
  },
  {
    head: 'By',
    sort: 'reporter',
    cell: ({ reporterName }) => <span className="break-words">{reporterName}</span>,
  },
  {
    head: 'Since',
    sort: 'created',
    cell: ({ createdAt }) => <span className="whitespace-nowrap">{formatDay(dayInManila(createdAt))}</span>,
  },
  {
    head: 'Status',
    cell: ({ closedAt, decision, closedByName }) => (
      <span className="grid justify-items-start gap-1 max-lg:justify-items-end">
        <Badge tone={closedAt ? 'success' : 'warning'}>{closedAt ? 'Closed' : 'Open'}</Badge>
        {decision ? <span className="text-muted">{decisionTexts[decision]}</span> : null}
        {closedByName ? <span className="text-muted">by {closedByName}</span> : null}
      </span>
    ),
  },
  {
    head: 'Actions',
    wideOnPhone: true,
    cell: ({ id, reportedName, closedAt }) => (
      <ButtonLink
        to={`/admin/reports/${id}`}
        variant={closedAt ? 'secondary' : 'primary'}
        size="sm"
        aria-label={`${closedAt ? 'Open' : 'Look into it'}: ${reportedName}`}
        className="whitespace-nowrap"
      >
        {closedAt ? 'Open' : 'Look into it'}
      </ButtonLink>
    ),
  },
]
