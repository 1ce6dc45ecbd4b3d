import { isRouteErrorResponse, useRouteLoaderData } from 'react-router'
import { ErrorPage } from './error-page.tsx'
import { usePageRequestId } from './page-request.ts'

/** The page of whatever a route threw: an answer with a status, an error, or no answer at all. */
export function RouteError({ error }: { error: unknown }) {
  const root = useRouteLoaderData('root') as { requestId?: string } | undefined
  const pageRequestId = usePageRequestId()
  const answered = isRouteErrorResponse(error)
  const status = answered ? error.status : isNetworkFailure(error) ? 'network' : 500
  const message = answered && typeof error.data === 'string' && error.data !== '' ? error.data : undefined
  return <ErrorPage status={status} message={message} requestId={root?.requestId ?? pageRequestId} />
}

/** Browsers word it each in their own way: Chromium, Firefox, Safari. */
function isNetworkFailure(error: unknown): boolean {
  return error instanceof TypeError && /failed to fetch|networkerror|load failed/i.test(error.message)
}
