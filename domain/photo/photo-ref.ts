/** The data of a photo for pages and cards: its size in pixels, and the widths of its files. */
export type PhotoRef = { id: string; width: number; height: number; widths: number[]; thumbhash: string }
