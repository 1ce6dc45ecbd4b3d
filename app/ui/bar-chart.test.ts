import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { BarChart } from './bar-chart.tsx'

const drawn = (text: string) =>
  renderToStaticMarkup(
    createElement(BarChart, {
      title: 'Earnings',
      heads: ['Month', 'Rent'],
      bars: [{ label: 'November 2026', short: 'Nov', value: 1, text }],
    }),
  )

it('a chart has columns on a wide screen, but only its table where an amount is too long for a column', () => {
  expect(drawn('₱999,999.00')).toContain('xl:sr-only')
  expect(drawn('₱999,999.00').split('₱999,999.00')).toHaveLength(4)
  expect(drawn('₱1,000,000.00')).not.toContain('xl:sr-only')
  expect(drawn('₱1,000,000.00').split('₱1,000,000.00')).toHaveLength(2)
})
