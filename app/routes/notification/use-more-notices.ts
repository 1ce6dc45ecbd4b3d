import { useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import type { ShownNotice } from './notice-item.tsx'

type Page = { notices: ShownNotice[]; next: string | null }

/** The first notices and the pages loaded below them. When the notices are read again, it starts again. */
export function useMoreNotices(first: Page) {
  const fetcher = useFetcher<Page>()
  const [more, setMore] = useState<{ first: Page; pages: Page[] }>({ first, pages: [] })
  const pages = more.first === first ? more.pages : []
  const { data } = fetcher
  const seen = useRef(data)
  useEffect(() => {
    if (!data || seen.current === data) return
    seen.current = data
    setMore((now) => ({ first, pages: [...(now.first === first ? now.pages : []), data] }))
  }, [data, first])
  return {
    notices: [first, ...pages].flatMap((page) => page.notices),
    next: (pages.at(-1) ?? first).next,
    loading: fetcher.state !== 'idle',
    load: (href: string) => {
      if (fetcher.state === 'idle') void fetcher.load(href)
    },
  }
}
