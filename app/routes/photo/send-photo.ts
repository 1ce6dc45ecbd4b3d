import { MAX_PHOTO_BYTES, MAX_UPLOAD_MS, photoTooLarge } from '#domain/listing/listing.ts'
import type { PhotoRef } from '#domain/photo/photo-ref.ts'

/** What photos are for: where they may be used, and who may upload them. */
export type PhotoPurpose = 'listing' | 'timeline' | 'statement'

/**
 * `lost`: the site gave no answer, or asks to come back after `seconds`; the same request can be repeated.
 * `isUnusable`: the site refuses the file itself, whoever sends it.
 */
export type SentPhoto =
  | { ok: true; photo: PhotoRef }
  | { ok: false; lost: true; seconds?: number }
  | { ok: false; lost: false; message: string; isUnusable: boolean }

type Sending = { key: string; file: Blob; purpose: PhotoPurpose }

/** A longer wait is told instead, with a button to try again: nobody waits for an hour without a word. */
const LONGEST_WAIT_SECONDS = 60

const lost = { ok: false, lost: true } as const
const refused = (message: string, isUnusable: boolean): SentPhoto => ({
  ok: false,
  lost: false,
  message,
  isUnusable,
})

/**
 * Uploads one file and reports its progress, from 0 to 1. The same `key`, a UUID, is the same photo. A refusal has the
 * server's message. It uses XMLHttpRequest, since `fetch` does not report the progress of an upload.
 */
export function sendPhoto(
  { key, file, purpose }: Sending,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<SentPhoto> {
  if (file.size > MAX_PHOTO_BYTES) return Promise.resolve(refused(photoTooLarge, true))
  const { promise, resolve } = Promise.withResolvers<SentPhoto>()
  const request = new XMLHttpRequest()
  request.open('POST', purpose === 'listing' ? '/api/photos' : `/api/photos?for=${purpose}`)
  // Some systems know no type for HEIC; the server checks the bytes, whatever the type.
  request.setRequestHeader('Content-Type', file.type.startsWith('image/') ? file.type : 'image/unknown')
  request.setRequestHeader('Idempotency-Key', key)
  request.timeout = MAX_UPLOAD_MS
  request.upload.onprogress = (event) => {
    if (event.lengthComputable) onProgress(event.loaded / event.total)
  }
  request.onload = () => resolve(read(request))
  request.onerror = () => resolve(lost)
  request.ontimeout = () => resolve(lost)
  request.onabort = () => resolve(lost)
  signal.addEventListener('abort', () => request.abort(), { once: true })
  request.send(file)
  return promise
}

type Answer = { photo?: PhotoRef; error?: { code?: string; message?: string } }

function read(request: XMLHttpRequest): SentPhoto {
  const isBusy = request.status === 429 || request.status >= 500
  const seconds = Number(request.getResponseHeader('Retry-After'))
  if (isBusy && seconds <= LONGEST_WAIT_SECONDS) return seconds > 0 ? { ...lost, seconds } : lost
  try {
    const { photo, error } = JSON.parse(request.responseText) as Answer
    if (photo) return { ok: true, photo }
    if (!error?.message) return lost
    return refused(error.message, error.code === 'unreadable' || error.code === 'too-large')
  } catch {
    // Not our site: a network that asks for a log-in first.
    return lost
  }
}
