import type { FileUpload } from '@remix-run/form-data-parser'
import type { Owner } from '#domain/access.ts'
import { MAX_PHOTOS } from '#domain/listing/listing.ts'
import { tooManyPhotos } from '#domain/listing/listing-form.ts'
import type { Verdict } from '#domain/verdict.ts'
import type { PhotoRef } from '#app/ui/listing-photo.tsx'
import type { Context } from '#server/context.ts'
import { uploadClaimPhoto, uploadPhoto } from '#server/photo/upload-photo.ts'
import { readUpload } from '#app/read-upload.ts'

export type PhotoPost = { formData: FormData; photoError: string | null }

/**
 * Reads a posted form with photos, by default those of a listing. Files of the form without scripts are stored one by
 * one as they arrive, and their ids follow the others in `photoIds`; an error with one of them is `photoError`, and
 * the rest of the form is kept. Refusals: those of `readUpload`.
 */
export function readPhotoPost(
  ctx: Context,
  owner: Owner,
  request: Request,
  rules = { max: MAX_PHOTOS, tooMany: tooManyPhotos },
): Promise<Verdict<PhotoPost>> {
  return readPost((file) => uploadPhoto(ctx, owner, file), request, rules)
}

/** As `readPhotoPost`, for what one of two people says about a rental: an owner or a renter. */
export function readClaimPost(
  ctx: Context,
  request: Request,
  rules: { max: number; tooMany: string },
): Promise<Verdict<PhotoPost>> {
  return readPost((file) => uploadClaimPhoto(ctx, file), request, rules)
}

async function readPost(
  upload: (file: Uint8Array) => Promise<Verdict<{ photo: PhotoRef }>>,
  request: Request,
  { max, tooMany }: { max: number; tooMany: string },
): Promise<Verdict<PhotoPost>> {
  const uploaded: string[] = []
  let photoError: string | null = null
  const take = async (file: FileUpload) => {
    if (file.fieldName !== 'photos' || file.size === 0) return null
    if (uploaded.length >= max) {
      photoError ??= tooMany
      return null
    }
    const verdict = await upload(new Uint8Array(await file.arrayBuffer()))
    if (verdict.ok) uploaded.push(verdict.photo.id)
    else photoError ??= `${file.name}: ${verdict.message}`
    return null
  }
  const read = await readUpload(request, { maxFiles: 20, maxParts: 60, tooMany }, take)
  if (!read.ok) return read
  for (const id of uploaded) read.formData.append('photoIds', id)
  return { ...read, photoError }
}
