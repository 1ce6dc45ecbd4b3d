/**
 * Whether a request that writes comes from our own pages. Browsers say so in `Sec-Fetch-Site`; where that is missing, `Origin`
 * or `Referer` has to name this site.
 */
export function isSameOrigin(request: Request, baseUrl: string): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin' || site === 'none'
  const from = request.headers.get('origin') ?? request.headers.get('referer')
  if (!from || !URL.canParse(from)) return false
  const host = request.headers.get('host')
  return new URL(from).origin === baseUrl || new URL(from).host === host
}
