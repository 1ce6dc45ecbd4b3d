import { createContext, use } from 'react'

/**
 * The request's data for a page while the server renders it: browsers hide the nonce, and don't need it. `firstScript`
 * runs in the page's head.
 */
export const PageRequest = createContext<{
  nonce: string | undefined
  requestId: string
  firstScript: string
} | null>(null)

/** The id of the request that rendered this page, for the error page when its data could not be read. */
export function usePageRequestId(): string | null {
  const request = use(PageRequest)
  if (request) return request.requestId
  // During hydration, the id is what the server wrote.
  return typeof document === 'undefined'
    ? null
    : (document.querySelector('[data-request-id]')?.textContent ?? null)
}
