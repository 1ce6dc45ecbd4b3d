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
    const paths = new URL(request.url).searchParams.get('paths')?.split(',') ?? []
    const leadOnlyTo = (pathname: string) => paths.every((path) => `${pathname}/`.startsWith(`${path}/`))
    if (leadOnlyTo(router.state.location.pathname)) return Response.json({})
    // A navigation asks for its own address and those above it. Other requests read the routes of links ahead,
    // perhaps this address among them, and a navigation can finish without those.
    const target = router.state.navigation.location?.pathname ?? ''
    if (!paths.includes(target) || !leadOnlyTo(target)) throw error
    await giveUp(router, { message: null })
    return new Promise(() => {})
  }
}
