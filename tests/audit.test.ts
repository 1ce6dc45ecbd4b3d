import { describe, expect, it } from 'vitest'
import { auditRows } from './abuse/audit-rows.ts'
import { hasTitle } from './support/test-titles.ts'

describe('the rows of the audit', () => {
  it('are all there, once each: those about TLS, 1 to 25, and the small things', () => {
    const numbers = auditRows.map(({ row }) => row)
    expect(numbers.filter((row) => typeof row === 'number')).toEqual(
      Array.from({ length: 25 }, (_, i) => i + 1),
    )
    expect(new Set(numbers).size).toBe(numbers.length)
  })

  it.each(auditRows)('$row, $hole: names tests that exist, by their titles', ({ tests }) => {
    expect(Object.keys(tests).length).toBeGreaterThan(0)
    const missing = Object.entries(tests).flatMap(([file, titles]) =>
      titles.filter((title) => !hasTitle(file, title)).map((title) => `${file} has no test “${title}”`),
    )
    expect(missing).toEqual([])
  })
})
