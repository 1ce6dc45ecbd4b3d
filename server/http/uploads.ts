import { MAX_CHECK_PHOTOS } from '#domain/handover/forms.ts'
import { MAX_PHOTO_BYTES, MAX_PHOTOS } from '#domain/listing/listing.ts'

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

/** The most bytes received for uploads that are not answered yet: of one account, and of all in this process. */
const UNDER_WAY = { account: listingPhotos, process: 4 * listingPhotos }

/**
 * The most bytes that a logged-in person may send to a path, if it accepts photos and the type is one they are sent in
 * there; otherwise null. One photo as the whole body is sent to `/api/photos` only: elsewhere nothing would read it.
 */
export function uploadLimit(path: string, type: string): number | null {
  const isPhoto = path === '/api/photos' && type.startsWith('image/')
  if (!isPhoto && !type.startsWith('multipart/form-data')) return null
  return uploads.find(([at]) => at.test(path))?.[1] ?? null
}

type Upload = { accountId: string; size: number }

/**
 * Limits the uploads of a process. The function takes a request, the most `bytes` it may have and its account, and
 * returns the same `request` to read from instead; its body fails with an error when a limit is passed. `refusal` then
 * says which: `too-large` (this request), `too-many` (its account), `overloaded` (this process); null if none. Call
 * `end` when the request is answered: its bytes count until then.
 */
export function limitUploads() {
  const underWay = new Set<Upload>()
  const sizeOf = (uploads: Upload[]) => uploads.reduce((sum, { size }) => sum + size, 0)
  const refusalOf = (upload: Upload, bytes: number) => {
    if (upload.size > bytes) return 'too-large'
    const all = [...underWay]
    const own = all.filter(({ accountId }) => accountId === upload.accountId)
    // A single upload has its own limit, which may be higher.
    if (own.length > 1 && sizeOf(own) > UNDER_WAY.account) return 'too-many'
    return sizeOf(all) > UNDER_WAY.process ? 'overloaded' : null
  }
  return (request: Request, bytes: number, accountId: string) => {
    const upload = { accountId, size: 0 }
    underWay.add(upload)
    let refusal: ReturnType<typeof refusalOf> = null
    const counted = new TransformStream<Uint8Array, Uint8Array>({
      transform(part, controller) {
        upload.size += part.length
        refusal = refusalOf(upload, bytes)
        if (refusal) controller.error(new Error('more than may be uploaded'))
        else controller.enqueue(part)
      },
    })
    const init = { method: request.method, headers: request.headers, signal: request.signal }
    const body = request.body?.pipeThrough(counted) ?? null
    return {
      request: new Request(request.url, { ...init, body, duplex: 'half' } as RequestInit),
      refusal: () => refusal,
      end: () => underWay.delete(upload),
    }
  }
}
