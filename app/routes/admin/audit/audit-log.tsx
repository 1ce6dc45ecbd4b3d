import { actionText, detailText } from '#domain/event/wording.ts'
import { formatInstant } from '#domain/period.ts'
import { capital } from '#domain/text.ts'
import { EmptyState } from '#app/ui/primitives/empty-state.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { auditFilters, auditTable, type AuditEntry, type AuditSort } from '#server/audit/audit-table.ts'
import { readTable } from '#server/admin-table.ts'
import { titleOf } from '#app/title.ts'
import { Link } from '#app/ui/link.tsx'
import { headAdminOf } from '../admin-of.ts'
import { subjectPage } from './subject-page.ts'
import { AdminTable } from '../table/admin-table.tsx'
import type { Column } from '../table/parts.ts'
import type { Route } from './+types/audit-log.ts'

export async function loader(args: Route.LoaderArgs) {
  const { ctx, admin } = headAdminOf(args)
  const view = await readTable(ctx, admin, auditTable, args.url.searchParams)
  return { view, known: await auditFilters(ctx, admin) }
}

const columns: Column<AuditEntry, AuditSort>[] = [
  {
    head: 'When',
    sort: 'at',
    cell: ({ at }) => <span className="font-semibold lg:font-normal">{formatInstant(at)}</span>,
  },
  {
    head: 'Who',
    sort: 'actor',
    cell: ({ actorName, actorEmail, actorRole, network }) => (
      <div className="min-w-0 lg:min-w-40">
        <p>{actorName ?? 'Nobody logged in'}</p>
        {actorRole && actorRole !== 'admin' ? <p className="text-muted">{capital(actorRole)}</p> : null}
        <p className="wrap-anywhere text-muted">{actorEmail}</p>
        {network ? <p className="wrap-anywhere text-muted">from {network}</p> : null}
      </div>
    ),
  },
  { head: 'What', cell: ({ action }) => actionText(action) },
  { head: 'On', cell: (entry) => <Subject entry={entry} /> },
  {
    head: 'Detail',
    wideOnPhone: true,
    cell: ({ detail }) => <span className="wrap-anywhere text-muted">{detailText(detail)}</span>,
  },
]

function Subject({ entry }: { entry: AuditEntry }) {
  const to = subjectPage(entry)
  const title = entry.detail.title ?? entry.detail.name
  const name = entry.subjectName ?? (typeof title === 'string' ? title : entry.subjectId)
  return (
    <div className="min-w-0">
      <p className="text-muted">{subjectText(entry.subject)}</p>
      <p className="wrap-anywhere">
        {to ? (
          <Link to={to} className="link">
            {name}
          </Link>
        ) : (
          name
        )}
      </p>
    </div>
  )
}

const subjectText = (subject: string) => (subject === 'account' ? 'User' : actionText(subject))

export const meta: Route.MetaFunction = ({ matches }) => [{ title: titleOf('Audit Log', matches) }]

export default function AuditLog({ loaderData: { view, known } }: Route.ComponentProps) {
  const options = {
    action: known.actions.map((action) => ({ value: action, label: actionText(action) })),
    subject: known.subjects.map((subject) => ({ value: subject, label: subjectText(subject) })),
    admin: known.admins.map(({ id, name }) => ({ value: id, label: name })),
  }
  return (
    <>
      <PageHeading
        title="Audit log"
        lead="Everything admins did and what it was before, log-ins, what was refused, and what was taken as a file."
      />
      <AdminTable
        noun={{ one: 'entry', many: 'entries' }}
        view={view}
        columns={columns}
        keyOf={({ id }) => String(id)}
        searches="Name, network or detail"
        options={options}
        empty={
          <EmptyState title="Nothing yet">No admin has done anything, and nobody has logged in.</EmptyState>
        }
      />
    </>
  )
}
