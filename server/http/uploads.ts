import { MAX_CHECK_PHOTOS } from '#domain/handover/forms.ts'
import { MAX_PHOTO_BYTES, MAX_PHOTOS, MAX_UPLOAD_MS } from '#domain/listing/listing.ts'
import type { BodyLimit } from './take-body.ts'

const MIB = 1024 * 1024
/**
 * The limit is three times the size of a photo, so that the other fields are still read when the photo is too large.
 */
const onePhoto = 3 * MAX_PHOTO_BYTES + MIB
const listingPhotos = MAX_PHOTOS * MAX_PHOTO_BYTES + MIB

/** The paths that accept photos, and the most bytes per request. */
const uploads: [RegExp, number][] = [
  [/^\/api\/photos$/, MAX_PHOTO_BYTES + MIB],
  [/^\/profile\/listings(\.data)?$/, listingPhotos],
  [/^\/profile\/rental-tracker\/[^/]+\/claim(\.data)?$/, listingPhotos],
  [/^\/handover\/[^/]+(\.data)?$/, MAX_CHECK_PHOTOS * MAX_PHOTO_BYTES + MIB],
  [/^\/(profile|admin)\/settings(\.data)?$/, onePhoto],
  [/^\/(chat(\.data)?|api\/messages)$/, onePhoto],
]

/**
 * What a logged-in person may send to a path, if it accepts photos and the type is one they are sent in; otherwise
 * null.
 */
export function uploadLimit(path: string, type: string): BodyLimit | null {
  if (!type.startsWith('multipart/form-data') && !type.startsWith('image/')) return null
  const bytes = uploads.find(([at]) => at.test(path))?.[1]
  return bytes === undefined ? null : { bytes, ms: MAX_UPLOAD_MS }
}

/**
 * The same request with a body that ends with an error after `bytes`. The page reads it as it arrives; `exceeded`
 * tells afterwards whether there was more.
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
