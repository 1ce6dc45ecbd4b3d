import { useId, type ReactNode } from 'react'
import { cx } from './primitives/cx.ts'

export type Bar = {
  /** The full label, for the table: `November 2026`. */
  label: string
  /** The short label: `Nov`. */
  short: string
  value: number
  /** The value as people read it: `₱1,200.00`. */
  text: string
}

type BarChartProps = {
  title: ReactNode
  /** The total, as text. */
  summary?: ReactNode
  bars: readonly Bar[]
  /** The heads of the table: the meaning of a bar and of its value. */
  heads: readonly [period: string, value: string]
  headingLevel?: 2 | 3
}

/** The longest value that fits above a column, as `₱999,999.00`. */
const LONGEST_ABOVE_COLUMN = 11

/**
 * Bars over time, rendered on the server. On a wide screen columns with their values, and a table with the same data
 * for screen readers; on a narrow one, or where a value is too long, the table itself, each row with its bar.
 */
export function BarChart({ title, summary, bars, heads, headingLevel = 2 }: BarChartProps) {
  const id = useId()
  const Heading = `h${headingLevel}` as const
  const highest = Math.max(1, ...bars.map((bar) => bar.value))
  const hasColumns = bars.every(({ text }) => text.length <= LONGEST_ABOVE_COLUMN)
  const share = (bar: Bar) => (bar.value === 0 ? 0 : Math.max(1.5, (100 * bar.value) / highest))
  return (
    <figure
      aria-labelledby={id}
      className="break-inside-avoid rounded-xl border border-line bg-card p-5 shadow-card sm:p-6"
    >
      <figcaption>
        <Heading id={id} className="text-xl">
          {title}
        </Heading>
        {summary ? <p className="mt-1 text-muted">{summary}</p> : null}
      </figcaption>
      {hasColumns ? <Columns bars={bars} share={share} /> : null}
      <table role="table" className={cx('mt-4 w-full text-sm', hasColumns && 'xl:sr-only')}>
        <thead role="rowgroup" className="sr-only">
          <tr role="row">
            {heads.map((head) => (
              <th key={head} role="columnheader" scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="grid gap-1.5">
          {bars.map((bar) => (
            <tr key={bar.label} role="row" className="flex flex-wrap items-center gap-x-3">
              <th role="rowheader" scope="row" className="w-15 text-left font-normal text-muted">
                <span aria-hidden="true">{bar.short}</span>
                <span className="sr-only">{bar.label}</span>
              </th>
              <td role="cell" className="flex min-w-0 grow basis-40 flex-wrap items-center gap-x-2.5">
                <span aria-hidden="true" className="grow basis-10">
                  <svg width={`${share(bar)}%`} height="14" className="rounded-r-sm text-accent">
                    <rect width="100%" height="100%" fill="currentColor" />
                  </svg>
                </span>
                <span
                  className={cx('shrink-0 tabular-nums', bar.value === 0 ? 'text-muted' : 'font-semibold')}
                >
                  {bar.text}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}

function Columns({ bars, share }: { bars: readonly Bar[]; share: (bar: Bar) => number }) {
  return (
    <div aria-hidden="true" className="mt-5 hidden grid-flow-col auto-cols-fr gap-2 xl:grid">
      {bars.map((bar) => (
        <div key={bar.label} title={`${bar.label}: ${bar.text}`} className="group min-w-0 text-center">
          <div className="flex h-44 flex-col justify-end border-b border-line-strong pt-7">
            {/* With large text, a value that is too wide wraps behind the empty span into a second line, not seen. */}
            <span
              className={cx(
                '-mx-1 mb-1 flex h-4 shrink-0 flex-wrap justify-center overflow-hidden px-0.5',
                'text-[0.6875rem] tabular-nums',
                bar.value === 0 ? 'text-muted opacity-0 group-hover:opacity-100' : 'font-semibold',
              )}
            >
              <span className="h-4" />
              <span className="shrink-0 whitespace-nowrap">{bar.text}</span>
            </span>
            <svg
              width="100%"
              height={`${share(bar)}%`}
              className="mx-auto max-w-12 shrink-0 rounded-t-sm text-accent group-hover:text-accent-hover"
            >
              <rect width="100%" height="100%" fill="currentColor" />
            </svg>
          </div>
          <span className="mt-1.5 block text-xs whitespace-nowrap text-muted">{bar.short}</span>
        </div>
      ))}
    </div>
  )
}
