import { formatPeso } from '#domain/money.ts'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import type { BalanceSort, OwnerBalance } from '#server/book/balance-table.ts'
import { Link } from '#app/ui/link.tsx'
import { addressWith } from '../table/address.ts'
import type { Column } from '../table/parts.ts'

/** The columns of the list of owners’ balances; `here` is the address of their page. */
export const balanceColumnsAt = (here: string): Column<OwnerBalance, BalanceSort>[] => [
  {
    head: 'Owner',
    sort: 'name',
    cell: ({ name, email }) => (
      <div className="min-w-0 lg:min-w-32 xl:min-w-40">
        <p className="font-semibold">{name}</p>
        {email ? (
          <Link to={`/admin/book?${new URLSearchParams({ search: email })}`} className="link wrap-anywhere">
            {email}
          </Link>
        ) : null}
      </div>
    ),
  },
  {
    head: 'Now',
    sort: 'ready',
    numeric: true,
    cell: ({ readyCentavos }) => (
      <span className="grid">
        <span className="font-semibold">{formatPeso(Math.abs(readyCentavos))}</span>
        <span className="text-muted">{balanceText(readyCentavos)}</span>
      </span>
    ),
  },
  { head: 'Still open', sort: 'open', numeric: true, cell: ({ openCentavos }) => formatPeso(openCentavos) },
  {
    head: 'Deposits in cash',
    numeric: true,
    cell: ({ cashDepositCentavos }) => formatPeso(cashDepositCentavos),
  },
  { head: 'Paid out', numeric: true, cell: ({ paidOutCentavos }) => formatPeso(paidOutCentavos) },
  {
    head: 'Actions',
    wideOnPhone: true,
    cell: ({ id, name, readyCentavos }) =>
      readyCentavos === 0 ? null : (
        <ButtonLink
          to={addressWith(here, { record: id })}
          size="sm"
          variant={readyCentavos > 0 ? 'primary' : 'secondary'}
          aria-label={`${readyCentavos > 0 ? 'Record payout to' : 'Record payment of'} ${name}`}
          className="whitespace-nowrap"
        >
          {readyCentavos > 0 ? 'Record payout' : 'Record payment'}
        </ButtonLink>
      ),
  },
]

function balanceText(readyCentavos: number): string {
  if (readyCentavos === 0) return 'even'
  return readyCentavos > 0 ? 'to be paid' : 'owed to us'
}
