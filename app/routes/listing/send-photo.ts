import { MAX_PHOTO_BYTES, MAX_UPLOAD_MS, photoTooLarge } from '#domain/listing/listing.ts'
import type { PhotoRef } from '#app/ui/listing-photo.tsx'

export type SentPhoto = { ok: true; photo: PhotoRef } | { ok: false; message: string }

export const connectionLost = 'Upload failed. Please try again.'

/**
 * Uploads one file and reports its progress, from 0 to 1. A refusal has the server's message. It uses XMLHttpRequest,
 * since `fetch` does not report the progress of an upload.
 */
export function sendPhoto(
  file: File,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<SentPhoto> {
  if (file.size > MAX_PHOTO_BYTES) return Promise.resolve({ ok: false, message: photoTooLarge })
  const { promise, resolve } = Promise.withResolvers<SentPhoto>()
  const request = new XMLHttpRequest()
  request.open('POST', '/api/photos')
  // Some systems know no type for HEIC; the server checks the bytes, whatever the type.
  request.setRequestHeader('Content-Type', file.type.startsWith('image/') ? file.type : 'image/unknown')
  request.timeout = MAX_UPLOAD_MS
  request.upload.onprogress = (event) => {
    if (event.lengthComputable) onProgress(event.loaded / event.total)
  }
  request.onload = () => resolve(read(request.responseText))
  request.onerror = () => resolve({ ok: false, message: connectionLost })
  request.ontimeout = () => resolve({ ok: false, message: connectionLost })
  request.onabort = () => resolve({ ok: false, message: connectionLost })
  signal.addEventListener('abort', () => request.abort(), { once: true })
  request.send(file)
  return promise
}

type Answer = { photo?: PhotoRef; error?: { message?: string } }

function read(text: string): SentPhoto {
  try {
    const { photo, error } = JSON.parse(text) as Answer
    return photo ? { ok: true, photo } : { ok: false, message: error?.message ?? connectionLost }
  } catch {
    return { ok: false, message: connectionLost }
  }
}
