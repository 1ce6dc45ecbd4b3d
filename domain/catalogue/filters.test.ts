import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '../period.ts'
import { durations } from '../pricing/pricing.ts'
import { catalogueHref, type CatalogueFilters, catalogueSorts, noFilters, readFilters } from './filters.ts'

const NOW = new Date('2026-11-21T02:15:00Z')
const read = (query: string) => readFilters(new URLSearchParams(query), NOW)

describe('the address of the catalogue', () => {
  test('without a query shows everything, the newest first', () => {
    expect(read('')).toMatchObject({ filters: noFilters, errors: {} })
    expect(read('search=&category=all&sort=&min=&max=&start=&days=3')).toMatchObject({
      filters: noFilters,
      errors: {},
    })
    expect(catalogueHref(noFilters)).toBe('/products')
  })

  test('with everything', () => {
    const query = 'search=tent&category=Camping&sort=price-low&min=100&max=1%2C250.50&start=2026-11-28&days=3'
    const { filters, errors } = read(query)
    expect(errors).toEqual({})
    expect(filters).toEqual({
      search: 'tent',
      category: 'Camping',
      sort: 'price-low',
      min: 10_000,
      max: 125_050,
      free: { start: '2026-11-28', days: 3 },
    })
    expect(catalogueHref(filters, 'abc')).toBe(
      '/products?search=tent&category=Camping&sort=price-low&min=100&max=1250.50&start=2026-11-28&days=3&after=abc',
    )
  })

  test('orders a search by relevance by default; without a search there is no relevance', () => {
    expect(read('search=tent').filters.sort).toBe('relevance')
    expect(read('search=tent&sort=newest').filters.sort).toBe('newest')
    expect(read('sort=relevance').filters.sort).toBe('newest')
    expect(catalogueHref(read('search=tent&sort=newest').filters)).toBe('/products?search=tent&sort=newest')
    expect(catalogueHref({ ...read('search=tent').filters, search: '' })).toBe('/products')
  })

  test('reads a start date without days as one day', () => {
    expect(read('start=2026-11-21').filters.free).toEqual({ start: '2026-11-21', days: 1 })
  })

  const amount = 'Please enter an amount in pesos, such as 250.'
  test.each([
    ['min=-5', { min: amount }],
    ['min=abc&max=1e9', { min: amount, max: amount }],
    ['max=99999999999', { max: amount }],
    ['min=500&max=100', { max: 'The highest price cannot be below the lowest.' }],
    ['start=2026-02-30', { start: 'Please enter a date that exists, such as 2026-12-24.' }],
    ['start=tomorrow', { start: 'Please enter a date that exists, such as 2026-12-24.' }],
    ['start=2026-11-20', { start: 'The start date cannot be earlier than today.' }],
    ['start=2028-01-01', { start: 'The start date can be until Nov 21, 2027.' }],
    ['start=2026-11-25&days=2', { days: 'Please choose 1, 3 or 7 days.' }],
    ['sort=__proto__', { sort: 'Please choose an order from the list.' }],
    ["sort=price';--", { sort: 'Please choose an order from the list.' }],
  ])('%s does not filter, and gets a message beside its field', (query, errors) => {
    const reading = read(query)
    expect(reading.errors).toEqual(errors)
    expect(reading.filters).toEqual(noFilters)
    for (const [name, value] of new URLSearchParams(query))
      expect(reading.typed).toMatchObject({ [name]: value })
  })

  test('one wrong value does not affect the others', () => {
    expect(read('min=-1&max=300&category=Tools').filters).toEqual({
      ...noFilters,
      category: 'Tools',
      max: 30_000,
    })
  })

  test('is the same after writing and reading again, for any filters', () => {
    const centavos = fc.option(fc.integer({ min: 0, max: 100_000_000 }))
    const filters = fc
      .record({
        search: fc.constantFrom('', 'tent', 'f/2 & more', 'piña = 100%'),
        category: fc.constantFrom(null, 'Camping', 'Party & Events'),
        sort: fc.constantFrom(...(Object.keys(catalogueSorts) as CatalogueFilters['sort'][])),
        prices: fc.tuple(centavos, centavos),
        free: fc.option(
          fc.record({
            start: fc.integer({ min: 0, max: 365 }).map((n) => addDays('2026-11-21', n)),
            days: fc.constantFrom(...durations),
          }),
        ),
      })
      .map(({ prices: [a, b], ...rest }): CatalogueFilters => {
        const sort = rest.search === '' && rest.sort === 'relevance' ? 'newest' : rest.sort
        const swap = a !== null && b !== null && b < a
        return { ...rest, sort, min: swap ? b : a, max: swap ? a : b }
      })
    fc.assert(
      fc.property(filters, (filters) => {
        const reading = readFilters(new URL(catalogueHref(filters), 'http://x').searchParams, NOW)
        expect(reading.errors).toEqual({})
        expect(reading.filters).toEqual(filters)
      }),
    )
  })
})
