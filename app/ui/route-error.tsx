import type { ComponentType } from 'react'
import { isRouteErrorResponse, useMatches, useRouteLoaderData } from 'react-router'
import { type AskedProof, isAskedProof } from '#domain/account/proof.ts'
import { ErrorPage } from './error-page.tsx'
import { usePageRequestId } from './page-request.ts'

/**
 * What a route whose forms ask for a proof has: the page for that comes with its code, so that it needs no connection.
 */
export type ProofHandle = { ProofPage: ComponentType<{ asked: AskedProof }> }

/** The page for whatever a route threw: a response with a status, an error, or a missing answer. */
export function RouteError({ error }: { error: unknown }) {
  const root = useRouteLoaderData('root') as { requestId?: string } | undefined
  const pageRequestId = usePageRequestId()
  const handles = useMatches().map(({ handle }) => handle as Partial<ProofHandle> | undefined)
  const answered = isRouteErrorResponse(error)
  const ProofPage = handles.find((handle) => handle?.ProofPage)?.ProofPage
  if (ProofPage && answered && isAskedProof(error.data)) return <ProofPage asked={error.data} />
  const status = answered ? error.status : isNetworkFailure(error) ? 'network' : 500
  const message = answered && typeof error.data === 'string' && error.data !== '' ? error.data : undefined
  return <ErrorPage status={status} message={message} requestId={root?.requestId ?? pageRequestId} />
}

/** Whether an error is a network error; browsers word it differently: Chromium, Firefox, Safari. */
function isNetworkFailure(error: unknown): boolean {
  return error instanceof TypeError && /failed to fetch|networkerror|load failed/i.test(error.message)
}
