const page = 'products|items|about|contact|faq|help|help/[a-z-]+|privacy-policy|listing/[0-9a-f-]{36}|_root'
const publicPage = new RegExp(`^/(?:(?:${page})(?:\\.data)?|api/suggestions(?:\\.data)?)?$`)

/**
 * Whether a request only reads what everyone may see: the home page, the catalogue, its search and its suggestions,
 * listings and texts. Other pages of guests are about what somebody did a moment ago, such as a link that was mailed.
 */
export function isPublicRead({ method, url }: Pick<Request, 'method' | 'url'>): boolean {
  return (method === 'GET' || method === 'HEAD') && publicPage.test(new URL(url).pathname)
}
