import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { readSuggestQuery } from '#domain/catalogue/suggestions.ts'
import type { Suggestion } from '#server/catalogue/suggest-listings.ts'

export type SuggestAnswer =
  | { state: 'found'; suggestions: Suggestion[] }
  | { state: 'failed'; message: string }
  | { state: 'waiting'; suggestions: Suggestion[] }

const PAUSE_MS = 150

/**
 * The typed text, at first the search of the page, the answer to it, and the active option; `options` are the
 * addresses of the options, the last leads to all results. Only the answer to the last typed text counts; other
 * requests are aborted.
 */
export function useSuggestions(search: string) {
  const { key } = useLocation()
  const [typed, setTyped] = useState(search)
  const [openAt, setOpenAt] = useState<string | null>(null)
  // The chosen option is stored by its address, because a new list may have it at another place, or not at all.
  const [chosen, setChosen] = useState<string | null>(null)
  const [last, setLast] = useState<{ query: string; answer: SuggestAnswer } | null>(null)
  const [searched, setSearched] = useState(search)
  if (searched !== search) {
    setSearched(search)
    setTyped(search)
  }
  const query = readSuggestQuery(typed)
  // Opening a new page closes the list.
  const open = openAt === key && query !== null

  useEffect(() => {
    if (!open || query === null) return
    const request = new AbortController()
    const timer = setTimeout(async () => {
      const answer = await ask(query, request.signal)
      if (!request.signal.aborted) setLast({ query, answer })
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      request.abort()
    }
  }, [open, query])

  const known = last?.answer.state === 'found' ? last.answer.suggestions : []
  const answer: SuggestAnswer =
    last && last.query === query ? last.answer : { state: 'waiting', suggestions: known }
  const found = answer.state === 'failed' ? [] : answer.suggestions
  const options = [
    ...found.map(({ id }) => `/listing/${id}`),
    `/products?${new URLSearchParams({ search: typed.trim() })}`,
  ]

  const at = chosen === null ? -1 : options.indexOf(chosen)
  const active = at < 0 ? null : at

  return {
    open,
    typed: typed.trim(),
    active,
    answer,
    options,
    type(value: string) {
      setTyped(value)
      setChosen(null)
      setOpenAt(key)
    },
    /** Moves to the next or previous option, around the end and through the box itself; opens a closed list. */
    move(by: 1 | -1): boolean {
      if (query === null) return false
      setOpenAt(key)
      const places = options.length + 1
      const place = ((open && active !== null ? active + 1 : 0) + by + places) % places
      setChosen(place === 0 ? null : options[place - 1]!)
      return true
    },
    goTo: (index: number) => setChosen(options[index]!),
    close() {
      setOpenAt(null)
      setChosen(null)
    },
  }
}

async function ask(query: string, signal: AbortSignal): Promise<SuggestAnswer> {
  const unavailable = 'Suggestions can’t be loaded right now.'
  try {
    const response = await fetch(`/api/suggestions?${new URLSearchParams({ q: query })}`, { signal })
    const body = (await response.json()) as { suggestions?: Suggestion[]; message?: string }
    return response.ok && body.suggestions
      ? { state: 'found', suggestions: body.suggestions }
      : { state: 'failed', message: body.message ?? unavailable }
  } catch {
    return { state: 'failed', message: unavailable }
  }
}
