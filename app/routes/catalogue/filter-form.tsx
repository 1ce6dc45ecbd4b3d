import { type ComponentProps, type FormEvent, type RefObject, useEffect, useRef } from 'react'
import { Form, useNavigate } from 'react-router'
import {
  catalogueSorts,
  defaultSort,
  type FilterReading,
  MAX_SEARCH_LENGTH,
} from '#domain/catalogue/filters.ts'
import type { Day } from '#domain/period.ts'
import { daysText, durations } from '#domain/pricing/pricing.ts'
import { Button } from '#app/ui/primitives/button.tsx'
import { Field, Select } from '#app/ui/primitives/text-field.tsx'
import { Icon } from '#app/ui/icon.tsx'

type Props = FilterReading & { from: Day; until: Day; count: number }

/**
 * Search, order and filters: one form of the catalogue's address, a bar on wide screens and a disclosure on narrow
 * ones.
 */
export function FilterForm({ filters, typed, errors, from, until, count }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const navigate = useNavigate()
  const usual = defaultSort(filters.search)
  const shown = { ...typed, sort: filters.sort === usual ? '' : filters.sort, days: typed.days || '1' }
  useSameAs(form, shown, errors)

  const go = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void navigate(addressOf(new FormData(event.currentTarget)), { preventScrollReset: true })
  }
  const wrong = Object.keys(errors).length > 0
  return (
    <Form
      ref={form}
      role="search"
      method="get"
      action="/products"
      aria-label="Search the products"
      noValidate
      onSubmit={go}
      className="grid gap-4"
    >
      <SearchField typed={typed.search} />
      {filters.category ? <input type="hidden" name="category" value={filters.category} /> : null}
      <details open={wrong || undefined} className="bar-from-md rounded-xl border border-line bg-card">
        <summary className="flex min-h-12 items-center gap-2.5 px-4 font-semibold">
          <Icon name="filters" className="size-5" />
          Sort and filter{count > 0 ? ` (${count})` : ''}
          <Icon name="down" className="ml-auto size-5 text-muted" />
        </summary>
        <div
          className={
            'grid grid-cols-2 items-start gap-4 px-4 pt-1 pb-4 md:grid-cols-3 md:pt-4 ' +
            'lg:grid-cols-[1.5fr_1fr_1fr_1.25fr_0.9fr_auto]'
          }
        >
          <Select
            label="Sort by"
            name="sort"
            defaultValue={shown.sort}
            error={errors.sort}
            onChange={(event) => event.currentTarget.form?.requestSubmit()}
            options={sortsFor(filters.search)}
            fieldClassName="max-md:col-span-2"
          />
          <PriceField label="Lowest price" name="min" defaultValue={typed.min} error={errors.min} />
          <PriceField label="Highest price" name="max" defaultValue={typed.max} error={errors.max} />
          <Field
            label="Free from"
            name="start"
            type="date"
            min={from}
            max={until}
            defaultValue={typed.start}
            error={errors.start}
            fieldClassName="max-md:col-span-2"
          />
          <Select
            label="For"
            name="days"
            defaultValue={shown.days}
            error={errors.days}
            options={durations.map((n) => ({ value: String(n), label: daysText(n) }))}
          />
          <div className="grid self-start">
            <span aria-hidden="true" className="mb-1.5 leading-[1.6]">
              &nbsp;
            </span>
            <Button variant="secondary">Apply</Button>
          </div>
        </div>
      </details>
    </Form>
  )
}

function SearchField({ typed }: { typed: string }) {
  return (
    <div className="flex max-w-2xl flex-wrap gap-2.5">
      <label className="sr-only" htmlFor="catalogue-search">
        Search by title or tag
      </label>
      <input
        id="catalogue-search"
        type="search"
        name="search"
        defaultValue={typed}
        maxLength={MAX_SEARCH_LENGTH}
        placeholder="Title or tag"
        className="field flex-[1_1_10rem]"
      />
      <Button className="shrink-0">
        <Icon name="search" className="size-5" />
        Search
      </Button>
    </div>
  )
}

type PriceFieldProps = Pick<ComponentProps<typeof Field>, 'label' | 'name' | 'defaultValue' | 'error'>

const PriceField = (props: PriceFieldProps) => (
  <Field {...props} inputMode="decimal" autoComplete="off" placeholder="₱" maxLength={20} />
)

/**
 * The orders to choose from. The default one is not in the address, so that a search that follows uses its own
 * default.
 */
const sortsFor = (search: string) =>
  Object.entries(catalogueSorts)
    .filter(([value]) => value !== 'relevance' || search !== '')
    .map(([value, label]) => ({ value: value === defaultSort(search) ? '' : value, label }))

/**
 * Keeps a field equal to the address, whichever link changed it, without rendering the field again: the focus stays.
 */
function useSameAs(
  form: RefObject<HTMLFormElement | null>,
  shown: Record<string, string>,
  errors: FilterReading['errors'],
) {
  const state = JSON.stringify([shown, errors])
  const drawn = useRef(state)
  useEffect(() => {
    // What was typed before scripts ran stays.
    if (drawn.current === state) return
    drawn.current = state
    const [values, wrong] = JSON.parse(state) as [Record<string, string>, object]
    for (const [name, value] of Object.entries(values)) {
      const field = form.current?.elements.namedItem(name)
      if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = value
    }
    if (Object.keys(wrong).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [form, state])
}

/** The address of the form, as a browser would make it, without empty fields. */
function addressOf(formData: FormData): string {
  const query = new URLSearchParams()
  const fieldValue = (name: string) => String(formData.get(name) ?? '').trim()
  for (const name of ['search', 'category', 'sort', 'min', 'max', 'start', 'days']) {
    const implied = name === 'days' && fieldValue('start') === ''
    if (fieldValue(name) !== '' && !implied) query.set(name, fieldValue(name))
  }
  return query.size > 0 ? `/products?${query}` : '/products'
}
