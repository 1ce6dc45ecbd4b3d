/**
 * The longest query that is kept. Filters and search words are shorter; each row repeats the query in its links.
 */
const LONGEST_QUERY = 2000

/**
 * The address of a page with some query parameters changed; null removes one. The rest of a query that is longer than
 * any of the page's own is left out.
 */
export function addressWith(address: string, changes: Record<string, string | null>): string {
  const { pathname, search } = new URL(address, 'http://here')
  // Not the URL's own: it parses the whole address again after each change, and rows ask for many addresses.
  const searchParams = new URLSearchParams(search.length > LONGEST_QUERY ? '' : search)
  for (const [name, value] of Object.entries(changes))
    if (value === null) searchParams.delete(name)
    else searchParams.set(name, value)
  return searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname
}

/** The address to which an action of a row returns: the same page of the table, without the question. */
export function backToTable(url: URL): string {
  return addressWith(url.href, { delete: null })
}
