import { MAX_PHOTO_BYTES, photoTooLarge } from '#domain/listing/listing.ts'
import { refuse, type Verdict } from '#domain/verdict.ts'

/**
 * A photo for the next message. `preview` is a data URL; null when this browser can’t draw it, such as HEIC in most.
 */
export type ChosenPhoto = { file: Blob; preview: string | null }

const MOST_PIXELS = 1600
const QUALITY = 0.85

/**
 * Prepares a chosen file: scales it to the stored size, which saves people’s data, and removes the camera's metadata.
 * A file that this browser can’t draw is sent unchanged; the server checks it. Refusal: `too-large`.
 */
export async function choosePhoto(file: File): Promise<Verdict<{ photo: ChosenPhoto }>> {
  const drawn = await draw(file)
  if (drawn) return { ok: true, photo: drawn }
  if (file.size > MAX_PHOTO_BYTES) return refuse('too-large', photoTooLarge)
  return { ok: true, photo: { file, preview: null } }
}

/** The photo of a stored preview. */
export function photoOf(preview: string): ChosenPhoto | null {
  try {
    const bytes = Uint8Array.from(atob(preview.slice(preview.indexOf(',') + 1)), (char) => char.charCodeAt(0))
    return { file: new Blob([bytes], { type: 'image/jpeg' }), preview }
  } catch {
    return null
  }
}

async function draw(file: File): Promise<ChosenPhoto | null> {
  const image = await createImageBitmap(file).catch(() => null)
  if (!image) return null
  const scale = Math.min(1, MOST_PIXELS / Math.max(image.width, image.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(image.width * scale))
  canvas.height = Math.max(1, Math.round(image.height * scale))
  const context = canvas.getContext('2d')
  if (!context) return null
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  image.close()
  const preview = canvas.toDataURL('image/jpeg', QUALITY)
  return preview.startsWith('data:image/jpeg') ? photoOf(preview) : null
}
