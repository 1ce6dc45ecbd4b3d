import { useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import type { ReviewPage } from '#server/review/queries.ts'

type Page = Pick<ReviewPage, 'reviews' | 'next'>

/** The first reviews and the pages loaded below them. When the reviews are read again, it starts again. */
export function useMoreReviews(first: Page) {
  const fetcher = useFetcher<{ reviews: Page }>()
  const [more, setMore] = useState<{ first: Page; pages: Page[] }>({ first, pages: [] })
  const pages = more.first === first ? more.pages : []
  const { data } = fetcher
  const seen = useRef(data)
  useEffect(() => {
    if (!data || seen.current === data) return
    seen.current = data
    setMore((now) => ({ first, pages: [...(now.first === first ? now.pages : []), data.reviews] }))
  }, [data, first])
  const last = pages.at(-1) ?? first
  return {
    reviews: [first, ...pages].flatMap((page) => page.reviews),
    next: last.next,
    loading: fetcher.state !== 'idle',
    load: (href: string) => {
      if (fetcher.state === 'idle') void fetcher.load(href)
    },
  }
}
