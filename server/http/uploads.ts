import { MAX_PHOTO_BYTES, MAX_PHOTOS, MAX_UPLOAD_MS } from '#domain/listing/listing.ts'
import type { BodyLimit } from './take-body.ts'

const MIB = 1024 * 1024
/** A form is read to thrice the size of a photo, so that the rest of it is kept when the photo is too large. */
const onePhoto = 3 * MAX_PHOTO_BYTES + MIB
const listingPhotos = MAX_PHOTOS * MAX_PHOTO_BYTES + MIB

/** Where photos are sent, and how many bytes may come there at once. */
const uploads: [RegExp, number][] = [
  [/^\/api\/photos$/, MAX_PHOTO_BYTES + MIB],
  [/^\/profile\/listings(\.data)?$/, listingPhotos],
  [/^\/profile\/rental-tracker\/[^/]+\/claim(\.data)?$/, listingPhotos],
  [/^\/(profile|admin)\/settings(\.data)?$/, onePhoto],
  [/^\/(chat(\.data)?|api\/messages)$/, onePhoto],
]

/**
 * What may be sent to a path by who is logged in, when it takes photos and the type is one they come in; otherwise
 * null.
 */
export function uploadLimit(path: string, type: string): BodyLimit | null {
  if (!type.startsWith('multipart/form-data') && !type.startsWith('image/')) return null
  const bytes = uploads.find(([at]) => at.test(path))?.[1]
  return bytes === undefined ? null : { bytes, ms: MAX_UPLOAD_MS }
}

/**
 * The same request, whose body ends with an error after `bytes`. It is read as it comes, by the page it is for;
 * `exceeded` says afterwards whether there was more.
 */
export function limitUpload(request: Request, bytes: number): { request: Request; exceeded(): boolean } {
  let size = 0
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, controller) {
      size += part.length
      if (size > bytes) controller.error(new Error('more than may be uploaded'))
      else controller.enqueue(part)
    },
  })
  const init = { method: request.method, headers: request.headers, signal: request.signal }
  const body = request.body?.pipeThrough(counted) ?? null
  return {
    request: new Request(request.url, { ...init, body, duplex: 'half' } as RequestInit),
    exceeded: () => size > bytes,
  }
}
