import { photosAway } from '#domain/listing/listing.ts'
import { refuse, type Verdict } from '#domain/verdict.ts'
import { ImagesAway } from '#gateways/images/port.ts'
import type { Context, Tx } from './context.ts'
import { recordEffects } from './record.ts'

/** Writes the job that removes the files of photos once the transaction commits. */
export function removeFiles(tx: Tx, ctx: Pick<Context, 'clock'>, photoIds: readonly string[]): Promise<void> {
  return recordEffects(
    tx,
    ctx,
    photoIds.map((photoId) => ({ kind: 'remove-photo', payload: { photoId } })),
  )
}

/** As `removeFiles`, in a transaction of its own: for files without a row. */
export function removeFilesAlone(ctx: Pick<Context, 'db' | 'clock'>, photoId: string): Promise<void> {
  return ctx.db.transaction().execute((tx) => removeFiles(tx, ctx, [photoId]))
}

/**
 * Stores the files of a photo that has no row yet, by `store`. Refusal: `photos-away`, when the disk or the bucket
 * does not answer properly; a job removes the files that were stored by then.
 */
export async function storeFiles(
  ctx: Context,
  photoId: string,
  store: () => Promise<void>,
): Promise<Verdict> {
  try {
    await store()
    return { ok: true }
  } catch (error) {
    if (!(error instanceof ImagesAway)) throw error
    await removeFilesAlone(ctx, photoId)
    return { ...refuse('photos-away', photosAway), retryAfterSeconds: 60 }
  }
}
