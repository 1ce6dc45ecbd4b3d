import type { FileUpload } from '@remix-run/form-data-parser'
import { z } from 'zod'
import type { PhotoRef } from '#domain/photo/photo-ref.ts'
import type { Verdict } from '#domain/verdict.ts'
import { readUpload } from '#app/read-upload.ts'
import { formDataOf } from '#app/request.ts'

/** How many files are read, so that the rest of the form is kept when there are too many. */
const MAX_FILES = 200

export type PhotoPost = { formData: FormData; photoError: string | null }

/**
 * Reads a posted form that may have photos: one with photos is multipart. Files of the form without scripts are stored
 * by `upload` one by one as they arrive, and their ids follow the others in `photoIds`; an error with one of them is
 * `photoError`, and the rest of the form is kept. Refusals: those of `readUpload`.
 */
export async function readPhotoPost(
  request: Request,
  upload: (file: Uint8Array) => Promise<Verdict<{ photo: PhotoRef }>>,
  { max, tooMany }: { max: number; tooMany: string },
): Promise<Verdict<PhotoPost>> {
  const multipart = request.headers.get('content-type')?.startsWith('multipart/form-data') ?? false
  if (!multipart) return { ok: true, formData: await formDataOf(request), photoError: null }
  const uploaded: string[] = []
  let files = 0
  let photoError: string | null = null
  const take = async (file: FileUpload) => {
    if (file.fieldName !== 'photos' || file.size === 0) return null
    if (++files > max) {
      photoError ??= tooMany
      return null
    }
    const verdict = await upload(new Uint8Array(await file.arrayBuffer()))
    if (verdict.ok) uploaded.push(verdict.photo.id)
    else photoError ??= `${file.name}: ${verdict.message}`
    return null
  }
  const read = await readUpload(request, { maxFiles: MAX_FILES, maxParts: MAX_FILES + 40, tooMany }, take)
  if (!read.ok) return read
  for (const id of uploaded) read.formData.append('photoIds', id)
  return { ...read, photoError }
}

/** The ids of uploaded photos that a form names, to show them again after a refusal. */
export function photoIdsOf(formData: FormData): string[] {
  const ids = formData.getAll('photoIds').filter((id) => z.uuid().safeParse(id).success) as string[]
  return ids.slice(0, 20)
}
