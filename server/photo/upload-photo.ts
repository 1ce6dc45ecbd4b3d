import { createHash } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import type { Owner } from '#domain/access.ts'
import { loginToChat } from '#domain/chat/chat.ts'
import { MAX_PHOTO_BYTES, photoTooLarge } from '#domain/listing/listing.ts'
import type { PhotoRef } from '#domain/photo/photo-ref.ts'
import { loginFirst, refuse, type Verdict } from '#domain/verdict.ts'
import type { ProcessedImage } from '#gateways/images/port.ts'
import type { Context } from '../context.ts'
import { lockWriter } from '../lock-writer.ts'
import { keepFiles, storeFiles } from '../photo-files.ts'
import { inTransaction } from '../record.ts'

/**
 * Stores an uploaded photo: re-encoded in several widths, without its place and other metadata. It belongs to its
 * uploader until a listing form uses it; an upload that is not used within a day is deleted. An upload that is
 * repeated, because its answer was lost, is known by its `key`, a UUID that the browser made: it is the same photo,
 * and its day starts again.
 * Refusals: `login` (the uploader was deleted or suspended meanwhile), `unreadable`, `too-large`, `limit`,
 * `photos-away`.
 */
export function uploadPhoto(
  ctx: Context,
  owner: Owner,
  file: Uint8Array,
  key?: string,
): Promise<Verdict<{ photo: PhotoRef }>> {
  return storeUpload(ctx, file, { ownerId: owner.id, inChat: false }, key)
}

/** As `uploadPhoto`, for what one of the two people of a rental says in a dispute. */
export async function uploadClaimPhoto(
  ctx: Context,
  file: Uint8Array,
  key?: string,
): Promise<Verdict<{ photo: PhotoRef }>> {
  if (ctx.actor.kind !== 'user') return loginFirst()
  return storeUpload(ctx, file, { ownerId: ctx.actor.id, inChat: false }, key)
}

/**
 * As `uploadPhoto`, for a message of its uploader, or the timeline of a rental once they say something there: no
 * public address leads to it, and no listing can use it.
 */
export async function uploadPrivatePhoto(
  ctx: Context,
  file: Uint8Array,
  key?: string,
): Promise<Verdict<{ photo: PhotoRef }>> {
  if (ctx.actor.kind !== 'user') return refuse('login', loginToChat)
  return storeUpload(ctx, file, { ownerId: ctx.actor.id, inChat: true }, key)
}

const shown = ['id', 'width', 'height', 'widths', 'thumbhash'] as const

type For = { ownerId: string; inChat: boolean }

async function storeUpload(
  ctx: Context,
  file: Uint8Array,
  { ownerId, inChat }: For,
  uploadKey: string | null = null,
): Promise<Verdict<{ photo: PhotoRef }>> {
  const refused = await ctx.limits.take('uploads', ownerId)
  if (refused) return refused
  if (file.byteLength > MAX_PHOTO_BYTES) return refuse('too-large', photoTooLarge)
  const before = await renewUpload(ctx, ownerId, uploadKey)
  if (before) return { ok: true, photo: before }
  const processed = await ctx.images.process(file)
  if (!processed.ok) return processed
  const { image } = processed
  const id = uuid()
  // Files first: a row without its files would be a broken picture.
  const stored = await storeFiles(ctx, id, () => keep(ctx, id, image, inChat))
  if (!stored.ok) return stored
  const createdAt = ctx.clock.now()
  return inTransaction(ctx, async (tx) => {
    if (!(await lockWriter(tx, ownerId))) return loginFirst()
    const photo = await tx
      .insertInto('photo')
      .values({
        id,
        ownerId,
        inChat,
        uploadKey,
        createdAt,
        width: image.width,
        height: image.height,
        widths: image.renditions.map((rendition) => rendition.width),
        thumbhash: image.thumbhash,
        sha256: sha256Of(image),
      })
      .onConflict((on) =>
        on.columns(['ownerId', 'uploadKey']).where('uploadKey', 'is not', null).doUpdateSet({ createdAt }),
      )
      .returning(shown)
      .executeTakeFirstOrThrow()
    // Of the same upload that arrives twice at the same time, the files of one stay.
    const kept = photo.id === id ? await keepFiles(tx, stored.files) : { ok: true as const }
    return kept.ok ? { ok: true, photo } : kept
  })
}

/** The photo that was uploaded under a key; the day in which it has to be used starts again. Null without one. */
async function renewUpload(
  { db, clock }: Context,
  ownerId: string,
  key: string | null,
): Promise<PhotoRef | null> {
  if (key === null) return null
  const photo = await db
    .updateTable('photo')
    .set({ createdAt: clock.now() })
    .where('ownerId', '=', ownerId)
    .where('uploadKey', '=', key)
    .returning(shown)
    .executeTakeFirst()
  return photo ?? null
}

async function keep({ images }: Context, photoId: string, image: ProcessedImage, inChat: boolean) {
  await images.store(photoId, image)
  if (inChat) await images.hide(photoId)
}

/** Of the widest WebP. */
function sha256Of({ renditions }: ProcessedImage): string {
  const widest = renditions.reduce((a, b) => (b.width > a.width ? b : a))
  return createHash('sha256').update(widest.webp).digest('hex')
}
