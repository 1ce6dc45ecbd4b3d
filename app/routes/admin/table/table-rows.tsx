import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { capital } from '#domain/text.ts'
import { Link } from '#app/ui/link.tsx'
import { cx } from '#app/ui/primitives/cx.ts'
import { useHere } from '#app/ui/use-here.ts'
import { addressWith } from './address.ts'
import type { Column, TableProps } from './parts.ts'

/**
 * On a phone a cell shows its label, since the column's head is hidden. A long value stands
 * below the label, and may break.
 */
const named =
  'max-lg:flex max-lg:flex-wrap max-lg:justify-end max-lg:gap-x-4 max-lg:text-right max-lg:before:mr-auto ' +
  'max-lg:*:min-w-0 max-lg:*:max-w-full max-lg:**:whitespace-normal max-lg:wrap-anywhere max-lg:before:text-muted ' +
  'max-lg:before:content-[attr(data-label)]'

/** A table; on a small screen each row is a card. The roles are explicit, as `display` would remove them. */
export function TableRows<Row, Sort extends string>({ noun, view, columns, keyOf }: TableProps<Row, Sort>) {
  return (
    <div className="rounded-xl lg:overflow-x-auto lg:border lg:border-line lg:bg-card lg:shadow-card">
      <table role="table" aria-label={capital(noun.many)} className="w-full text-sm max-lg:block">
        <thead role="rowgroup" className="max-lg:sr-only">
          <tr role="row" className="border-b border-line text-left text-muted">
            {columns.map((column) => (
              <Heading key={column.head} column={column} view={view} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="max-lg:grid max-lg:grid-cols-1 max-lg:gap-4">
          {view.rows.map((row) => (
            <tr
              key={keyOf(row)}
              role="row"
              className={
                'max-lg:block max-lg:rounded-xl max-lg:border max-lg:border-line max-lg:bg-card ' +
                'max-lg:p-4 max-lg:shadow-card lg:border-b lg:border-line lg:last:border-0'
              }
            >
              {columns.map((column, i) => (
                <Cell key={column.head} column={column} row={row} first={i === 0} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type HeadingProps<Row, Sort extends string> = {
  column: Column<Row, Sort>
  view: TableProps<Row, Sort>['view']
}

/** The heading of a sortable column is a link: a second press reverses the order. */
function Heading<Row, Sort extends string>({ column, view }: HeadingProps<Row, Sort>) {
  const here = useHere()
  const { head, sort, numeric, alignRight } = column
  const look = cx(
    'px-1.25 py-1.5 font-semibold first:pl-4 last:pr-4 xl:px-2.5 xl:first:pl-5 xl:last:pr-5',
    (numeric || alignRight) && 'text-right',
  )
  if (!sort)
    return (
      <th role="columnheader" scope="col" className={look}>
        {head}
      </th>
    )
  const sorted = view.sort === sort
  const Icon = sorted ? (view.descending ? ArrowDown : ArrowUp) : ChevronsUpDown
  const next = sorted && !view.descending ? `-${sort}` : sort
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={sorted ? (view.descending ? 'descending' : 'ascending') : undefined}
      className={look}
    >
      <Link
        to={addressWith(here, { sort: next, after: null, before: null, delete: null })}
        preventScrollReset
        className={cx(
          'inline-flex min-h-9 items-center gap-1.5 hover:text-ink hover:underline xl:whitespace-nowrap',
          sorted && 'text-ink',
        )}
      >
        {head}
        <Icon aria-hidden="true" className="size-4 shrink-0" />
      </Link>
    </th>
  )
}

type CellProps<Row, Sort extends string> = { column: Column<Row, Sort>; row: Row; first: boolean }

function Cell<Row, Sort extends string>({ column, row, first }: CellProps<Row, Sort>) {
  const { head, cell, numeric, wideOnPhone, alignRight } = column
  const content = cell(row)
  return (
    <td
      role="cell"
      data-label={head}
      className={cx(
        'py-1 align-top max-lg:empty:hidden lg:px-1.25 lg:py-3.5 lg:first:pl-4 lg:last:pr-4 ' +
          'xl:px-2.5 xl:first:pl-5 xl:last:pr-5',
        first ? 'max-lg:block max-lg:pb-3' : wideOnPhone ? 'max-lg:block max-lg:pt-3' : named,
        numeric && 'whitespace-nowrap tabular-nums lg:text-right',
        alignRight && 'lg:*:justify-end',
      )}
    >
      {content}
    </td>
  )
}
