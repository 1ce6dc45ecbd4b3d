/**
 * Whether a browser or cache already has the answer with this ETag, by the request's If-None-Match: one tag, a list of
 * them, or `*`. Weak tags match, too, as proxies that compress an answer make its tag weak.
 */
export function hasCopy(ifNoneMatch: string | null | undefined, etag: string): boolean {
  const tags = (ifNoneMatch ?? '').split(',').map((tag) => opaque(tag.trim()))
  return tags.includes('*') || tags.includes(opaque(etag))
}

const opaque = (tag: string) => tag.replace(/^W\//, '')
