import {
  type FileUpload,
  FormDataParseError,
  MaxFilesExceededError,
  MultipartParseError,
  parseFormData,
} from '@remix-run/form-data-parser'
import { MAX_PHOTO_BYTES, photoTooLarge } from '#domain/listing/listing.ts'
import { refuse, type Verdict } from '#domain/verdict.ts'
import { formDataOf } from '#app/request.ts'

export type MessagePost = { formData: FormData; photo: Uint8Array | null }

/** Reads the post of a message; one with a photo comes as multipart, and is read to thrice what it may have, so that its text is kept. Refusals: `too-large`, `photos` (more than one), `unreadable`. */
export async function readMessagePost(request: Request): Promise<Verdict<MessagePost>> {
  const multipart = request.headers.get('content-type')?.startsWith('multipart/form-data') ?? false
  if (!multipart) return { ok: true, formData: await formDataOf(request), photo: null }
  let photo: Uint8Array | null = null
  const take = async (file: FileUpload) => {
    if (file.fieldName === 'photo' && file.size > 0) photo = new Uint8Array(await file.arrayBuffer())
    return null
  }
  try {
    const limits = { maxFiles: 1, maxParts: 10, maxFileSize: 3 * MAX_PHOTO_BYTES }
    const formData = await parseFormData(request, limits, take)
    formData.delete('photo')
    return { ok: true, formData, photo }
  } catch (error) {
    if (error instanceof MaxFilesExceededError) return refuse('photos', 'One photo a message, please.')
    if (error instanceof MultipartParseError) return refuse('too-large', photoTooLarge)
    if (error instanceof FormDataParseError)
      return refuse('unreadable', 'The message did not arrive whole. Please send it again.')
    throw error
  }
}
