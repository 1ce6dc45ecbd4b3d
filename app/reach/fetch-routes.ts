import type { HydratedRouterProps } from 'react-router/dom'
import { giveUp } from './keep-page.ts'

/**
 * Fetches for the router. Which routes there are it asks the server bit by bit, also while someone goes to a page:
 * when that gets no answer the page that is shown stays. Of the address that is shown nothing needs to be asked.
 */
export const fetchRoutes: HydratedRouterProps['unstable_fetch'] = async (request, { type }) => {
  if (type !== 'manifest') return fetch(request)
  const router = window.__reactRouterDataRouter
  try {
    const answer = await fetch(request)
    const isOurs = answer.status === 204 || /json/.test(answer.headers.get('content-type') ?? '')
    // The router reads it where nobody would notice that it breaks off.
    if (answer.ok && isOurs) return new Response(answer.status === 204 ? null : await answer.text(), answer)
    throw new TypeError(`No routes: ${answer.status}`)
  } catch (error) {
    if (!router || request.signal.aborted) throw error
    const shown = `${router.state.location.pathname}/`
    const paths = new URL(request.url).searchParams.get('paths')?.split(',') ?? []
    if (paths.every((path) => shown.startsWith(`${path}/`))) return Response.json({})
    if (router.state.navigation.state === 'idle') throw error
    await giveUp(router, { reached: false, message: null })
    return new Promise(() => {})
  }
}
