import { pageAt, pagePaths } from '#domain/pages.ts'

/** Patterns for the parameters of these addresses. */
const parts: Record<string, string> = { listingId: '[0-9a-f-]{36}', slug: '[a-z-]+' }

/** The addresses of pages, without their first slash, for a regular expression. */
function addressesOf(guests: readonly (string | undefined)[]): string[] {
  return pagePaths
    .filter((path) => guests.includes(pageAt(path).guests))
    .map((path) => path.slice(1).replaceAll(/:(\w+)/g, (_, name: string) => parts[name]!))
}

const shared = new RegExp(`^/(?:${addressesOf(['shared']).join('|')})$`)
const readable = addressesOf(['shared', 'public']).filter((address) => address !== '')
const publicPage = new RegExp(`^/(?:(?:${[...readable, '_root'].join('|')})(?:\\.data)?)?$`)

/**
 * Whether a request only reads public data: the home page, the catalogue, its search and its suggestions, listings and
 * texts. A guest's other pages depend on something just done, such as a mailed link.
 */
export function isPublicRead({ method, url }: Pick<Request, 'method' | 'url'>): boolean {
  return (method === 'GET' || method === 'HEAD') && publicPage.test(new URL(url).pathname)
}

/** Whether all guests see the same page at this path, so that they share one rendering of it. */
export const isSharedByGuests = (pathname: string): boolean => shared.test(pathname)
