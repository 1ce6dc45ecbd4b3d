import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import type { ReactNode } from 'react'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { answerWith } from '#server/http/rendered-body.ts'
import { PageRequest } from './ui/page-request.ts'
import { themeScript } from './ui/theme-toggle.tsx'
import { repeatChangesScript } from './offline/repeat-changes.ts'
import { delayScripts } from './offline/start-when-touched.ts'
import { withNeededRoutes } from './needed-routes.ts'
import { requestContext } from './request.ts'

// The server sets the request's context by this key: the build has a copy of `request.ts` of its own.
export { requestContext } from './request.ts'

const RENDER_MS = 10_000
const firstScript = themeScript() + repeatChangesScript

/**
 * Renders a page completely, with its deferred data: it can then be read without scripts, and a page of which a part
 * fails does not answer 200.
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
  if (!isDeferred) await prefillStreamCache(entry)
  const page = (stream: EntryContext['serverHandoffStream']) => (
    <PageRequest value={{ nonce, requestId: ctx.requestId, firstScript }}>
      <ServerRouter
        context={{ ...withNeededRoutes(entry), serverHandoffStream: stream }}
        url={request.url}
        nonce={nonce}
      />
    </PageRequest>
  )
  let answered = status
  const onRenderError = (error: unknown) => {
    answered = 500
    ctx.log.error({ err: error }, 'page could not be rendered')
  }
  const html = isDeferred
    ? await renderToEnd(page(entry.serverHandoffStream), nonce, onRenderError)
    : (renderSync(page(empty())) ?? (await renderToEnd(page(empty()), nonce, onRenderError)))
  // The page of a missing listing leads to the catalogue by its script.
  const startsLate = startsWhenTouched && answered === 200
  const body = Buffer.from(startsLate ? delayScripts(html, nonce) : html)
  return answerWith(body, { status: answered, headers })
}

/** Whether a loader returned an object with a promise. */
function hasDeferredData({ staticHandlerContext: { loaderData } }: EntryContext): boolean {
  return Object.values(loaderData).some(
    (data) => data && Object.values(data).some((value) => value instanceof Promise),
  )
}

/**
 * Reads the page's data for the browser into React Router's cache of its stream, as the first and last part. Otherwise
 * it reads the stream during the rendering, which then waits. Rejects if the stream fails.
 */
async function prefillStreamCache({ serverHandoffStream: data, renderMeta }: EntryContext): Promise<void> {
  if (!data || !renderMeta) return
  const value = await text(data as NodeReadableStream)
  const read = { result: { done: true, value }, error: undefined }
  renderMeta.streamCache = { 0: Object.assign(Promise.resolve(), read) }
}

const empty = () => new ReadableStream<Uint8Array>()

/**
 * The HTML of a page; null where a part of it waits or fails, which `renderToEnd` then reports. It takes a quarter
 * less CPU time than a stream, for which React encodes each piece of text separately.
 */
function renderSync(page: ReactNode): string | null {
  try {
    const html = renderToString(page)
    // The mark of a part that React leaves to the browser.
    return html.includes('<!--$!-->') ? null : `<!DOCTYPE html>${html}`
  } catch {
    return null
  }
}

/**
 * The HTML of a page once all its parts are there; after `RENDER_MS` it is ended. Throws what its shell throws;
 * `onError` gets each error.
 */
function renderToEnd(
  page: ReactNode,
  nonce: string | undefined,
  onError: (error: unknown) => void,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      // With a limit, deferred parts come at the end of the document, and only a script moves them to their place.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onShellError(error) {
        clearTimeout(deadline)
        reject(error)
      },
      onError,
      onAllReady() {
        clearTimeout(deadline)
        resolve(text(pipe(new PassThrough())))
      },
    })
    const deadline = setTimeout(abort, RENDER_MS).unref()
  })
}

/** Logs an error, but none of a request that was aborted, and no answer that a loader threw, as 404. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  context.get(requestContext).ctx.log.error({ err: error }, 'unexpected error')
}
