import { UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router'
import { DownloadEnded } from '#server/account/while-allowed.ts'

/**
 * Reads the next piece when the last one was sent, and stops when the browser disconnects. An ended download fails as
 * a 403: where the router reads the whole body before it answers, it answers 403.
 */
export function streamOf(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next().catch((error: unknown) => {
        throw error instanceof DownloadEnded ? new ErrorResponse(403, 'Forbidden', null) : error
      })
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await pieces.return(undefined)
    },
  })
}
