import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { Search } from 'lucide-react'

type SearchFormProps = { search?: string; onInput?: (value: string) => void; suggestions?: ReactNode }

export function SearchForm({ search = '', onInput, suggestions }: SearchFormProps) {
  return (
    <Form action="/products" role="search" className="relative">
      <input
        key={search}
        type="search"
        name="search"
        aria-label="Search items"
        placeholder="Search tents, drills, gowns…"
        defaultValue={search}
        autoComplete="off"
        enterKeyHint="search"
        onChange={(event) => onInput?.(event.currentTarget.value)}
        className="h-11 w-full rounded-full border border-line-strong bg-card pr-12 pl-4.5 text-base hover:border-ink focus-visible:rounded-full"
      />
      <button
        type="submit"
        aria-label="Search"
        className="absolute inset-y-0 right-0 grid w-12 place-items-center rounded-full text-ink hover:text-accent focus-visible:rounded-full"
      >
        <Search aria-hidden="true" className="size-5" />
      </button>
      {suggestions}
    </Form>
  )
}
