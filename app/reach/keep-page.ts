import {
  createPath,
  data,
  type DataRouter,
  type DataStrategyResult,
  type MiddlewareFunction,
} from 'react-router'
import { failureText, outOfReach, sayFailure, storeDataFailed, unexpected } from '#app/ui/failure.ts'
import { readFailure, type ReadFailure } from './read-failure.ts'

type Results = Record<string, DataStrategyResult>

declare global {
  interface Window {
    /** React Router's own, for whoever needs its state between two renderings. */
    __reactRouterDataRouter?: DataRouter
  }
}

/** How long an answer is waited for; the server's own longest wait, for the provider of payments, is shorter. */
const PATIENCE_MS = 45_000

let submitted: HTMLFormElement | null = null
let shownIndex: number | null = null
let returningTo: string | null = null
let hasArrived = false

/** Remembers which form was sent last: its `data-failure` is what is said when it doesn't arrive. */
export function watchForms() {
  document.addEventListener('submit', ({ target }) => (submitted = target as HTMLFormElement), true)
}

/** Remembers where in the browser's history the page stands that is shown. */
export function rememberPlace() {
  shownIndex = indexInHistory()
}

/**
 * Keeps the page when a request of the router gets no answer: what was typed stays, the button works again, and the
 * reason is said. A form that was taken but whose next page can't be read does go there: sending it again would do it
 * twice.
 */
export const keepPage: MiddlewareFunction<Results> = async ({ request }, next) => {
  const router = window.__reactRouterDataRouter!
  const target = pathOf(request.url)
  if (returningTo === target && request.method === 'GET') return shownData(router)
  const sending = request.method !== 'GET'
  const form = sending ? submitted : null
  if (isNavigation(router, request, target) || sending) sayFailure(null)
  const waiting = setTimeout(() => {
    if (isNavigation(router, request, target)) void giveUp(router, { reached: false, message: null }, form)
  }, PATIENCE_MS)
  const results = await next().finally(() => clearTimeout(waiting))
  const failure = readFailure(results, request.method)
  const afterForm = hasArrived && !sending
  hasArrived = sending && !failure
  if (!failure || request.signal.aborted || afterForm) return results
  if (isNavigation(router, request, target)) {
    await giveUp(router, failure, form)
    return results
  }
  if (sending) return asProblem(results, formText(failure, form))
  // Read again in the background: what is shown stays. Otherwise more of a list was asked for.
  const { loaderData } = router.state
  const again = target === createPath(router.state.location)
  if (!again) sayFailure(readText(target, failure))
  return Object.fromEntries(
    Object.entries(results).map(([id, result]) => {
      if (result.type === 'data' || (again && !(id in loaderData))) return [id, result]
      return [id, { type: 'data' as const, result: again ? loaderData[id] : null }]
    }),
  )
}

/** Ends the navigation under way and says why. */
export async function giveUp(router: DataRouter, failure: ReadFailure, form = submitted) {
  const { navigation } = router.state
  const { pathname = '', search = '' } = navigation.location ?? {}
  sayFailure(
    navigation.state === 'submitting' ? formText(failure, form) : readText(pathname + search, failure),
  )
  await stay(router)
}

const formText = ({ message, reached }: ReadFailure, form: HTMLFormElement | null) =>
  failureText(form?.dataset.failure, message ?? (reached ? unexpected : null))

const readText = (target: string, { message }: ReadFailure) =>
  message ?? (/^\/(products|listing\/[^/?]+)?(\?|$)/.test(target) ? storeDataFailed : outOfReach)

/** For a form that a fetcher sends: what stands beside it. */
function asProblem(results: Results, formError: string): Results {
  const problem = data({ ok: false, values: {}, errors: {}, formError }, 503)
  return Object.fromEntries(Object.keys(results).map((id) => [id, { type: 'data', result: problem }]))
}

/** Ends the navigation under way by one to the page that is shown, which reads nothing. */
async function stay(router: DataRouter) {
  const { location } = router.state
  const moved = shownIndex === null ? 0 : indexInHistory() - shownIndex
  returningTo = location.pathname + location.search
  // Someone pressed Back or Forward, and the address has changed already.
  if (moved !== 0) return router.navigate(-moved)
  const { pathname, search, hash, state } = location
  await router.navigate({ pathname, search, hash }, { replace: true, preventScrollReset: true, state })
  returningTo = null
}

/** What the page shows, as the answer to reading it. */
function shownData({ state: { loaderData, errors } }: DataRouter): Results {
  returningTo = null
  const shown = Object.entries(loaderData).map(([id, result]) => [id, { type: 'data' as const, result }])
  const failed = Object.entries(errors ?? {}).map(([id, result]) => [id, { type: 'error' as const, result }])
  return Object.fromEntries([...shown, ...failed])
}

function isNavigation({ state: { navigation } }: DataRouter, { method }: Request, target: string): boolean {
  const doing = method === 'GET' ? 'loading' : 'submitting'
  return navigation.state === doing && navigation.location.pathname + navigation.location.search === target
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}

function indexInHistory(): number {
  return (window.history.state as { idx?: number } | null)?.idx ?? 0
}
