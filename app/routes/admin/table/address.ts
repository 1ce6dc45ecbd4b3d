/** The address of a page with some query parameters changed; null removes one. */
export function addressWith(address: string, changes: Record<string, string | null>): string {
  const { pathname, searchParams } = new URL(address, 'http://here')
  for (const [name, value] of Object.entries(changes))
    if (value === null) searchParams.delete(name)
    else searchParams.set(name, value)
  return searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname
}

/** The address to which an action of a row returns: the same page of the table, without the question. */
export function backToTable(url: URL): string {
  return addressWith(url.href, { delete: null })
}
