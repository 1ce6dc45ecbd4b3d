import { MAX_PHOTO_BYTES, MAX_UPLOAD_MS, photoTooLarge } from '#domain/listing/listing.ts'
import type { PhotoRef } from '#app/ui/listing-photo.tsx'

export type SentPhoto = { ok: true; photo: PhotoRef } | { ok: false; message: string }

export const outOfReach = 'Upload failed. Please try again.'

/**
 * Uploads one file and tells how far it is, from 0 to 1. What the server says against it is given in its words.
 * An XMLHttpRequest, since `fetch` does not tell of an upload's progress.
 */
export function sendPhoto(
  file: File,
  tellProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<SentPhoto> {
  if (file.size > MAX_PHOTO_BYTES) return Promise.resolve({ ok: false, message: photoTooLarge })
  const { promise, resolve } = Promise.withResolvers<SentPhoto>()
  const request = new XMLHttpRequest()
  request.open('POST', '/api/photos')
  // Some systems know no type for HEIC; the server looks at the bytes whatever it is called.
  request.setRequestHeader('Content-Type', file.type.startsWith('image/') ? file.type : 'image/unknown')
  request.timeout = MAX_UPLOAD_MS
  request.upload.onprogress = (event) => {
    if (event.lengthComputable) tellProgress(event.loaded / event.total)
  }
  request.onload = () => resolve(read(request.responseText))
  request.onerror = () => resolve({ ok: false, message: outOfReach })
  request.ontimeout = () => resolve({ ok: false, message: outOfReach })
  request.onabort = () => resolve({ ok: false, message: outOfReach })
  signal.addEventListener('abort', () => request.abort(), { once: true })
  request.send(file)
  return promise
}

type Answer = { photo?: PhotoRef; error?: { message?: string } }

function read(text: string): SentPhoto {
  try {
    const { photo, error } = JSON.parse(text) as Answer
    return photo ? { ok: true, photo } : { ok: false, message: error?.message ?? outOfReach }
  } catch {
    return { ok: false, message: outOfReach }
  }
}
