import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'
import type { ListingCardData } from '../../ui/listing-card.tsx'

type Page = { listings: ListingCardData[]; next: string | null }

/** The first page and those loaded beneath it since. Another search starts over. */
export function useMorePages(first: Page) {
  const fetcher = useFetcher<Page>()
  const [more, setMore] = useState<{ first: Page; pages: Page[] }>({ first, pages: [] })
  const pages = more.first === first ? more.pages : []
  const { data } = fetcher
  useEffect(() => {
    if (!data) return
    setMore((now) => {
      const known = now.first === first ? now.pages : []
      return known.includes(data) ? now : { first, pages: [...known, data] }
    })
    // A page that arrives belongs to the search it was asked for.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [data])
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
