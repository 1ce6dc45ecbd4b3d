import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { ReactNode } from 'react'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { PageRequest } from './ui/page-request.ts'
import { themeScript } from './ui/theme-toggle.tsx'
import { repeatChangesScript } from './offline/repeat-changes.ts'
import { startingWhenTouched } from './offline/start-when-touched.ts'
import { withNeededRoutes } from './needed-routes.ts'
import { requestContext } from './request.ts'

// For the server, which puts each request's context under it: a build has a copy of its own.
export { requestContext } from './request.ts'

const RENDER_MS = 10_000
const firstScript = themeScript() + repeatChangesScript

/**
 * Renders a page completely, also the deferred data that a browser with scripts gets later: it is then readable
 * without scripts, and a page that fails half-way does not answer 200.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8')
  const { ctx, nonce: given, startsWhenTouched } = context.get(requestContext)
  const nonce = given ?? undefined
  const isDeferred = hasDeferredData(entry)
  if (!isDeferred) await readStream(entry)
  const page = (data = entry.serverHandoffStream) => (
    <PageRequest value={{ nonce, requestId: ctx.requestId, firstScript }}>
      <ServerRouter
        context={{ ...withNeededRoutes(entry), serverHandoffStream: data }}
        url={request.url}
        nonce={nonce}
      />
    </PageRequest>
  )
  const failed = (error: unknown) => {
    status = 500
    ctx.log.error({ err: error }, 'page could not be rendered')
  }
  const html = isDeferred
    ? await renderWithWaits(page(), nonce, failed)
    : (renderAtOnce(page(empty())) ?? (await renderWithWaits(page(empty()), nonce, failed)))
  // A missing listing leads to the catalogue at once.
  const startsLate = startsWhenTouched && status === 200
  return new Response(startsLate ? startingWhenTouched(html, nonce) : html, { status, headers })
}

/** Whether a loader returned a promise, whose value is to be on the page too. */
function hasDeferredData({ staticHandlerContext: { loaderData } }: EntryContext): boolean {
  return Object.values(loaderData).some(
    (data) => data && Object.values(data).some((value) => value instanceof Promise),
  )
}

/**
 * Reads the page's data for the browser to where React Router puts what it has read. It would read it during the
 * rendering, which then waits.
 */
async function readStream({ serverHandoffStream: data, renderMeta }: EntryContext): Promise<void> {
  if (!data || !renderMeta) return
  const value = await new Response(data).text()
  const read = { result: { done: true, value }, error: undefined }
  renderMeta.streamCache = { 0: Object.assign(Promise.resolve(), read) }
}

const empty = () => new ReadableStream<Uint8Array>()

/**
 * The page as one text, or null where a part of it waits or fails. It is a quarter cheaper than a stream, for which
 * React encodes each piece of text alone.
 */
function renderAtOnce(page: ReactNode): string | null {
  try {
    const html = renderToString(page)
    // Otherwise React leaves a part to the browser.
    return html.includes('<!--$!-->') ? null : `<!DOCTYPE html>${html}`
  } catch {
    return null
  }
}

/** The page once all its parts are there. Throws what its shell throws; `failed` gets each error. */
function renderWithWaits(
  page: ReactNode,
  nonce: string | undefined,
  failed: (error: unknown) => void,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      // Otherwise deferred parts come at the end of the document, and only a script moves them to their place.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onShellError(error) {
        clearTimeout(deadline)
        reject(error)
      },
      onError: failed,
      onAllReady() {
        clearTimeout(deadline)
        resolve(text(pipe(new PassThrough())))
      },
    })
    const deadline = setTimeout(abort, RENDER_MS).unref()
  })
}

/** Unknown addresses are not our errors; all others are logged with the request's id. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  context.get(requestContext).ctx.log.error({ err: error }, 'unexpected error')
}
