import { EmptyState } from '#app/ui/primitives/empty-state.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { reportTable } from '#server/report/report-table.ts'
import { readTable } from '#server/admin-table.ts'
import { titleOf } from '#app/title.ts'
import { supportAdminOf } from '../admin-of.ts'
import { reportColumns } from './report-columns.tsx'
import { AdminTable } from '../table/admin-table.tsx'
import type { Route } from './+types/reports.ts'

export async function loader(args: Route.LoaderArgs) {
  const { ctx, admin } = supportAdminOf(args)
  return readTable(ctx, admin, reportTable, args.url.searchParams)
}

export const meta: Route.MetaFunction = ({ matches }) => [{ title: titleOf('Reports', matches) }]

export default function AdminReports({ loaderData: view }: Route.ComponentProps) {
  return (
    <>
      <PageHeading
        title="Reports"
        lead={
          'What people told us about others, their listings and reviews. You can read a conversation ' +
          'only through its report.'
        }
      />
      <AdminTable
        noun={{ one: 'report', many: 'reports' }}
        view={view}
        columns={reportColumns}
        keyOf={(report) => report.id}
        searches="Name, email of the reported, listing or words"
        empty={
          <EmptyState art="letter" title="No reports yet">
            Neighbours get along.
          </EmptyState>
        }
      />
    </>
  )
}
