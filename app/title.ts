type Match = { id: string; loaderData?: unknown } | undefined

/** A page's title with the site's name from its settings: `About – Hiram`. */
export function titleOf(title: string, matches: readonly Match[]): string {
  return withSiteName(title, matches.find((match) => match?.id === 'root')?.loaderData)
}

/** As `titleOf`, from the root's data. */
export const withSiteName = (title: string, root: unknown): string => `${title} – ${siteNameOf(root)}`

/** The site's name from the root's data; if that could not be read, the product's. */
export function siteNameOf(root: unknown): string {
  return (root as { siteName?: string } | undefined)?.siteName ?? 'Hiram'
}
