import { catalogueHref, type CatalogueFilters } from '#domain/catalogue/filters.ts'
import { formatPeso } from '#domain/money.ts'
import { formatPeriod, periodOf } from '#domain/period.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'

/** The active filters, each with the address of the catalogue without it. */
export function activeFilters(filters: CatalogueFilters): { words: string; without: string }[] {
  const { search, category, min, max, free } = filters
  const all: [string | null, Partial<CatalogueFilters>][] = [
    [search && `“${search}”`, { search: '' }],
    [category, { category: null }],
    [min === null ? null : `${formatPeso(min)} or more`, { min: null }],
    [max === null ? null : `${formatPeso(max)} or less`, { max: null }],
    [free && `Free ${formatPeriod(periodOf(free.start, free.days))}`, { free: null }],
  ]
  return all.flatMap(([words, change]) =>
    words ? [{ words, without: catalogueHref({ ...filters, ...change }) }] : [],
  )
}

/** The active filters as chips; a press removes the filter. */
export function ActiveFilters({ filters }: { filters: CatalogueFilters }) {
  const active = activeFilters(filters)
  if (active.length === 0) return null
  return (
    <div className="mt-4 flex flex-wrap items-center gap-2">
      <ul aria-label="Active filters" className="flex flex-wrap gap-2">
        {active.map(({ words, without }) => (
          <li key={words}>
            <Link
              to={without}
              preventScrollReset
              aria-label={`Remove filter: ${words}`}
              className={
                'flex min-h-11 items-center gap-2 rounded-full bg-accent-soft px-4 text-sm ' +
                'font-semibold break-all hover:bg-sunken md:min-h-9'
              }
            >
              {words}
              <Icon name="close" className="size-4 shrink-0" />
            </Link>
          </li>
        ))}
      </ul>
      <Link
        to="/products"
        preventScrollReset
        className="link inline-flex min-h-11 items-center px-2 md:min-h-9"
      >
        Clear all
      </Link>
    </div>
  )
}
