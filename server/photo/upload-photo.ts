import { createHash } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import type { Owner } from '#domain/access.ts'
import { loginToChat } from '#domain/chat/chat.ts'
import { MAX_PHOTO_BYTES, photoTooLarge } from '#domain/listing/listing.ts'
import { refuse, type Verdict } from '#domain/verdict.ts'
import type { ProcessedImage } from '#gateways/images/port.ts'
import type { Context } from '../context.ts'
import type { PhotoRef } from '../listing/queries.ts'
import { storeFiles } from '../photo-files.ts'

/**
 * Stores an uploaded photo: re-encoded in several widths, without its place and other metadata. It belongs to its
 * uploader until a listing form uses it; an upload that is not used within a day is deleted. Refusals: `unreadable`,
 * `too-large`, `limit`, `photos-away`.
 */
export function uploadPhoto(
  ctx: Context,
  owner: Owner,
  file: Uint8Array,
): Promise<Verdict<{ photo: PhotoRef }>> {
  return takeIn(ctx, file, { ownerId: owner.id, inChat: false })
}

/** As `uploadPhoto`, for what one of the two people of a rental says in a dispute. Refusals: also `login`. */
export async function uploadClaimPhoto(
  ctx: Context,
  file: Uint8Array,
): Promise<Verdict<{ photo: PhotoRef }>> {
  if (ctx.actor.kind !== 'user') return refuse('login', 'Please log in first.')
  return takeIn(ctx, file, { ownerId: ctx.actor.id, inChat: false })
}

/**
 * As `uploadPhoto`, for a message of its uploader: no public address leads to it, and no listing can use it. Refusals:
 * also `login`.
 */
export async function uploadChatPhoto(ctx: Context, file: Uint8Array): Promise<Verdict<{ photo: PhotoRef }>> {
  if (ctx.actor.kind !== 'user') return refuse('login', loginToChat)
  return takeIn(ctx, file, { ownerId: ctx.actor.id, inChat: true })
}

/** As `uploadChatPhoto`, for the timeline of a rental, one of whose two people uploads it. */
export async function uploadEntryPhoto(
  ctx: Context,
  rentalId: string,
  file: Uint8Array,
): Promise<Verdict<{ photo: PhotoRef }>> {
  if (ctx.actor.kind !== 'user') return refuse('login', loginToChat)
  return takeIn(ctx, file, { ownerId: ctx.actor.id, inChat: true, entryRentalId: rentalId })
}

async function takeIn(
  ctx: Context,
  file: Uint8Array,
  {
    ownerId,
    inChat,
    entryRentalId = null,
  }: { ownerId: string; inChat: boolean; entryRentalId?: string | null },
): Promise<Verdict<{ photo: PhotoRef }>> {
  const full = await ctx.limits.take('uploads', ownerId)
  if (full) return full
  if (file.byteLength > MAX_PHOTO_BYTES) return refuse('too-large', photoTooLarge)
  const processed = await ctx.images.process(file)
  if (!processed.ok) return processed
  const { image } = processed
  const photo: PhotoRef = {
    id: uuid(),
    width: image.width,
    height: image.height,
    widths: image.renditions.map((rendition) => rendition.width),
    thumbhash: image.thumbhash,
  }
  // Files first: a row without its files would be a broken picture, files without a row are removed later.
  const stored = await storeFiles(ctx, photo.id, () => keep(ctx, photo.id, image, inChat))
  if (!stored.ok) return stored
  await ctx.db
    .insertInto('photo')
    .values({ ...photo, ownerId, inChat, entryRentalId, sha256: sha256Of(image), createdAt: ctx.clock.now() })
    .execute()
  return { ok: true, photo }
}

async function keep({ images }: Context, photoId: string, image: ProcessedImage, inChat: boolean) {
  await images.store(photoId, image)
  if (inChat) await images.hide(photoId)
}

/** Of the widest rendition. */
function sha256Of({ renditions }: ProcessedImage): string {
  const widest = renditions.reduce((a, b) => (b.width > a.width ? b : a))
  return createHash('sha256').update(widest.bytes).digest('hex')
}
