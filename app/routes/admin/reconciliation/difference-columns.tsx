import { formatPeso } from '#domain/money.ts'
import { differenceTexts } from '#domain/reconciliation/reconciliation.ts'
import { formatInstant } from '#domain/period.ts'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import type { AdminDifference, DifferenceSort } from '#server/reconciliation/difference-table.ts'
import { OrderLink } from '../order-link.tsx'
import { addressWith } from '../table/address.ts'
import type { Column } from '../table/parts.ts'

const amount = (centavos: number | null) => (centavos === null ? 'none' : formatPeso(centavos))

/** The columns of a comparison's differences; `here` is the address of their page. */
export const differenceColumnsAt = (here: string): Column<AdminDifference, DifferenceSort>[] => [
  {
    head: 'Difference',
    sort: 'found',
    cell: ({ kind, note }) => (
      <div className="min-w-0 lg:min-w-56">
        <p className="font-semibold">{differenceTexts[kind].label}</p>
        <p className="text-muted">{note ?? differenceTexts[kind].hint}</p>
      </div>
    ),
  },
  {
    head: 'Of',
    cell: ({ providerId, orderNumber }) => (
      <div className="min-w-0">
        <p className="wrap-anywhere">{providerId}</p>
        <OrderLink number={orderNumber} />
      </div>
    ),
  },
  { head: 'Ours', numeric: true, cell: ({ ourCentavos }) => amount(ourCentavos) },
  { head: 'Theirs', numeric: true, cell: ({ theirCentavos }) => amount(theirCentavos) },
  {
    head: 'Explanation',
    wideOnPhone: true,
    cell: ({ id, kind, providerId, explanation, explainedAt, explainedByName }) =>
      explainedAt ? (
        <div className="min-w-0 lg:min-w-44">
          <p className="wrap-anywhere whitespace-pre-line">{explanation}</p>
          <p className="text-muted">
            {explainedByName}, {formatInstant(explainedAt)}
          </p>
        </div>
      ) : (
        <ButtonLink
          to={addressWith(here, { explain: String(id) })}
          variant="secondary"
          size="sm"
          aria-label={`Explain ${differenceTexts[kind].label}${providerId ? `, ${providerId}` : ''}`}
        >
          Explain
        </ButtonLink>
      ),
  },
]
