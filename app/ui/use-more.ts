import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useFetcher } from 'react-router'

/** A page of a list, and the cursor of the next. */
export type Page<T> = { items: readonly T[]; next: string | null }

type ItemOf<List> = List extends readonly (infer T)[] ? T : never

/** As `useMore`, of a list that stands in the loader data itself: `loaderData[name]` and `loaderData.next`. */
export function useMoreOf<Read extends { next: string | null }, Name extends keyof Read>(
  loaderData: Read,
  name: Name,
) {
  const pageOf = useCallback(
    (read: Read): Page<ItemOf<Read[Name]>> => ({
      items: read[name] as readonly ItemOf<Read[Name]>[],
      next: read.next,
    }),
    [name],
  )
  const first = useMemo(() => pageOf(loaderData), [loaderData, pageOf])
  return useMore(first, pageOf)
}

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
  /** The first page below which the next answer belongs. */
  const asked = useRef<Page<T> | null>(null)
  useEffect(() => {
    if (!data || seen.current === data) return
    seen.current = data
    // After every action React Router loads the last page anew by itself; that is no further page.
    if (asked.current !== first) return
    asked.current = null
    setMore((now) => ({ first, pages: [...(now.first === first ? now.pages : []), pageOf(data)] }))
  }, [data, first, pageOf])
  return {
    items: [first, ...pages].flatMap((page) => page.items),
    next: (pages.at(-1) ?? first).next,
    loading: fetcher.state !== 'idle',
    load: (href: string) => {
      if (fetcher.state !== 'idle') return
      asked.current = first
      void fetcher.load(href)
    },
  }
}
