import {
  type FileUpload,
  FormDataParseError,
  MaxFilesExceededError,
  MultipartParseError,
  parseFormData,
} from '@remix-run/form-data-parser'
import type { Owner } from '#domain/access.ts'
import { MAX_PHOTO_BYTES, MAX_PHOTOS, photoTooLarge } from '#domain/listing/listing.ts'
import { tooManyPhotos } from '#domain/listing/listing-form.ts'
import { refuse, type Verdict } from '#domain/verdict.ts'
import type { Context } from '#server/context.ts'
import { uploadPhoto } from '#server/photo/upload-photo.ts'

export type PhotoPost = { formData: FormData; photoError: string | null }

/**
 * Reads a post of a form with photos, those of a listing unless said otherwise. Files of the plain form are taken in one by one as they arrive and become `photoIds`
 * after those already named; what is wrong with one of them is `photoError`, and the rest of the form is kept. So
 * files up to thrice the allowed size are read to their end. Refusals: `too-large`, `unreadable`.
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
  try {
    const limits = { maxFiles: 20, maxParts: 60, maxFileSize: 3 * MAX_PHOTO_BYTES }
    const formData = await parseFormData(request, limits, take)
    for (const id of uploaded) formData.append('photoIds', id)
    return { ok: true, formData, photoError }
  } catch (error) {
    if (error instanceof MaxFilesExceededError) return refuse('too-large', tooMany)
    if (error instanceof MultipartParseError) return refuse('too-large', photoTooLarge)
    if (error instanceof FormDataParseError)
      return refuse('unreadable', 'The form did not arrive whole. Please send it again.')
    throw error
  }
}
