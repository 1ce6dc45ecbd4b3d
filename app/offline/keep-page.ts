import {
  data,
  type DataRouter,
  type DataStrategyResult,
  type Location,
  type MiddlewareFunction,
} from 'react-router'
import { failureText, connectionLost, showFailure, storeDataFailed } from '#app/ui/failure.ts'
import { hasCopy } from '#app/ui/offline-copy.ts'
import { failureOf, isRedirect, type RequestFailure } from './request-failure.ts'

type Results = Record<string, DataStrategyResult>

declare global {
  interface Window {
    /** React Router's own router, for code that needs its state outside of rendering. */
    __reactRouterDataRouter?: DataRouter
  }
}

/**
 * How long to wait for an answer, in milliseconds; the server's longest wait, for the payment provider, is shorter.
 */
const MAX_WAIT_MS = 45_000
/** With a file, which may be uploaded slowly; the server waits as long. */
const MAX_WAIT_WITH_FILE_MS = 600_000

/** The form that was sent last, by GET or POST, until `takeSubmitted` takes it. */
let submitted: HTMLFormElement | null = null
/** The form that was sent last by POST; nothing clears it. */
let posted: HTMLFormElement | null = null
/** The fields that a person has changed. */
const changed = new WeakSet<EventTarget>()
/** The position in the browser's history of the page that is shown. */
let shownIndex: number | null = null
/** The path of the current page while `stay` navigates to it. */
let returningTo: string | null = null
/** The data of forms that the server accepted and whose answer opens another page. */
const accepted = new WeakSet<FormData>()
/** The target of the last navigation that `giveUp` ended, and a promise that resolves once it has ended. */
let lastEnded: { to: Location | undefined; done: Promise<void> } | null = null

/**
 * Remembers the form that was sent last; its `data-failure` attribute is the message to show if the form does not
 * arrive. Also remembers which fields a person has changed. While the router is still posting a form, this stops a
 * second post of it, for example by a double click: the page would lose the answer to the first post, and show the
 * refusal of the second.
 */
export function watchForms() {
  document.addEventListener('submit', noteSubmit, true)
  document.addEventListener('input', ({ target }) => changed.add(target!), true)
}

function noteSubmit(event: SubmitEvent) {
  const form = event.target as HTMLFormElement
  // The router knows of the post before React shows the button as busy.
  if (form === posted && isPosting(window.__reactRouterDataRouter)) {
    event.preventDefault()
    event.stopPropagation()
    return
  }
  submitted = form
  if (form.getAttribute('method') === 'post') posted = form
}

function isPosting(router: DataRouter | undefined): boolean {
  const { navigation, fetchers = new Map() } = router?.state ?? {}
  return [navigation, ...fetchers.values()].some((request) => request?.formMethod === 'POST')
}

/** Whether a person has changed a field since it was drawn. */
export const isChanged = (field: Element) => changed.has(field)

/** Returns the last form that was sent since the previous call, and forgets it. */
export function takeSubmitted(): HTMLFormElement | null {
  const form = submitted
  submitted = null
  return form
}

/** Remembers the current page's position in the browser's history. */
export function rememberPlace() {
  shownIndex = indexInHistory()
}

/**
 * Keeps the page when a request of the router gets no answer, or one that the page can't show: what was typed stays,
 * the button works again, and a message says why. If a form was accepted but its next page can't be read, the browser
 * goes there and shows the error: sending the form again would repeat it.
 */
export const keepPage: MiddlewareFunction<Results> = async ({ request }, next) => {
  const router = window.__reactRouterDataRouter!
  const target = pathOf(request.url)
  if (returningTo === target && request.method === 'GET') return shownData(router)
  const sending = request.method !== 'GET'
  const form = sending ? submitted : null
  if (isNavigation(router, request, target) || sending) showFailure(null)
  const waiting = setTimeout(
    () => {
      if (isNavigation(router, request, target)) void giveUp(router, { message: null }, form)
    },
    form && hasFile(form) ? MAX_WAIT_WITH_FILE_MS : MAX_WAIT_MS,
  )
  const results = await next().finally(() => clearTimeout(waiting))
  const { loaderData, location, navigation } = router.state
  const navigates = isNavigation(router, request, target)
  const isOfForm = navigation.formMethod === 'POST'
  const failure = failureOf(results, navigates && !isOfForm)
  // Other requests of the page may end meanwhile, so an accepted form is known by its data.
  const forms = formsOf(router, sending, navigates)
  const opensNext = navigates || Object.values(results).some(isRedirect)
  if (sending && !failure && opensNext && isAccepted(results)) for (const form of forms) accepted.add(form)
  const afterForm = !sending && navigates && forms.some((form) => accepted.has(form))
  if (!failure || request.signal.aborted || afterForm) return results
  // A reload in the background or after a refused form: the current data stays.
  const reloadsPage = !sending && target === pathIn(location)
  if (navigates && !(reloadsPage && isOfForm)) {
    await giveUp(router, failure, form)
    return results
  }
  if (sending) return asProblem(results, formText(failure, form))
  // Here a fetcher failed: unless it reloaded the page (`reloadsPage`), it asked for more of a list.
  if (!reloadsPage) showFailure(readText(target, failure))
  return Object.fromEntries(
    Object.entries(results).map(([id, result]) => {
      if (result.type === 'data' || (reloadsPage && !(id in loaderData))) return [id, result]
      return [id, { type: 'data' as const, result: reloadsPage ? loaderData[id] : null }]
    }),
  )
}

/**
 * Ends the current navigation and shows why; if this browser keeps a copy of the page, it opens the copy. Several
 * requests of one navigation can fail: the first failure ends it, and a later call only waits for that end.
 */
export function giveUp(router: DataRouter, failure: RequestFailure, form = submitted): Promise<void> {
  const to = router.state.navigation.location
  if (!lastEnded || lastEnded.to !== to) lastEnded = { to, done: endNavigation(router, failure, form) }
  return lastEnded.done
}

async function endNavigation(router: DataRouter, failure: RequestFailure, form: HTMLFormElement | null) {
  const { navigation } = router.state
  const { pathname = '', search = '' } = navigation.location ?? {}
  if (navigation.state === 'loading' && failure.message === null && (await hasCopy(pathname))) {
    location.assign(pathname + search)
    return new Promise<never>(() => {})
  }
  showFailure(
    navigation.state === 'submitting' ? formText(failure, form) : readText(pathname + search, failure),
  )
  await stay(router)
}

const formText = ({ message }: RequestFailure, form: HTMLFormElement | null) =>
  failureText(form?.dataset.failure, message)

const readText = (target: string, { message }: RequestFailure) =>
  message ?? (/^\/(products|listing\/[^/?]+)?(\?|$)/.test(target) ? storeDataFailed : connectionLost)

/** Whether a form's action did not refuse it: the router wraps what the action returned, with its status. */
const isAccepted = (results: Results) =>
  !Object.values(results).some(({ result }) => {
    const answer = result as { init?: ResponseInit | null; status?: number } | null
    return Number(answer?.init?.status ?? answer?.status) >= 400
  })

/** The forms that are being sent, or whose next page is being opened: of the navigation, otherwise of fetchers. */
function formsOf({ state: { navigation, fetchers } }: DataRouter, sending: boolean, navigates: boolean) {
  const doing = sending ? 'submitting' : 'loading'
  const all = navigates && navigation.formData ? [navigation] : [...fetchers.values()]
  return all.flatMap(({ state, formData }) => (state === doing && formData) || [])
}

/** The result for a form that a fetcher sent: a message beside it. */
function asProblem(results: Results, formError: string): Results {
  const problem = data({ ok: false, values: {}, errors: {}, formError }, 503)
  return Object.fromEntries(Object.keys(results).map((id) => [id, { type: 'data', result: problem }]))
}

/** Ends the current navigation by navigating to the current page, which reads nothing. */
async function stay(router: DataRouter) {
  const { location } = router.state
  const moved = shownIndex === null ? 0 : indexInHistory() - shownIndex
  returningTo = pathIn(location)
  // After Back or Forward the address has changed already.
  if (moved !== 0) return router.navigate(-moved)
  const { pathname, search, hash, state } = location
  await router.navigate({ pathname, search, hash }, { replace: true, preventScrollReset: true, state })
  returningTo = null
}

/** The current page's data, as the result of reading it. */
function shownData({ state: { loaderData, errors } }: DataRouter): Results {
  returningTo = null
  const shown = Object.entries(loaderData).map(([id, result]) => [id, { type: 'data' as const, result }])
  const failed = Object.entries(errors ?? {}).map(([id, result]) => [id, { type: 'error' as const, result }])
  return Object.fromEntries([...shown, ...failed])
}

const hasFile = (form: HTMLFormElement) =>
  Array.from(form.elements).some((field) => (field as HTMLInputElement).files?.length)

function isNavigation({ state: { navigation } }: DataRouter, { method }: Request, target: string): boolean {
  const doing = method === 'GET' ? 'loading' : 'submitting'
  return navigation.state === doing && pathIn(navigation.location) === target
}

const pathOf = (url: string) => pathIn(new URL(url))

const pathIn = ({ pathname, search }: { pathname: string; search: string }) => pathname + search

function indexInHistory(): number {
  return (window.history.state as { idx?: number } | null)?.idx ?? 0
}
