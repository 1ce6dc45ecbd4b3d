import type { FileUpload } from '@remix-run/form-data-parser'
import { MAX_CHECK_PHOTOS, tooManyCheckPhotos } from '#domain/handover/forms.ts'
import type { Verdict } from '#domain/verdict.ts'
import type { Context } from '#server/context.ts'
import { uploadEntryPhoto } from '#server/photo/upload-photo.ts'
import { readUpload } from '#app/read-upload.ts'
import { formDataOf } from '#app/request.ts'

export type HandoverPost = { formData: FormData; photoIds: string[]; photoError: string | null }

/**
 * Reads a posted form of a handover; one with photos is multipart, and its photos are stored as they arrive.
 * `photoError` is what was wrong with one of them. Refusals: those of `readUpload`.
 */
export async function readHandoverPost(
  ctx: Context,
  rentalId: string,
  request: Request,
): Promise<Verdict<HandoverPost>> {
  const multipart = request.headers.get('content-type')?.startsWith('multipart/form-data') ?? false
  if (!multipart) return { ok: true, formData: await formDataOf(request), photoIds: [], photoError: null }
  const photoIds: string[] = []
  let photoError: string | null = null
  const take = async (file: FileUpload) => {
    if (file.fieldName !== 'photos' || file.size === 0) return null
    if (photoIds.length >= MAX_CHECK_PHOTOS) {
      photoError ??= tooManyCheckPhotos
      return null
    }
    const verdict = await uploadEntryPhoto(ctx, rentalId, new Uint8Array(await file.arrayBuffer()))
    if (verdict.ok) photoIds.push(verdict.photo.id)
    else photoError ??= `${file.name}: ${verdict.message}`
    return null
  }
  const read = await readUpload(request, { maxFiles: 20, maxParts: 60, tooMany: tooManyCheckPhotos }, take)
  return read.ok ? { ...read, photoIds, photoError } : read
}
