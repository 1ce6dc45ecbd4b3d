import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { formatPeso } from '#domain/money.ts'
import type { PhotoRef } from '#domain/photo/photo-ref.ts'
import { ImagesAway } from '#gateways/images/port.ts'
import type { SharingWords } from '#gateways/sharing/port.ts'
import type { Services } from '../context.ts'
import { findPictured } from './queries.ts'

/** A drawn picture and the fingerprint of its content. */
export type SharingPicture = { bytes: Uint8Array; etag: string }

const MAX_BYTES = 32 * 1024 * 1024
/** The most pictures that wait to be drawn: as many as photos that wait to be saved. */
const WAITING = 24

export type PictureDrawer = {
  /** The picture of a public listing; null for any other. */
  ofListing(listingId: string): Promise<SharingPicture | null>
  /** The picture of every page that has none of its own. */
  ofSite(): Promise<SharingPicture>
}

/**
 * Draws each picture once, and again when its texts or its photo change; the newest stay in memory. Throws
 * `ImagesAway` when too many wait to be drawn.
 */
export function createPictureDrawer({
  db,
  images,
  sharing,
  settings: { siteName },
}: Services): PictureDrawer {
  const drawn = new LRUCache<string, Uint8Array>({
    maxSize: MAX_BYTES,
    sizeCalculation: (bytes) => bytes.length,
  })
  const drawing = new Map<string, Promise<Uint8Array>>()

  const draw = async (words: SharingWords, photo: PhotoRef | null): Promise<SharingPicture> => {
    const key = createHash('sha256')
      .update(JSON.stringify([words, photo?.id]))
      .digest('base64url')
      .slice(0, 27)
    const known = drawn.get(key)
    if (known) return { bytes: known, etag: `"${key}"` }
    if (drawing.size > WAITING && !drawing.has(key)) throw new ImagesAway('TooMany')
    const made = drawing.get(key) ?? openWidth(photo).then((file) => sharing.draw(words, file))
    drawing.set(key, made)
    try {
      const bytes = await made
      drawn.set(key, bytes)
      return { bytes, etag: `"${key}"` }
    } finally {
      drawing.delete(key)
    }
  }
  const openWidth = async (photo: PhotoRef | null) => {
    const width = photo?.widths.find((each) => each >= 640) ?? photo?.widths.at(-1)
    return photo && width ? images.open(photo.id, width) : null
  }

  return {
    async ofListing(listingId) {
      const listing = await findPictured(db, listingId)
      if (!listing) return null
      const line = `${formatPeso(listing.pricePerDayCentavos)} a day`
      return draw({ title: listing.title, line, siteName }, listing.photo)
    },
    ofSite: () =>
      draw(
        {
          title: 'Somebody near you already has one.',
          line: 'By the day, from your neighbours',
          siteName,
        },
        null,
      ),
  }
}
