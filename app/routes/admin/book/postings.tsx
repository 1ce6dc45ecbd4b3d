import { bookAccounts } from '#domain/book/book.ts'
import { formatPeso } from '#domain/money.ts'
import type { EntryPosting } from '#server/book/book-table.ts'

/** The postings of one entry: each account with its debit or credit, in an expandable block. */
export function Postings({ of, postings }: { of: string; postings: readonly EntryPosting[] }) {
  return (
    <details className="group text-left">
      <summary className="link inline-flex min-h-11 w-fit cursor-pointer items-center lg:-my-2.5">
        {postings.length} postings<span className="sr-only"> of {of}</span>
      </summary>
      <div className="mt-1 mb-2 max-w-xl overflow-x-auto">
        <table className="w-full text-sm">
          <thead className="sr-only">
            <tr>
              <th scope="col">Account</th>
              <th scope="col">Debit</th>
              <th scope="col">Credit</th>
            </tr>
          </thead>
          <tbody>
            {postings.map(({ account, personName, title, centavos }, i) => (
              <tr key={i} className="border-t border-line">
                <td className="py-1.5 pr-3">
                  {bookAccounts[account]}
                  {personName || title ? (
                    <span className="block wrap-anywhere text-muted">
                      {[personName, title].filter(Boolean).join(', ')}
                    </span>
                  ) : null}
                </td>
                <td className="py-1.5 pr-3 text-right whitespace-nowrap tabular-nums">
                  {centavos > 0 ? formatPeso(centavos) : null}
                </td>
                <td className="py-1.5 text-right whitespace-nowrap tabular-nums">
                  {centavos < 0 ? formatPeso(-centavos) : null}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
