/** The texts of a sharing picture. */
export type SharingWords = {
  /** The large text: a listing's title, or the name of the site. */
  title: string
  /** The line below it: a price, or a sentence. */
  line: string
  siteName: string
}

/** Draws the pictures that other sites and messengers show beside a link. */
export interface SharingPictures {
  /** A JPEG of 1200 × 630: the photo (the bytes of a stored file) beside the texts, or only the texts. */
  draw(words: SharingWords, photo: Uint8Array | null): Promise<Uint8Array>
}

export const SHARING_WIDTH = 1200
export const SHARING_HEIGHT = 630
