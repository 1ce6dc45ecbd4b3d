import { isRouteErrorResponse, useRouteLoaderData } from 'react-router'
import { ErrorPage } from './error-page.tsx'
import { usePageRequestId } from './page-request.ts'

/** The page of whatever a route threw: an answer with a status, or an error. */
export function RouteError({ error }: { error: unknown }) {
  const root = useRouteLoaderData('root') as { requestId?: string } | undefined
  const pageRequestId = usePageRequestId()
  const status = isRouteErrorResponse(error) ? error.status : 500
  const message = isRouteErrorResponse(error) && typeof error.data === 'string' ? error.data : undefined
  return <ErrorPage status={status} message={message} requestId={root?.requestId ?? pageRequestId} />
}
