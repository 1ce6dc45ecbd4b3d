/** The address of a page with some of its query changed; a null takes a name out. */
export function addressWith(address: string, changes: Record<string, string | null>): string {
  const { pathname, searchParams } = new URL(address, 'http://here')
  for (const [name, value] of Object.entries(changes))
    if (value === null) searchParams.delete(name)
    else searchParams.set(name, value)
  return searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname
}

/** Where an action of a row goes when it is done: to the same page of the table, its question answered. */
export function backToTable(url: URL): string {
  return addressWith(url.href, { delete: null })
}
