/** The folder of hidden photos; all others are named by the last two characters of their photos’ ids. */
export const HIDDEN = 'hidden'

/**
 * The folder of a photo's files, on a disk and in a bucket, without a slash at the end.
 *
 * ### Example
 * That of `0199a0…7f` is `7f/0199a0…7f`, and `hidden/0199a0…7f` once it is hidden.
 */
export function photoFolder(photoId: string, hidden = false): string {
  return `${hidden ? HIDDEN : photoId.slice(-2)}/${photoId}`
}

/** The name of one rendition, or null when there can be none of that id and width. */
export function fileName(photoId: string, width: number, hidden = false): string | null {
  if (!/^[0-9a-f-]{36}$/.test(photoId) || !Number.isInteger(width)) return null
  return `${photoFolder(photoId, hidden)}/${width}.webp`
}
