import { createContext, use } from 'react'

/** What a page knows of its request while the server renders it: browsers hide the nonce, and have no use for it. */
export const PageRequest = createContext<{ nonce: string | undefined; requestId: string } | null>(null)

/** The id of the request that made this page, for the error page when its data could not be read. */
export function usePageRequestId(): string | null {
  const request = use(PageRequest)
  if (request) return request.requestId
  // While hydrating, the id is what the server wrote.
  return typeof document === 'undefined'
    ? null
    : (document.querySelector('[data-request-id]')?.textContent ?? null)
}
