import { cx } from '#app/ui/primitives/cx.ts'

type FactsTableProps = { heads: readonly string[]; rows: readonly (readonly string[])[] }

/**
 * A small table in a text; the first cell of each row is its head. On a phone a row’s cells are one below the other.
 */
export function FactsTable({ heads, rows }: FactsTableProps) {
  return (
    <table role="table" className="w-full border-collapse text-left text-sm max-sm:block">
      <thead role="rowgroup" className="max-sm:sr-only">
        <tr role="row" className="border-b-2 border-line-strong">
          {heads.map((head) => (
            <th key={head} role="columnheader" scope="col" className="py-2 pr-5 last:pr-0">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-sm:block">
        {rows.map(([name, ...facts]) => (
          <tr key={name} role="row" className="border-b border-line align-top max-sm:block max-sm:py-3">
            <th role="rowheader" scope="row" className="pr-5 font-semibold max-sm:block sm:w-1/3 sm:py-2.5">
              {name}
            </th>
            {facts.map((fact, i) => (
              <td
                key={fact}
                role="cell"
                className={cx('max-sm:block sm:py-2.5', i < facts.length - 1 && 'sm:pr-5')}
              >
                {fact}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
