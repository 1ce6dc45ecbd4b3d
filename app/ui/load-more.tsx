import { useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { ButtonLink } from './primitives/button.tsx'

/** A page of a list, and the cursor of the next. */
export type Page<T> = { items: readonly T[]; next: string | null }

/**
 * The first page of a list and the pages loaded below it. `pageOf` finds the page in the loader data of the same
 * address. When the list is read again, it starts again.
 */
export function useMore<T, Answer>(first: Page<T>, pageOf: (answer: Answer) => Page<T>) {
  const fetcher = useFetcher()
  const [more, setMore] = useState<{ first: Page<T>; pages: Page<T>[] }>({ first, pages: [] })
  const pages = more.first === first ? more.pages : []
  const data = fetcher.data as Answer | undefined
  const seen = useRef(data)
  useEffect(() => {
    // Older data belongs to an earlier list.
    if (!data || seen.current === data) return
    seen.current = data
    setMore((now) => ({ first, pages: [...(now.first === first ? now.pages : []), pageOf(data)] }))
  }, [data, first, pageOf])
  return {
    items: [first, ...pages].flatMap((page) => page.items),
    next: (pages.at(-1) ?? first).next,
    loading: fetcher.state !== 'idle',
    load: (href: string) => {
      if (fetcher.state === 'idle') void fetcher.load(href)
    },
  }
}

type LoadMoreProps = { to: string; of: string; loading: boolean; load: (href: string) => void }

/** The link to the next page of a list: scripts load it below; without scripts it is a page of its own. */
export function LoadMore({ to, of, loading, load }: LoadMoreProps) {
  return (
    <div className="mt-6 flex justify-center">
      <ButtonLink
        to={to}
        variant="secondary"
        rel="next"
        aria-label={`Load more ${of}`}
        aria-busy={loading || undefined}
        preventScrollReset
        onClick={(event) => {
          event.preventDefault()
          load(to)
        }}
      >
        {loading ? 'Loading...' : 'Load more'}
      </ButtonLink>
    </div>
  )
}
