/** Every profile picture is kept as one square of this many pixels a side. */
export const PICTURE_SIZE = 320

/** The stock picture of whoever has none. */
export const defaultPicture = '/avatars/1.svg'

const uploaded = /^\/images\/([0-9a-f-]{36})\/\d+\.webp$/

/** The address of an uploaded picture. */
export function pictureAddress(pictureId: string): string {
  return `/images/${pictureId}/${PICTURE_SIZE}.webp`
}

/**
 * The id under which an uploaded picture's file is kept; null for the drawn portraits and for none.
 *
 * ### Example
 * `pictureIdOf('/avatars/3.svg')` is null.
 */
export function pictureIdOf(address: string | null): string | null {
  return address?.match(uploaded)?.[1] ?? null
}
