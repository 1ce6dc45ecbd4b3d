import { useEffect, useRef } from 'react'
import { Form, useLocation } from 'react-router'
import { Link } from '#app/ui/link.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { Field, Select } from '#app/ui/primitives/field.tsx'
import type { Column, TableProps } from './parts.ts'

type TableSearchProps<Row, Sort extends string> = TableProps<Row, Sort> & { narrowed: boolean }

/** Search, filters, and on a phone the sort order, which the column heads change on larger screens. A GET form. */
export function TableSearch<Row, Sort extends string>({
  noun,
  view,
  columns,
  searches,
  options: found = {},
  narrowed,
}: TableSearchProps<Row, Sort>) {
  const { pathname, search } = useLocation()
  const sort = view.descending ? `-${view.sort}` : view.sort
  const form = useRef<HTMLFormElement>(null)
  const values = JSON.stringify({ search: view.search, sort, ...view.filters })
  const shown = useRef(values)
  // The fields follow the address, except one in which the person went on typing while the answer came.
  useEffect(() => {
    const [before, now] = [shown.current, values].map((json) => JSON.parse(json) as Record<string, string>)
    shown.current = values
    for (const field of form.current?.querySelectorAll<HTMLInputElement>('[name]') ?? []) {
      const isTyping = field === document.activeElement && field.value !== (before![field.name] ?? '')
      if (!isTyping) field.value = now![field.name] ?? ''
    }
  }, [search, values])
  return (
    <Form
      ref={form}
      role="search"
      aria-label={`Search ${noun.many}`}
      action={pathname}
      className="mb-6 grid grid-cols-2 items-end gap-3 lg:flex lg:flex-wrap"
    >
      <Field
        label="Search"
        name="search"
        type="search"
        placeholder={searches}
        defaultValue={view.search}
        maxLength={100}
        autoComplete="off"
        enterKeyHint="search"
        fieldClassName="col-span-2 lg:min-w-72 lg:grow"
      />
      <div className="contents lg:flex lg:flex-wrap lg:items-end lg:gap-3">
        {view.filterFields.map(({ name, label, options = found[name] }) => {
          const field = { label, name, defaultValue: view.filters[name] ?? '' }
          return options ? (
            <Select key={name} {...field} options={[{ value: '', label: 'All' }, ...options]} />
          ) : (
            <Field key={name} {...field} type="date" className="min-w-0" fieldClassName="min-w-0" />
          )
        })}
        <Select
          label="Order"
          name="sort"
          defaultValue={sort}
          options={columns.flatMap(orders)}
          fieldClassName="lg:hidden"
        />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button variant="secondary">Apply</Button>
          {narrowed ? (
            <Link to={pathname} className="link inline-flex min-h-11 items-center">
              Clear
            </Link>
          ) : null}
        </div>
      </div>
    </Form>
  )
}

function orders<Row, Sort extends string>({ head, sort }: Column<Row, Sort>) {
  if (!sort) return []
  return [
    { value: sort, label: `${head} ↑` },
    { value: `-${sort}`, label: `${head} ↓` },
  ]
}
