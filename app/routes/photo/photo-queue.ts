import { waitToRetry } from '#app/ui/wait-to-retry.ts'
import type { PhotoRef } from '#app/ui/listing-photo.tsx'
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
  /** A request got no answer: all photos wait. */
  onLost: () => void
}

/**
 * Sends the photos of a form one after the other. One that gets no answer is sent again after 2 to 60 seconds, or when
 * the browser is online. What the browser keeps follows: a photo that the site can't read is not kept any more; any
 * other refusal, such as after the end of a session, leaves it for a later visit.
 */
export function photoQueue({ purpose, kept, onState, onLost }: QueueOptions) {
  const removals = new Map<string, AbortController>()
  let page = new AbortController()
  let pause = new AbortController()
  let last = Promise.resolve()

  function removalOf(key: string): AbortController {
    const removal = removals.get(key) ?? new AbortController()
    removals.set(key, removal)
    return removal
  }

  async function deliver(photo: Chosen, signal: AbortSignal) {
    const { key, file } = photo
    const showPart = (part: number) => onState(photo, { is: 'sending', part })
    for (let tries = 0; !signal.aborted; tries++) {
      showPart(0)
      const sent = await sendPhoto({ key, file, purpose }, showPart, signal)
      if (signal.aborted) return
      if (sent.ok) {
        onState(photo, { is: 'ready', photo: sent.photo })
        await kept?.markSent(key, sent.photo)
        return
      }
      if (!sent.lost) {
        onState(photo, { is: 'failed', message: sent.message })
        if (sent.isUnusable) await kept?.remove(key)
        return
      }
      onLost()
      pause = new AbortController()
      await waitToRetry(tries, AbortSignal.any([signal, pause.signal]), sent.seconds)
    }
  }

  function send(photo: Chosen) {
    const signal = AbortSignal.any([page.signal, removalOf(photo.key).signal])
    if (signal.aborted) return
    onState(photo, { is: 'sending', part: 0 })
    last = last.then(() => deliver(photo, signal))
  }

  return {
    /** Sends from now on, until the returned function is called: the page is left. */
    start() {
      page = new AbortController()
      return () => page.abort()
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
    wake: () => pause.abort(),
    remove(key: string) {
      removalOf(key).abort()
      void kept?.remove(key)
    },
  }
}
