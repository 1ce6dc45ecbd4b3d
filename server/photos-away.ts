import { photosAway } from '#domain/listing/listing.ts'
import { refuse, type Verdict } from '#domain/verdict.ts'
import { ImagesAway } from '#gateways/images/port.ts'

/** Keeps files of photos. Refusal: `photos-away`, when the place where they are kept does not answer as it should. */
export async function unlessPhotosAway(keep: () => Promise<void>): Promise<Verdict> {
  try {
    await keep()
    return { ok: true }
  } catch (error) {
    if (!(error instanceof ImagesAway)) throw error
    return { ...refuse('photos-away', photosAway), retryAfterSeconds: 60 }
  }
}
