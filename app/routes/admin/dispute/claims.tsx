import { EmptyState } from '#app/ui/primitives/empty-state.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { claimTable } from '#server/dispute/claim-table.ts'
import { readTable } from '#server/admin-table.ts'
import { titleOf } from '#app/title.ts'
import { moneyAdminOf } from '../admin-of.ts'
import { claimColumns } from './claim-columns.tsx'
import { AdminTable } from '../table/admin-table.tsx'
import type { Route } from './+types/claims.ts'

export async function loader(args: Route.LoaderArgs) {
  const { ctx, admin } = moneyAdminOf(args)
  return readTable(ctx, admin, claimTable, args.url.searchParams)
}

export const meta: Route.MetaFunction = ({ matches }) => [{ title: titleOf('Deposit Claims', matches) }]

export default function AdminClaims({ loaderData: view }: Route.ComponentProps) {
  return (
    <>
      <PageHeading
        title="Deposit Claims and Disputes"
        lead="What owners claim of a deposit, and all other problems with rentals. You decide who gets what."
      />
      <AdminTable
        noun={{ one: 'claim', many: 'claims' }}
        view={view}
        columns={claimColumns}
        keyOf={(claim) => claim.id}
        searches="Listing, order, name or reason"
        empty={
          <EmptyState art="letter" title="No claims yet">
            Every deposit went back.
          </EmptyState>
        }
      />
    </>
  )
}
