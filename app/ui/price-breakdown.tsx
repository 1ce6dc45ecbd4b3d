import { formatPeso } from '#domain/money.ts'
import { cx } from './primitives/cx.ts'

export type PriceLine = { label: string; centavos: number; note?: string }

/** The line of a refundable deposit; none without one. */
export function depositLine(centavos: number): PriceLine[] {
  if (centavos === 0) return []
  return [{ label: 'Deposit, refundable', note: 'Comes back after the return', centavos }]
}

type PriceBreakdownProps = { lines: PriceLine[]; total: { label: string; centavos: number } }

/** With large text an amount stands below its label. */
const lineClass = 'flex flex-wrap items-baseline gap-x-6'

/** A sum as on paper: lines, a rule, the total. */
export function PriceBreakdown({ lines, total }: PriceBreakdownProps) {
  return (
    <dl className="grid grid-cols-1 gap-2.5 print:gap-0.5">
      {lines.map((line, index) => (
        <div key={`${index}-${line.label}`} className={lineClass}>
          <dt className="min-w-0 grow basis-24 wrap-anywhere">
            {line.label}
            {line.note ? <span className="block text-sm text-muted">{line.note}</span> : null}
          </dt>
          <dd className="ml-auto whitespace-nowrap tabular-nums">{peso(line.centavos)}</dd>
        </div>
      ))}
      <div className={cx(lineClass, 'mt-1 border-t-2 border-ink pt-3 print:pt-1')}>
        <dt className="grow basis-24 font-semibold">{total.label}</dt>
        <dd className="ml-auto text-xl font-bold whitespace-nowrap tabular-nums">{peso(total.centavos)}</dd>
      </div>
    </dl>
  )
}

/** A refund is −₱50.00, with a real minus sign. */
function peso(centavos: number): string {
  return centavos < 0 ? `\u2212${formatPeso(-centavos)}` : formatPeso(centavos)
}
