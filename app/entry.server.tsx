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
import { startingWhenTouched } from './reach/start-when-touched.ts'
import { requestContext } from './request.ts'

export { requestContext } from './request.ts'

const RENDER_MS = 10_000

/**
 * Renders a page whole, also what a browser that asks for a page's data would get later: it reads without scripts,
 * and a page that fails half-way must not have answered 200.
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
      <PageRequest value={{ nonce, requestId: ctx.requestId }}>
        <ServerRouter context={entry} url={request.url} nonce={nonce} />
      </PageRequest>,
      {
        nonce,
        // Else what was waited for stands at the end of the document, and only a script puts it in its place.
        progressiveChunkSize: Number.MAX_SAFE_INTEGER,
        onShellError(error) {
          clearTimeout(deadline)
          reject(error)
        },
        onError: (error) => {
          status = 500
          context.get(requestContext).ctx.log.error({ err: error }, 'page could not be rendered')
        },
        onAllReady() {
          clearTimeout(deadline)
          const parts: Uint8Array[] = []
          const whole = new Writable({
            write(part: Uint8Array, _, written) {
              parts.push(part)
              written()
            },
            final(ended) {
              const html = Buffer.concat(parts)
              const body = startsWhenTouched ? startingWhenTouched(html.toString(), nonce) : html
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

/** Unknown addresses are no errors of ours; the rest is logged with the request's id. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  context.get(requestContext).ctx.log.error({ err: error }, 'unexpected error')
}
