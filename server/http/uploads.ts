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

type Refusal = 'too-large' | 'too-many' | 'overloaded' | 'login'
/** `stop` ends it while it arrives; null before and after that. */
type Upload = { accountId: string; size: number; refusal: Refusal | null; stop: (() => void) | null }

/**
 * Limits the uploads of a process. The function takes a request, the most `bytes` it may have, its account, and a
 * question that is asked when all has arrived: whether the sender is still logged in. It returns the same `request` to
 * read from instead; its body fails with an error when a limit is passed, or in place of its end when the answer is
 * no. `refusal` then says why: `too-large` (this request), `too-many` (its account), `overloaded` (this process),
 * `login`; null if none. When the process is full, the account that has most under way has its largest upload ended,
 * not whoever sends next: else a few that stall would keep all others out. Call `end` when the request is answered:
 * its bytes count until then.
 */
export function limitUploads() {
  const underWay = new Set<Upload>()
  const sizeOf = (uploads: Iterable<Upload>) => [...uploads].reduce((sum, { size }) => sum + size, 0)
  const allOf = (accountId: string) => [...underWay].filter((each) => each.accountId === accountId)
  const refuse = (upload: Upload, refusal: Refusal) => {
    upload.refusal = refusal
    underWay.delete(upload)
    upload.stop?.()
  }
  const count = (upload: Upload, bytes: number) => {
    if (upload.size > bytes) return refuse(upload, 'too-large')
    const own = allOf(upload.accountId)
    // A single upload has its own limit, which may be higher.
    if (own.length > 1 && sizeOf(own) > UNDER_WAY.account) return refuse(upload, 'too-many')
    while (!upload.refusal && sizeOf(underWay) > UNDER_WAY.process) refuse(largest(), 'overloaded')
  }
  /** What has arrived completely is answered soon, and can't be ended. */
  const largest = () => {
    const arriving = [...underWay].filter(({ stop }) => stop)
    const held = new Map(arriving.map(({ accountId }) => [accountId, sizeOf(allOf(accountId))]))
    const most = (a: Upload, b: Upload) => held.get(b.accountId)! - held.get(a.accountId)! || b.size - a.size
    return arriving.sort(most)[0]!
  }
  return (request: Request, bytes: number, accountId: string, isLoggedIn: () => Promise<boolean>) => {
    const upload: Upload = { accountId, size: 0, refusal: null, stop: null }
    underWay.add(upload)
    const counted = new TransformStream<Uint8Array, Uint8Array>({
      start(controller) {
        upload.stop = () => controller.error(new Error('more than may be uploaded'))
      },
      transform(part, controller) {
        upload.size += part.length
        count(upload, bytes)
        if (!upload.refusal) controller.enqueue(part)
      },
      async flush(controller) {
        upload.stop = null
        if (await isLoggedIn()) return
        upload.refusal = 'login'
        controller.error(new Error('logged out while it arrived'))
      },
    })
    const init = { method: request.method, headers: request.headers, signal: request.signal }
    const body = request.body?.pipeThrough(counted) ?? null
    return {
      request: new Request(request.url, { ...init, body, duplex: 'half' } as RequestInit),
      refusal: () => upload.refusal,
      end: () => underWay.delete(upload),
    }
  }
}
