import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useFetcher, useLocation } from 'react-router'

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

/** A page that was loaded below the first, and the address it came from. */
type Loaded<T> = { href: string; page: Page<T> }
type Kept<T> = { first: Page<T>; loaded: readonly Loaded<T>[] }
/** Pages that are being read: those that are there, and the addresses of the others. */
type Reading<T> = Kept<T> & { left: readonly string[] }

const KEPT_LISTS = 30
/** The lists of the pages that were left, by their place in the browser's history and the cursor of their first page. */
const keptLists = new Map<string, Kept<unknown>>()

/**
 * The first page of a list and the pages loaded below it. `pageOf` finds the page in the loader data of the same
 * address. When the list is read again, or the person comes back to it, what was loaded below it stays and is read
 * again too, as far as each page still ends where it did.
 */
export function useMore<T, Answer>(first: Page<T>, pageOf: (answer: Answer) => Page<T>) {
  const { data, state, load } = useFetcher()
  const name = `${useLocation().key} ${first.next}`
  const [kept, setKept] = useState(
    () => (keptLists.get(name) as Kept<T> | undefined) ?? { first, loaded: [] },
  )
  const loaded = kept.first.next === first.next ? kept.loaded : []
  const reading = useRef<Reading<T> | null>(null)
  const read = useCallback(
    (next: Reading<T>) => {
      reading.current = next
      void load(next.left[0]!)
    },
    [load],
  )
  const seen = useRef(data)
  useEffect(() => {
    if (!data || seen.current === data) return
    seen.current = data
    const now = reading.current
    reading.current = null
    // After every action React Router loads the last page anew by itself; nobody asked for that one.
    if (now?.first !== first) return
    const page = pageOf(data as Answer)
    const [href = '', ...left] = now.left
    const sofar = { first, loaded: [...now.loaded, { href, page }] }
    const before = kept.loaded[now.loaded.length]?.page
    if (left.length > 0 && page.next === before?.next) read({ ...sofar, left })
    else setKept(sofar)
  }, [data, first, pageOf, kept, read])
  useEffect(() => {
    if (kept.first === first || kept.first.next !== first.next || kept.loaded.length === 0) return
    if (reading.current?.first !== first)
      read({ first, loaded: [], left: kept.loaded.map(({ href }) => href) })
  }, [first, kept, read])
  useEffect(() => {
    if (kept.loaded.length === 0) return
    keptLists.delete(name)
    keptLists.set(name, kept)
    if (keptLists.size > KEPT_LISTS) keptLists.delete(keptLists.keys().next().value!)
  }, [name, kept])
  return {
    items: [first, ...loaded.map(({ page }) => page)].flatMap(({ items }) => items),
    next: (loaded.at(-1)?.page ?? first).next,
    loading: state !== 'idle',
    load: (href: string) => {
      if (state === 'idle') read({ first, loaded, left: [href] })
    },
  }
}
