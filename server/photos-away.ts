import { photosAway } from '#domain/listing/listing.ts'
import { refuse, type Verdict } from '#domain/verdict.ts'
import { ImagesAway } from '#gateways/images/port.ts'
import type { Context } from './context.ts'
import { recordEffects } from './record.ts'

/**
 * Keeps the files of a photo that has no row yet. Refusal: `photos-away`, when the place where they are kept does not
 * answer as it should; what of them came through is removed by the outbox.
 */
export async function unlessPhotosAway(
  ctx: Context,
  photoId: string,
  keep: () => Promise<void>,
): Promise<Verdict> {
  try {
    await keep()
    return { ok: true }
  } catch (error) {
    if (!(error instanceof ImagesAway)) throw error
    await removeLater(ctx, photoId)
    return { ...refuse('photos-away', photosAway), retryAfterSeconds: 60 }
  }
}

/** Has the outbox remove the files of a photo that has no row; in a transaction of its own. */
export function removeLater(ctx: Context, photoId: string): Promise<void> {
  return ctx.db
    .transaction()
    .execute((tx) => recordEffects(tx, ctx, [{ kind: 'remove-photo', payload: { photoId } }]))
}
