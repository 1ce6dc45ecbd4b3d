import { MAX_UPLOAD_MS } from '#domain/listing/listing.ts'
import type { PhotoRef } from '#domain/photo/photo-ref.ts'
import { waitToRetry } from '#app/ui/wait-to-retry.ts'
import type { KeptPhotos } from './kept-photos.ts'
import { type PhotoPurpose, sendPhoto } from './send-photo.ts'

export type UploadState =
  | { is: 'sending'; part: number }
  | { is: 'waiting' }
  | { is: 'ready'; photo: PhotoRef }
  | { is: 'failed'; message: string }

type Chosen = { key: string; name: string; file: Blob }

type QueueOptions = {
  purpose: PhotoPurpose
  /** Where this browser keeps the photos, if it does. */
  kept: KeptPhotos | undefined
  onState: (photo: Chosen, state: UploadState) => void
  /** The site neither accepted nor refused a photo: the queue pauses. */
  onLost: () => void
}

/**
 * How often a photo was sent without an answer: `tries` in all, `online` since the browser was last found offline.
 * `from` is that time, or that of the first attempt. The time alone does not count: a phone may sleep.
 */
type Attempts = { tries: number; online: number; from: number }
const FEWEST_ATTEMPTS = 5
const notUploaded = 'Not uploaded. Please try again.'

/**
 * Sends the photos of a form one after the other. When one gets no answer, the queue pauses for 2 to 60 seconds or
 * until the browser is online, and sends this photo again after the others; for ten minutes, as long as the browser
 * is online. The queue removes a photo from the browser's store when the site refuses the file itself. After any other
 * refusal, such as at the end of a session, the store keeps it for a later visit.
 */
export function photoQueue({ purpose, kept, onState, onLost }: QueueOptions) {
  const removals = new Map<string, AbortController>()
  let pageLeft = new AbortController()
  let pauseEnd = new AbortController()
  let queueEnd = Promise.resolve()

  function removalOf(key: string): AbortController {
    const removal = removals.get(key) ?? new AbortController()
    removals.set(key, removal)
    return removal
  }

  async function deliver(photo: Chosen, signal: AbortSignal, before: Attempts): Promise<void> {
    if (signal.aborted) return
    const { key, file } = photo
    const showPart = (part: number) => onState(photo, { is: 'sending', part })
    showPart(0)
    const sent = await sendPhoto({ key, file, purpose }, showPart, signal)
    if (signal.aborted) return
    if (sent.ok) {
      onState(photo, { is: 'ready', photo: sent.photo })
      await kept?.markSent(key, sent.photo)
    } else if (!sent.lost) {
      onState(photo, { is: 'failed', message: sent.message })
      if (sent.isUnusable) await kept?.remove(key)
    } else {
      const attempts = attemptAfter(before)
      if (attempts.online >= FEWEST_ATTEMPTS && Date.now() - attempts.from >= MAX_UPLOAD_MS)
        return onState(photo, { is: 'failed', message: notUploaded })
      onLost()
      pauseEnd = new AbortController()
      await waitToRetry(before.tries, AbortSignal.any([signal, pauseEnd.signal]), sent.seconds)
      // At the end: a photo that the site fails to take each time must not hold the others.
      append(photo, signal, attempts)
    }
  }

  function append(photo: Chosen, signal: AbortSignal, before: Attempts) {
    queueEnd = queueEnd.then(() => deliver(photo, signal, before))
  }

  function send(photo: Chosen) {
    const signal = AbortSignal.any([pageLeft.signal, removalOf(photo.key).signal])
    if (signal.aborted) return
    onState(photo, { is: 'sending', part: 0 })
    append(photo, signal, { tries: 0, online: 0, from: Date.now() })
  }

  return {
    /** Lets photos be sent; sends none by itself. The returned function, for when the page is left, stops all. */
    start() {
      pageLeft = new AbortController()
      return () => pageLeft.abort()
    },
    /** Keeps a chosen photo, also when the page is left by now, and sends it. */
    async add(photo: Chosen) {
      if (removalOf(photo.key).signal.aborted) return
      await kept?.add(photo)
      send(photo)
    },
    /** Sends a photo once those before it have an answer. */
    send,
    /** Ends a pause between two requests. */
    wake: () => pauseEnd.abort(),
    remove(key: string) {
      removalOf(key).abort()
      void kept?.remove(key)
    },
  }
}

function attemptAfter({ tries, online, from }: Attempts): Attempts {
  if (!navigator.onLine) return { tries: tries + 1, online: 0, from: Date.now() }
  return { tries: tries + 1, online: online + 1, from }
}
