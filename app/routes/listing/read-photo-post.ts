import type { FileUpload } from '@remix-run/form-data-parser'
import type { Owner } from '#domain/access.ts'
import { MAX_PHOTOS } from '#domain/listing/listing.ts'
import { tooManyPhotos } from '#domain/listing/listing-form.ts'
import type { Verdict } from '#domain/verdict.ts'
import type { Context } from '#server/context.ts'
import { uploadPhoto } from '#server/photo/upload-photo.ts'
import { readUpload } from '#app/read-upload.ts'

export type PhotoPost = { formData: FormData; photoError: string | null }

/**
 * Reads a posted form with photos, by default those of a listing. Files of the form without scripts are stored one by
 * one as they arrive, and their ids follow the others in `photoIds`; an error with one of them is `photoError`, and
 * the rest of the form is kept. Refusals: those of `readUpload`.
 */
export async function readPhotoPost(
  ctx: Context,
  owner: Owner,
  request: Request,
  { max, tooMany } = { max: MAX_PHOTOS, tooMany: tooManyPhotos },
): Promise<Verdict<PhotoPost>> {
  const uploaded: string[] = []
  let photoError: string | null = null
  const take = async (file: FileUpload) => {
    if (file.fieldName !== 'photos' || file.size === 0) return null
    if (uploaded.length >= max) {
      photoError ??= tooMany
      return null
    }
    const verdict = await uploadPhoto(ctx, owner, new Uint8Array(await file.arrayBuffer()))
    if (verdict.ok) uploaded.push(verdict.photo.id)
    else photoError ??= `${file.name}: ${verdict.message}`
    return null
  }
  const read = await readUpload(request, { maxFiles: 20, maxParts: 60, tooMany }, take)
  if (!read.ok) return read
  for (const id of uploaded) read.formData.append('photoIds', id)
  return { ...read, photoError }
}
