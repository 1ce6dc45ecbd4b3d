import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatPeso } from '#domain/money.ts'
import { bookAccounts } from '#domain/book/book.ts'
import { formatInstant } from '#domain/period.ts'
import { Card } from '#app/ui/primitives/card.tsx'
import { cx } from '#app/ui/primitives/cx.ts'
import type { BookBalances } from '#server/book/read-book.ts'
import { Link } from '#app/ui/link.tsx'

const figure = 'py-2.5 pl-4 text-right whitespace-nowrap tabular-nums'

/** Every account with its balance as debit or credit, and whether the sum is zero. */
export function BookAccounts({ balances }: { balances: BookBalances }) {
  const { accounts, sumCentavos } = balances
  const sum = (side: 'debitCentavos' | 'creditCentavos') =>
    accounts.reduce((total, account) => total + account[side], 0)
  return (
    <Card as="section" aria-labelledby="accounts">
      <h2 id="accounts" className="text-xl">
        Accounts
      </h2>
      <div className="mt-3 overflow-x-auto">
        <table className="w-full text-sm sm:text-base">
          <thead>
            <tr className="border-b border-line text-left text-sm text-muted">
              <th scope="col" className="py-2 font-semibold">
                Account
              </th>
              <th scope="col" className={cx(figure, 'font-semibold')}>
                Debit
              </th>
              <th scope="col" className={cx(figure, 'font-semibold')}>
                Credit
              </th>
            </tr>
          </thead>
          <tbody>
            {accounts.map(({ account, debitCentavos, creditCentavos }) => (
              <tr key={account} className="border-b border-line">
                <th scope="row" className="py-2.5 text-left font-normal">
                  <Link to={`?account=${account}#entries`} className="link">
                    {bookAccounts[account]}
                  </Link>
                </th>
                <td className={figure}>{debitCentavos > 0 ? formatPeso(debitCentavos) : null}</td>
                <td className={figure}>{creditCentavos > 0 ? formatPeso(creditCentavos) : null}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr className="font-semibold">
              <th scope="row" className="py-2.5 text-left">
                Total
              </th>
              <td className={figure}>{formatPeso(sum('debitCentavos'))}</td>
              <td className={figure}>{formatPeso(sum('creditCentavos'))}</td>
            </tr>
          </tfoot>
        </table>
      </div>
      <ul role="list" className="mt-4 grid gap-2">
        <Check ok={sumCentavos === 0}>All postings sum to {formatPeso(sumCentavos)}.</Check>
        <Provider balances={balances} />
      </ul>
    </Card>
  )
}

function Provider({ balances: { provider, reconciled } }: { balances: BookBalances }) {
  const { bookCentavos, expectedCentavos } = provider
  return (
    <>
      <Check ok={bookCentavos === expectedCentavos}>
        {bookCentavos === expectedCentavos
          ? `The provider should hold ${formatPeso(expectedCentavos)}: payments less its fees, ` +
            'refunds and settlements. So says the book.'
          : `The provider should hold ${formatPeso(expectedCentavos)}, and the book says ${formatPeso(bookCentavos)}.`}
      </Check>
      {reconciled ? (
        <Check ok={reconciled.unexplained === 0}>
          Compared with the provider on{' '}
          <Link to={`/admin/reconciliation/${reconciled.id}`} className="link">
            {formatInstant(reconciled.at)}
          </Link>
          :{' '}
          {reconciled.unexplained === 0
            ? 'no difference is unexplained.'
            : `${reconciled.unexplained} not explained.`}
        </Check>
      ) : null}
    </>
  )
}

function Check({ ok, children }: { ok: boolean; children: ReactNode }) {
  const Icon = ok ? CircleCheck : TriangleAlert
  return (
    <li className="flex items-start gap-2.5">
      <Icon aria-hidden="true" className={cx('mt-1 size-5 shrink-0', ok ? 'text-success' : 'text-danger')} />
      <span className={ok ? undefined : 'font-semibold text-danger'}>{children}</span>
    </li>
  )
}
