import { useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import type { ListingCardData } from '#app/ui/listing-card.tsx'

type Page = { listings: ListingCardData[]; next: string | null }

/** The first page and those loaded beneath it since. Another search starts over. */
export function useMorePages(first: Page) {
  const fetcher = useFetcher<Page>()
  const [more, setMore] = useState<{ first: Page; pages: Page[] }>({ first, pages: [] })
  const pages = more.first === first ? more.pages : []
  const { data } = fetcher
  const seen = useRef(data)
  useEffect(() => {
    // Data that was there before belongs to the search it was asked for.
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
