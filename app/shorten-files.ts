import { boundaryOf } from '#server/http/take-body.ts'

/**
 * The same multipart request; of each part only the first `bytes` bytes, with its headers, are passed on. The rest of
 * a large file is read and dropped, so that the fields after it still arrive.
 */
export function shortenFiles(request: Request, bytes: number): Request {
  const boundary = boundaryOf(request.headers.get('content-type') ?? '')
  if (!request.body || !boundary) return request
  const body = request.body.pipeThrough(shortenParts(`\r\n--${boundary}`, bytes))
  const { method, headers, signal } = request
  return new Request(request.url, { method, headers, signal, body, duplex: 'half' } as RequestInit)
}

function shortenParts(separator: string, most: number): TransformStream<Uint8Array, Uint8Array> {
  type Output = TransformStreamDefaultController<Uint8Array>
  let size = 0
  // The end of what arrived: a separator may begin in it.
  let tail = Buffer.alloc(0)

  function pass(part: Buffer, output: Output) {
    const kept = part.subarray(0, Math.max(0, most - size))
    size += part.length
    if (kept.length > 0) output.enqueue(kept)
  }

  return new TransformStream({
    transform(chunk, output) {
      const arrived = Buffer.concat([tail, chunk])
      let start = 0
      for (let at = arrived.indexOf(separator); at !== -1; at = arrived.indexOf(separator, start)) {
        pass(arrived.subarray(start, at), output)
        output.enqueue(Buffer.from(separator))
        start = at + separator.length
        size = 0
      }
      const end = Math.max(start, arrived.length - separator.length + 1)
      pass(arrived.subarray(start, end), output)
      tail = arrived.subarray(end)
    },
    flush: (output) => pass(tail, output),
  })
}
