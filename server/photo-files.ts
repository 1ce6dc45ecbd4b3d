import { photosAway } from '#domain/listing/listing.ts'
import { refuse, type Verdict } from '#domain/verdict.ts'
import { msAfter } from '#domain/time.ts'
import { ImagesAway } from '#gateways/images/port.ts'
import type { Context, Tx } from './context.ts'
import { recordEffects } from './record.ts'

/** Longer than a request takes from its first file to its row, and than a write that the bucket does late. */
const ROWLESS_MS = 600_000

/** Writes the job that removes the files of photos once the transaction commits. */
export function removeFiles(tx: Tx, ctx: Pick<Context, 'clock'>, photoIds: readonly string[]): Promise<void> {
  return recordEffects(
    tx,
    ctx,
    photoIds.map((photoId) => ({ kind: 'remove-photo', payload: { photoId } })),
  )
}

/** The files of a photo that has no row yet. */
export type StoredFiles = { photoId: string; removalId: number }

/**
 * Stores the files of a photo that has no row yet, by `store`. Before, it records the job that removes them ten
 * minutes later unless `keepFiles` withdraws it: so no refusal, error or crash leaves files for ever. Refusal:
 * `photos-away`, when the disk or the bucket does not answer properly.
 */
export async function storeFiles(
  ctx: Context,
  photoId: string,
  store: () => Promise<void>,
): Promise<Verdict<{ files: StoredFiles }>> {
  const now = ctx.clock.now()
  const { id: removalId } = await ctx.db
    .insertInto('effect')
    .values({
      kind: 'remove-photo',
      payload: JSON.stringify({ photoId }),
      createdAt: now,
      dueAt: msAfter(now, ROWLESS_MS),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  try {
    await store()
    return { ok: true, files: { photoId, removalId } }
  } catch (error) {
    if (!(error instanceof ImagesAway)) throw error
    return away()
  }
}

/** Keeps files, in the transaction that writes their row. Refusal: `photos-away`, when their removal has begun. */
export async function keepFiles(tx: Tx, { removalId }: StoredFiles): Promise<Verdict> {
  const withdrawn = await tx
    .deleteFrom('effect')
    .where('id', '=', removalId)
    .where('attempts', '=', 0)
    .returning('id')
    .executeTakeFirst()
  return withdrawn ? { ok: true } : away()
}

const away = () => ({ ...refuse('photos-away', photosAway), retryAfterSeconds: 60 })
