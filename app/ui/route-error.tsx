import { isRouteErrorResponse, useRouteLoaderData } from 'react-router'
import { isAskedProof } from '#domain/account/proof.ts'
import { ErrorPage } from './error-page.tsx'
import { lazyPart } from './lazy-part.tsx'
import { usePageRequestId } from './page-request.ts'

const ProofPage = lazyPart(async () => (await import('./proof-page.tsx')).ProofPage)

/** The page for whatever a route threw: a response with a status, an error, or a missing answer. */
export function RouteError({ error }: { error: unknown }) {
  const root = useRouteLoaderData('root') as { requestId?: string } | undefined
  const pageRequestId = usePageRequestId()
  const answered = isRouteErrorResponse(error)
  if (answered && isAskedProof(error.data)) return <ProofPage asked={error.data} />
  const status = answered ? error.status : isNetworkFailure(error) ? 'network' : 500
  const message = answered && typeof error.data === 'string' && error.data !== '' ? error.data : undefined
  return <ErrorPage status={status} message={message} requestId={root?.requestId ?? pageRequestId} />
}

/** Whether an error is a network error; browsers word it differently: Chromium, Firefox, Safari. */
function isNetworkFailure(error: unknown): boolean {
  return error instanceof TypeError && /failed to fetch|networkerror|load failed/i.test(error.message)
}
