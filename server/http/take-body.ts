import type { Context as HonoContext, MiddlewareHandler } from 'hono'

/** The limit of a request that is no upload: 64 KiB, in 15 seconds. */
export const FORM = { bytes: 64 * 1024, ms: 15_000 }
/** The most fields a form may have. */
const MAX_FIELDS = 200

type BodyLimit = { bytes: number; ms: number }
export type BodyRefusal = 'too-large' | 'too-slow' | 'cut-off'

/**
 * The same request with its body read completely. Refusals: `too-large` (more bytes than the limit, or more than 200
 * fields), `too-slow`, and `cut-off` when the sender disconnected.
 */
export async function takeBody(request: Request, limit: BodyLimit = FORM): Promise<Request | BodyRefusal> {
  if (!request.body) return request
  if (Number(request.headers.get('content-length') ?? 0) > limit.bytes) return 'too-large'
  const body = await readWithin(request.body, limit)
  if (typeof body === 'string') return body
  if (hasTooManyFields(body, request.headers.get('content-type') ?? '')) return 'too-large'
  return new Request(request, { body })
}

/** Reads the body of a request before its handler; if that is not possible, `refused` answers. */
export function takesBody(
  bytes: number,
  refused: (c: HonoContext, refusal: BodyRefusal) => Response | Promise<Response>,
): MiddlewareHandler {
  return async (c, next) => {
    const taken = await takeBody(c.req.raw, { ...FORM, bytes })
    if (typeof taken === 'string') return refused(c, taken)
    c.req.raw = taken
    return next()
  }
}

async function readWithin(
  body: ReadableStream<Uint8Array>,
  { bytes, ms }: BodyLimit,
): Promise<Uint8Array<ArrayBuffer> | BodyRefusal> {
  const reader = body.getReader()
  const parts: Uint8Array[] = []
  let size = 0
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'too-slow'>((done) => (timer = setTimeout(done, ms, 'too-slow')))
  try {
    for (;;) {
      const read = await Promise.race([reader.read(), late])
      if (read === 'too-slow') return read
      if (read.done) return Buffer.concat(parts)
      size += read.value.length
      if (size > bytes) return 'too-large'
      parts.push(read.value)
    }
  } catch {
    return 'cut-off'
  } finally {
    clearTimeout(timer)
  }
}

/** Counts the separators of fields, because parsing all fields first is the work to avoid. */
function hasTooManyFields(body: Uint8Array, type: string): boolean {
  const essence = type.split(';', 1)[0]!.trim().toLowerCase()
  const boundary = essence === 'multipart/form-data' ? boundaryOf(type) : undefined
  const separator = boundary ? `--${boundary}` : essence.startsWith('multipart/') ? null : '&'
  if (separator === null || /json$|^text\//.test(essence)) return false
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  // Ampersands separate fields; in multipart each field follows a boundary, and one more boundary ends the form.
  let found = boundary ? -1 : 1
  for (let at = bytes.indexOf(separator); at !== -1; at = bytes.indexOf(separator, at + separator.length))
    if (++found > MAX_FIELDS) return true
  return false
}

/** The boundary in a media type, as `Request.formData` reads it: the first parameter of that name. */
export const boundaryOf = (type: string) =>
  /;\s*boundary\s*=\s*(?:"([^"]*)"|([^\s;]+))/i.exec(type)?.slice(1).find(Boolean)
