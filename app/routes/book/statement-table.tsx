import type { ReactNode } from 'react'
import { formatPeso } from '#domain/money.ts'
import { statementTexts } from '#domain/book/statement.ts'
import { dayInManila, formatDay } from '#domain/period.ts'
import { formatMonth } from '#domain/span.ts'
import { cx } from '#app/ui/primitives/cx.ts'
import type { OwnerEntry, Statement } from '#server/book/read-statement.ts'
import { Link } from '#app/ui/link.tsx'

const heads = ['Date', 'What', 'Amount', 'Balance'] as const
const rowClass = 'border-b border-line last:border-0 max-md:flex max-md:flex-wrap max-md:gap-x-4 max-md:p-4'
const cellClass = 'align-top md:px-3 md:py-3 md:first:pl-5 md:last:pr-5'
const figureClass = 'text-right whitespace-nowrap tabular-nums max-md:ml-auto'

type StatementTableProps = {
  statement: Statement
  /** Whether its first line is the month's. */
  isFirst: boolean
}

/**
 * A month's movements between its opening and its closing balance; on a phone in two lines each. A balance stands only
 * beside the line that it belongs to.
 */
export function StatementTable({ statement, isFirst }: StatementTableProps) {
  const { month, openingCentavos, closingCentavos, lines, next } = statement
  return (
    <div className="rounded-xl border border-line bg-card shadow-card">
      <table
        role="table"
        aria-label={`Statement of ${formatMonth(month)}`}
        className="w-full text-sm max-md:block"
      >
        <thead role="rowgroup" className="max-md:sr-only">
          <tr role="row" className="border-b border-line text-left text-muted">
            {heads.map((head, i) => (
              <th
                key={head}
                role="columnheader"
                scope="col"
                className={cx('px-3 py-2.5 font-semibold first:pl-5 last:pr-5', i > 1 && 'text-right')}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="max-md:block">
          {isFirst ? <Balance label="Opening balance" centavos={openingCentavos} /> : null}
          {lines.map((line) => (
            <tr key={line.id} role="row" className={rowClass}>
              <td
                role="cell"
                className={cx(
                  cellClass,
                  'whitespace-nowrap text-muted max-md:order-3 max-md:grow max-md:basis-1/2',
                )}
              >
                {formatDay(dayInManila(line.at))}
              </td>
              <td
                role="cell"
                className={cx(cellClass, 'min-w-0 max-md:order-1 max-md:grow max-md:basis-[max(10rem,50%)]')}
              >
                <p className="font-semibold">{statementTexts[line.what]}</p>
                <LineSubject line={line} />
              </td>
              <td
                role="cell"
                className={cx(
                  cellClass,
                  figureClass,
                  'font-semibold max-md:order-2',
                  line.centavos > 0 && 'text-success',
                )}
              >
                {withSign(line.centavos)}
              </td>
              <td role="cell" className={cx(cellClass, figureClass, 'max-md:order-4 max-md:text-muted')}>
                {formatPeso(line.balanceCentavos)}
              </td>
            </tr>
          ))}
          {next ? null : <Balance label="Closing balance" centavos={closingCentavos} />}
        </tbody>
      </table>
    </div>
  )
}

function Balance({ label, centavos }: { label: string; centavos: number }) {
  return (
    <tr role="row" className={cx(rowClass, 'bg-sunken first:rounded-t-xl last:rounded-b-xl')}>
      <th role="rowheader" scope="row" colSpan={3} className={cx(cellClass, 'text-left font-semibold')}>
        {label}
      </th>
      <td role="cell" className={cx(cellClass, figureClass, 'font-semibold')}>
        {formatPeso(centavos)}
      </td>
    </tr>
  )
}

/** The subject of a movement: a rental with its order, or a payout with its reference. */
function LineSubject({ line }: { line: OwnerEntry }): ReactNode {
  const { title, renterName, orderNumber, reference, paidOn } = line
  if (reference !== null && paidOn !== null)
    return (
      <p className="wrap-anywhere text-muted">
        {reference}, {formatDay(paidOn)}
      </p>
    )
  if (!orderNumber) return null
  return (
    <p className="wrap-anywhere text-muted">
      {title}, {renterName},{' '}
      <Link to={`/receipt/${orderNumber}`} className="link inline-block max-w-full">
        {orderNumber}
      </Link>
    </p>
  )
}

/** An amount with its sign, so that it is not shown by colour alone. */
const withSign = (centavos: number) => (centavos > 0 ? `+${formatPeso(centavos)}` : formatPeso(centavos))
