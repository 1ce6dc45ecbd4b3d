/** Every profile picture is stored as a square with sides of this many pixels. */
export const PICTURE_SIZE = 320

/** The picture of a person who has not chosen one. */
export const defaultPicture = '/avatars/1.svg'

/** The nine drawn portraits; a new account gets one of them at random. */
export const placeholderPictures = Array.from({ length: 9 }, (_, i) => `/avatars/${i + 1}.svg`)

const uploaded = /^\/images\/([0-9a-f-]{36})\/\d+\.webp$/

/** The address of an uploaded picture. */
export function pictureAddress(pictureId: string): string {
  return `/images/${pictureId}/${PICTURE_SIZE}.webp`
}

/**
 * The id under which an uploaded picture's file is stored; null for the drawn portraits and for no picture.
 * ### Example `pictureIdOf('/avatars/3.svg')` is null.
 */
export function pictureIdOf(address: string | null): string | null {
  return address?.match(uploaded)?.[1] ?? null
}
