/** What a picture for sharing shows. */
export type SharingWords = {
  /** The large words: a listing's title, or what the site is. */
  title: string
  /** The line beneath: a price, or a sentence. */
  line: string
  siteName: string
}

/** Draws the pictures that other sites and messengers show beside a link. */
export interface SharingPictures {
  /** A JPEG of 1200 × 630: the photo (a file as kept) beside the words, or the words alone. */
  draw(words: SharingWords, photo: Uint8Array | null): Promise<Uint8Array>
}

export const SHARING_WIDTH = 1200
export const SHARING_HEIGHT = 630
