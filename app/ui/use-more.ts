import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useFetcher, useLocation } from 'react-router'

/** A page of a list, and the cursor of the next. */
export type Page<T> = { items: readonly T[]; next: string | null }

/** The address of the page after a cursor. */
type HrefOf = (after: string) => string
type Item = { id: string | number }
type ItemOf<List> = List extends readonly (infer T extends Item)[] ? T : never
/** The names of the lists whose items have an id, which shows where a page fits. */
type ListsOf<Data> = { [Name in keyof Data]: Data[Name] extends readonly Item[] ? Name : never }[keyof Data]

/** As `useMore`, for a list directly in the loader data: `loaderData[name]` and `loaderData.next`. */
export function useMoreOf<Data extends { next: string | null }, Name extends ListsOf<Data>>(
  loaderData: Data,
  name: Name,
  hrefOf: HrefOf,
) {
  const pageOf = useCallback(
    (data: Data): Page<ItemOf<Data[Name]>> => ({
      items: data[name] as readonly ItemOf<Data[Name]>[],
      next: data.next,
    }),
    [name],
  )
  const first = useMemo(() => pageOf(loaderData), [loaderData, pageOf])
  return useMore(first, pageOf, hrefOf)
}

/** The first page of the list with that address, and the pages that were loaded below it. */
type ListState<T> = { list: string; first: Page<T>; loaded: readonly Page<T>[] }
/** A read under way. It ends when `count` pages are loaded below the first, or the list ends. */
type PendingRead<T> = ListState<T> & { count: number }

const KEPT_LISTS = 30
/** Lists that were shown lately with loaded pages, by their place in the browser's history and their address. */
const keptLists = new Map<string, ListState<unknown>>()

/** Forgets the lists that were shown, as another person may come back to them. */
export const forgetLists = () => keptLists.clear()

/**
 * The first page of a list, the pages loaded below it, and the address of the next page, null at the end. `pageOf`
 * finds the page in the loader data of an address that `hrefOf` made. When a new first page comes, or the person comes
 * back, the hook reads as many pages below it again. Meanwhile it shows the known items that still fit below the first
 * page. Whoever asks for more meanwhile gets one page more at the end.
 */
export function useMore<T extends Item, Answer>(
  first: Page<T>,
  pageOf: (answer: Answer) => Page<T>,
  hrefOf: HrefOf,
) {
  const list = hrefOf('')
  const name = `${useLocation().key} ${list}`
  // Each list has its own fetcher, so that a late answer for the list before is not shown in this one.
  const { data, state, load } = useFetcher({ key: name })
  const [lastRead, setLastRead] = useState<ListState<T> | null>(null)
  const known = useMemo(
    () =>
      lastRead?.list === list
        ? lastRead
        : ((keptLists.get(name) as ListState<T> | undefined) ?? { list, first, loaded: [] }),
    [lastRead, list, name, first],
  )
  const pending = useRef<PendingRead<T> | null>(null)
  const readNext = (next: PendingRead<T>) => {
    pending.current = next
    void load(hrefOf((next.loaded.at(-1) ?? next.first).next!))
  }
  const take = useEffectEvent((answer: Answer) => {
    const now = pending.current
    // Nobody asked for this answer, as React Router repeats the last load after every action, or it was asked for
    // below an older first page.
    if (now?.first !== first) return
    pending.current = null
    const page = pageOf(answer)
    const sofar = { ...now, loaded: [...now.loaded, page] }
    if (page.next && sofar.loaded.length < now.count) readNext(sofar)
    else setLastRead(sofar)
  })
  const seen = useRef(data)
  useEffect(() => {
    if (!data || seen.current === data) return
    seen.current = data
    take(data as Answer)
  }, [data])
  const readAgain = useEffectEvent(() => {
    const now = pending.current?.list === list ? pending.current : null
    if (known.first === first || now?.first === first) return
    const count = Math.max(known.loaded.length, now?.count ?? 0)
    if (count > 0 && first.next) readNext({ list, first, loaded: [], count })
    else setLastRead({ list, first, loaded: [] })
  })
  useEffect(() => readAgain(), [first, known])
  useEffect(() => {
    keptLists.delete(name)
    if (known.loaded.length > 0) keptLists.set(name, known)
    if (keptLists.size > KEPT_LISTS) keptLists.delete(keptLists.keys().next().value!)
  }, [name, known])
  const below = itemsBelow(first, known)
  const loadedFits = known.first === first || below.length > 0
  const { next } = (loadedFits && known.loaded.at(-1)) || first
  return {
    items: [...first.items, ...below],
    more: next === null ? null : hrefOf(next),
    loading: state !== 'idle',
    load: () => {
      const count = known.loaded.length + 1
      if (state === 'idle')
        readNext({ list, first, loaded: known.first === first ? known.loaded : [], count })
      else if (pending.current?.first === first) pending.current.count = count
    },
  }
}

/**
 * The known items that come after the last item of the first page as it is now, also those of the first page before.
 * There are none when that last item is not among the known ones.
 */
function itemsBelow<T extends Item>(first: Page<T>, { first: before, loaded }: ListState<T>): readonly T[] {
  if (before === first) return loaded.flatMap(({ items }) => items)
  if (loaded.length === 0 || first.next === null) return []
  const all = [before, ...loaded].flatMap(({ items }) => items)
  const end = all.findIndex(({ id }) => id === first.items.at(-1)?.id)
  const ids = new Set(first.items.map(({ id }) => id))
  return end < 0 ? [] : all.slice(end + 1).filter(({ id }) => !ids.has(id))
}
