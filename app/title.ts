type Match = { id: string; loaderData?: unknown } | undefined

/** A page's title with the site's name as its settings have it: `About – Hiram`. */
export function titleOf(title: string, matches: readonly Match[]): string {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as { siteName?: string } | undefined
  return `${title} – ${root?.siteName ?? 'Hiram'}`
}
