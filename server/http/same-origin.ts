/**
 * Whether a request that writes comes from our own pages. Browsers send `Sec-Fetch-Site`; without it, `Origin` or
 * `Referer` has to name this site.
 */
export function isSameOrigin(request: Request, baseUrl: string): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin' || site === 'none'
  const from = request.headers.get('origin') ?? request.headers.get('referer')
  if (!from || !URL.canParse(from)) return false
  const { origin, host, protocol } = new URL(from)
  if (origin === baseUrl) return true
  // The request's own host counts too; but on an https site a page loaded over http may come from anyone.
  return host === request.headers.get('host') && !(protocol === 'http:' && baseUrl.startsWith('https:'))
}

/**
 * Whether a request says nothing about the page it comes from, as that of a program. A browser says it with every
 * request that another site makes it write.
 */
export const isFromProgram = ({ headers }: Request): boolean =>
  !['sec-fetch-site', 'origin', 'referer'].some((name) => headers.has(name))
