import type { HydratedRouterProps } from 'react-router/dom'
import { giveUp } from './keep-page.ts'

/**
 * The router's fetch. The router reads routes from the server in small steps, also during a navigation: without an
 * answer, the current page stays. Routes of the current address need no request.
 */
export const fetchRoutes: HydratedRouterProps['unstable_fetch'] = async (request, { type }) => {
  if (type !== 'manifest') return fetch(request)
  const router = window.__reactRouterDataRouter
  try {
    const answer = await fetch(request)
    const isOurs = answer.status === 204 || /json/.test(answer.headers.get('content-type') ?? '')
    // The router would read the body at a place that hides a connection error, so it is read here.
    if (answer.ok && isOurs) return new Response(answer.status === 204 ? null : await answer.text(), answer)
    throw new TypeError(`No routes: ${answer.status}`)
  } catch (error) {
    if (!router || request.signal.aborted) throw error
    const shown = `${router.state.location.pathname}/`
    const paths = new URL(request.url).searchParams.get('paths')?.split(',') ?? []
    if (paths.every((path) => shown.startsWith(`${path}/`))) return Response.json({})
    // The router also reads the routes of the page's links ahead. A navigation can finish without them.
    if (!paths.includes(router.state.navigation.location?.pathname ?? '')) throw error
    await giveUp(router, { reached: false, message: null })
    return new Promise(() => {})
  }
}
