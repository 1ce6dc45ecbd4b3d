type Match = { id: string; loaderData?: unknown } | undefined

/** A page's title with the site's name as its settings have it: `About – Hiram`. */
export function titleOf(title: string, matches: readonly Match[]): string {
  return withSiteName(title, matches.find((match) => match?.id === 'root')?.loaderData)
}

/** The same out of the root's data, which may not have been read: then the site is called what the product is. */
export function withSiteName(title: string, root: unknown): string {
  return `${title} – ${(root as { siteName?: string } | undefined)?.siteName ?? 'Hiram'}`
}
