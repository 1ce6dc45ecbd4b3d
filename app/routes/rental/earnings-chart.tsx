import { formatPeso, sumOf } from '#domain/money.ts'
import { formatMonth, shortMonth } from '#domain/span.ts'
import { BarChart } from '#app/ui/bar-chart.tsx'
import type { MonthOfEarnings } from '#server/rental/queries.ts'

/** An owner's last twelve months: the rent of the rentals completed in each. */
export function EarningsChart({ months }: { months: readonly MonthOfEarnings[] }) {
  const total = sumOf(months)
  const rentals = months.reduce((sum, each) => sum + each.rentals, 0)
  return (
    <BarChart
      title="Earnings by month"
      summary={
        `${formatPeso(total)} from ${rentals === 1 ? '1 rental' : `${rentals} rentals`} completed ` +
        'in the last 12 months.'
      }
      heads={['Month', 'Rent of completed rentals']}
      bars={months.map(({ month, centavos }) => ({
        label: formatMonth(month),
        short: shortMonth(month),
        value: centavos,
        text: formatPeso(centavos),
      }))}
    />
  )
}
