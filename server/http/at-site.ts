/**
 * The same request at the public address of the site (`origin`): behind a proxy that ends TLS, a request is http
 * although the browser used https, and pages compare and build addresses. Null for a method that no page has.
 */
export function atSite(request: Request, origin: string): Request | null {
  if (!/^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/.test(request.method)) return null
  const { pathname, search } = new URL(request.url)
  const url = origin + pathname + search
  const { method } = request
  // Making another request costs more than all other parts of reading one. What comes from the network then stays the
  // server's own object, of which `new Request` makes no copy.
  if (url === request.url && (method === 'GET' || method === 'HEAD')) return request
  const { headers, body, signal } = request
  return new Request(url, {
    method,
    headers,
    body,
    signal,
    duplex: 'half',
  } as RequestInit)
}
