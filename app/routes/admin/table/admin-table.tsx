import { Download } from 'lucide-react'
import { useLocation } from 'react-router'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { EmptyState } from '#app/ui/primitives/empty-state.tsx'
import { addressWith } from './address.ts'
import { Pager } from './pager.tsx'
import type { TableProps } from './parts.ts'
import { TableRows } from './table-rows.tsx'
import { TableSearch } from './table-search.tsx'

/** A larger total only says that there are more: the server counts no further (`server/admin-table.ts`). */
const COUNTED_TO = 1000

/**
 * A list of the admin area: search and filters, the count, the rows, and links to more pages. All of it is in the
 * address, so it works without scripts and can be sent to a colleague.
 */
export function AdminTable<Row, Sort extends string>(props: TableProps<Row, Sort>) {
  const { noun, view, empty } = props
  const { pathname, search } = useLocation()
  const here = pathname + search
  const narrowed = view.search !== '' || Object.keys(view.filters).length > 0
  const paged = /[?&](after|before)=/.test(search)
  return (
    <>
      <TableSearch {...props} narrowed={narrowed} />
      {view.rows.length > 0 ? (
        <>
          <div className="mb-2 flex flex-wrap items-center justify-between gap-x-6 text-sm">
            <p role="status" className="text-muted">
              {counted(view.total, noun)}
              {view.search ? ` for “${view.search}”` : null}
            </p>
            <a
              href={addressWith(`${pathname}.csv${search}`, { after: null, before: null, delete: null })}
              className="link inline-flex min-h-11 items-center gap-2"
            >
              <Download aria-hidden="true" className="size-5" />
              Export CSV
            </a>
          </div>
          <TableRows {...props} />
          <Pager next={view.next} previous={view.previous} />
        </>
      ) : paged ? (
        <EmptyState
          title="There is nothing more here"
          action={
            <ButtonLink to={addressWith(here, { after: null, before: null })} variant="secondary">
              First page
            </ButtonLink>
          }
        />
      ) : narrowed ? (
        <EmptyState
          title={`No ${noun.many} match`}
          action={
            <ButtonLink to={pathname} variant="secondary">
              Show all {noun.many}
            </ButtonLink>
          }
        >
          Try another word, or fewer filters.
        </EmptyState>
      ) : (
        empty
      )}
    </>
  )
}

function counted(total: number, { one, many }: { one: string; many: string }): string {
  if (total > COUNTED_TO) return `More than ${COUNTED_TO.toLocaleString('en-PH')} ${many}`
  return `${total.toLocaleString('en-PH')} ${total === 1 ? one : many}`
}
