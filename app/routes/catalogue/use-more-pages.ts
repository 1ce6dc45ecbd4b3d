import { useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'

type Page<T> = { listings: T[]; next: string | null }

/** The first page and the pages loaded below it. Another search starts again. */
export function useMorePages<T>(first: Page<T>) {
  const fetcher = useFetcher()
  const [more, setMore] = useState<{ first: Page<T>; pages: Page<T>[] }>({ first, pages: [] })
  const pages = more.first === first ? more.pages : []
  const data = fetcher.data as Page<T> | undefined
  const seen = useRef(data)
  useEffect(() => {
    // Older data belongs to an earlier search.
    if (!data || seen.current === data) return
    seen.current = data
    setMore((now) => ({ first, pages: [...(now.first === first ? now.pages : []), data] }))
  }, [data, first])
  const last = pages.at(-1) ?? first
  return {
    listings: [first, ...pages].flatMap((page) => page.listings),
    next: last.next,
    loadingMore: fetcher.state !== 'idle',
    loadMore: (href: string) => {
      if (fetcher.state === 'idle') void fetcher.load(href)
    },
  }
}
