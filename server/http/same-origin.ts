/**
 * Whether a request that writes comes from our own pages. Browsers say so in `Sec-Fetch-Site`; where that is missing,
 * `Origin` or `Referer` has to name this site.
 */
export function isSameOrigin(request: Request, baseUrl: string): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin' || site === 'none'
  const from = request.headers.get('origin') ?? request.headers.get('referer')
  if (!from || !URL.canParse(from)) return false
  const { origin, host, protocol } = new URL(from)
  if (origin === baseUrl) return true
  // By another name than that of the settings; where the site is https, a page that came without it may be anyone's.
  return host === request.headers.get('host') && !(protocol === 'http:' && baseUrl.startsWith('https:'))
}
