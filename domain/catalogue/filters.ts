import { parsePeso, pesoFieldValue, type Centavos } from '../money.ts'
import { decideStartDate } from '../order/order.ts'
import type { Day } from '../period.ts'
import { durations, type DurationDays } from '../pricing/pricing.ts'

export const MAX_SEARCH_LENGTH = 100

export const catalogueSorts = {
  relevance: 'Best match',
  newest: 'Newest',
  'price-low': 'Price, low to high',
  'price-high': 'Price, high to low',
  rating: 'Best rated',
  popular: 'Most popular',
} as const
export type CatalogueSort = keyof typeof catalogueSorts

/** The filters and the order of the catalogue; all of them are in the query string. */
export type CatalogueFilters = {
  search: string
  /** A category's name, as in the address. */
  category: string | null
  /** `relevance` only together with a search. */
  sort: CatalogueSort
  min: Centavos | null
  max: Centavos | null
  /** Free for `days` days from `start`. */
  free: { start: Day; days: DurationDays } | null
}

export const noFilters: CatalogueFilters = {
  search: '',
  category: null,
  sort: 'newest',
  min: null,
  max: null,
  free: null,
}

/** The order that applies unless another was chosen. */
export const defaultSort = (search: string): CatalogueSort => (search === '' ? 'newest' : 'relevance')

const filterFields = ['search', 'category', 'sort', 'min', 'max', 'start', 'days'] as const
export type FilterField = (typeof filterFields)[number]

export type FilterReading = {
  filters: CatalogueFilters
  /** The values from the address, for the fields of the form. */
  typed: Record<FilterField, string>
  /** Messages beside fields. A field with a message does not filter. */
  errors: Partial<Record<FilterField, string>>
}

/**
 * Reads the catalogue's query string. Each invalid value gets a message beside its field and is left out of `filters`.
 * ### Example `?min=500&max=100` gives no price range, and beside the highest price `The highest price cannot be below
 * the lowest.`
 */
export function readFilters(query: URLSearchParams, now: Date): FilterReading {
  const typed = Object.fromEntries(
    filterFields.map((name) => [name, (query.get(name) ?? '').trim().slice(0, MAX_SEARCH_LENGTH)]),
  ) as Record<FilterField, string>
  const errors: FilterReading['errors'] = {}
  const { search } = typed
  const category = typed.category === '' || typed.category === 'all' ? null : typed.category

  const known = typed.sort === '' || Object.hasOwn(catalogueSorts, typed.sort)
  if (!known) errors.sort = 'Please choose an order from the list.'
  const chosen = known && typed.sort !== '' ? (typed.sort as CatalogueSort) : defaultSort(search)
  const sort = chosen === 'relevance' ? defaultSort(search) : chosen

  const amount = (name: 'min' | 'max') => {
    if (typed[name] === '') return null
    const centavos = parsePeso(typed[name])
    if (centavos === null) errors[name] = 'Please enter an amount in pesos, such as 250.'
    return centavos
  }
  let [min, max] = [amount('min'), amount('max')]
  if (min !== null && max !== null && max < min) {
    errors.max = 'The highest price cannot be below the lowest.'
    ;[min, max] = [null, null]
  }

  const days = typed.days === '' ? 1 : durations.find((n) => String(n) === typed.days)
  if (!days) errors.days = 'Please choose 1, 3 or 7 days.'
  const start = typed.start === '' ? null : decideStartDate(typed.start, now)
  if (start && !start.ok) errors.start = start.message
  const free = start?.ok && days ? { start: start.startDate, days } : null
  return { filters: { search, category, sort, min, max, free }, typed, errors }
}

/** The address of the catalogue with these filters, and of the page that follows the cursor `after`. */
export function catalogueHref(filters: CatalogueFilters, after?: string | null): string {
  const query = new URLSearchParams()
  const put = (name: string, value: string | number | null) => {
    if (value !== null && value !== '') query.set(name, String(value))
  }
  put('search', filters.search)
  put('category', filters.category)
  if (filters.sort !== defaultSort(filters.search) && filters.sort !== 'relevance') put('sort', filters.sort)
  put('min', pesosIn(filters.min))
  put('max', pesosIn(filters.max))
  put('start', filters.free?.start ?? null)
  put('days', filters.free?.days ?? null)
  put('after', after ?? null)
  return query.size > 0 ? `/products?${query}` : '/products'
}

/** An amount as it is written in an address and a field: `250`, or `250.50`. */
function pesosIn(centavos: Centavos | null): string | null {
  return centavos === null ? null : pesoFieldValue(centavos).replace(/\.00$/, '')
}
