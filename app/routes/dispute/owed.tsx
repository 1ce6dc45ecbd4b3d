import { Printer } from 'lucide-react'
import type { Side } from '#domain/dispute/dispute.ts'
import type { Names } from '#domain/dispute/dispute-words.ts'
import { formatPeso } from '#domain/money.ts'
import { formatDay, dayInManila } from '#domain/period.ts'
import { Button } from '#app/ui/primitives/button.tsx'
import { Card } from '#app/ui/primitives/card.tsx'
import { Fact } from '#app/ui/fact.tsx'

type OwedProps = {
  owed: readonly { id: string; centavos: number; by: Side; at: Date; reason: string | null }[]
  names: Names
  title: string
  orderNumber: string
}

/** What one of the two owes the other beside the deposit; to be printed. */
export function Owed({ owed, names, title, orderNumber }: OwedProps) {
  return (
    <Card as="section" aria-labelledby="owed-heading">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h2 id="owed-heading" className="text-xl">
          Owed between you
        </h2>
        <Button
          type="button"
          variant="secondary"
          size="sm"
          className="needs-js"
          data-print="hide"
          onClick={() => window.print()}
        >
          <Printer aria-hidden="true" className="size-4" />
          Print
        </Button>
      </div>
      <p className="mt-1 text-muted">
        This goes beyond what we hold, so we can’t move it. Please settle it between you, and keep this page
        as a record.
      </p>
      {owed.map(({ id, centavos, by, at, reason }) => (
        <div key={id} className="mt-4 border-t border-line pt-4">
          <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-3">
            <Fact label="Owes">{names[by]}</Fact>
            <Fact label="To">{names[by === 'owner' ? 'renter' : 'owner']}</Fact>
            <Fact label="Amount">{formatPeso(centavos)}</Fact>
            <Fact label="For">{title}</Fact>
            <Fact label="Order">{orderNumber}</Fact>
            <Fact label="Since">{formatDay(dayInManila(at))}</Fact>
          </dl>
          {reason ? <p className="mt-3 break-words whitespace-pre-line">{reason}</p> : null}
        </div>
      ))}
    </Card>
  )
}
