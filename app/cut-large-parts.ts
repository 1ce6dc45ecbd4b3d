import { boundaryOf } from '#server/http/take-body.ts'

/**
 * The same multipart request, in which each part ends after its first `bytes` bytes, its headers included. The rest of
 * a large file is read and dropped, so that the fields after it still arrive.
 */
export function cutLargeParts(request: Request, bytes: number): Request {
  const boundary = boundaryOf(request.headers.get('content-type') ?? '')
  if (!request.body || !boundary) return request
  const body = request.body.pipeThrough(cutEachPart(`\r\n--${boundary}`, bytes))
  const { method, headers, signal } = request
  return new Request(request.url, { method, headers, signal, body, duplex: 'half' } as RequestInit)
}

type Output = TransformStreamDefaultController<Uint8Array>

/** Passes on at most `bytes` bytes of what is between two separators, and each separator. */
function cutEachPart(separator: string, bytes: number): TransformStream<Uint8Array, Uint8Array> {
  let sizeOfPart = 0
  // The end of what arrived, which may be the beginning of a separator.
  let undecided = Buffer.alloc(0)

  function passOn(piece: Buffer, output: Output) {
    const allowed = piece.subarray(0, Math.max(0, bytes - sizeOfPart))
    sizeOfPart += piece.length
    if (allowed.length > 0) output.enqueue(allowed)
  }

  function beginPart(output: Output) {
    output.enqueue(Buffer.from(separator))
    sizeOfPart = 0
  }

  return new TransformStream({
    transform(chunk, output) {
      const arrived = Buffer.concat([undecided, chunk])
      let start = 0
      for (let at = arrived.indexOf(separator); at !== -1; at = arrived.indexOf(separator, start)) {
        passOn(arrived.subarray(start, at), output)
        beginPart(output)
        start = at + separator.length
      }
      const end = Math.max(start, arrived.length - separator.length + 1)
      passOn(arrived.subarray(start, end), output)
      undecided = arrived.subarray(end)
    },
    flush: (output) => passOn(undecided, output),
  })
}
