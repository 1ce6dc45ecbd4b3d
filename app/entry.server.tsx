import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
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
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8')
  const { ctx, nonce: given, startsWhenTouched } = context.get(requestContext)
  const nonce = given ?? undefined
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <PageRequest value={{ nonce, requestId: ctx.requestId, firstScript }}>
        <ServerRouter context={withNeededRoutes(entry)} url={request.url} nonce={nonce} />
      </PageRequest>,
      {
        nonce,
        // Otherwise deferred parts come at the end of the document, and only a script moves them to their place.
        progressiveChunkSize: Number.MAX_SAFE_INTEGER,
        onShellError(error) {
          clearTimeout(deadline)
          reject(error)
        },
        onError: (error) => {
          status = 500
          ctx.log.error({ err: error }, 'page could not be rendered')
        },
        onAllReady() {
          clearTimeout(deadline)
          const parts: Uint8Array[] = []
          const whole = new Writable({
            // At a close React aborts the page, here always a finished one, and makes an error with its stack for it.
            emitClose: false,
            write(part: Uint8Array, _, written) {
              parts.push(part)
              written()
            },
            final(ended) {
              const html = Buffer.concat(parts)
              // A missing listing leads to the catalogue at once.
              const startsLate = startsWhenTouched && status === 200
              const body = startsLate ? startingWhenTouched(html.toString(), nonce) : html
              resolve(new Response(body, { status, headers }))
              ended()
            },
          })
          pipe(whole)
        },
      },
    )
    const deadline = setTimeout(abort, RENDER_MS).unref()
  })
}

/** Unknown addresses are not our errors; all others are logged with the request's id. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  context.get(requestContext).ctx.log.error({ err: error }, 'unexpected error')
}
