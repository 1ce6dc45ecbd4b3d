import {
  type FileUpload,
  FormDataParseError,
  MultipartParseError,
  parseFormData,
} from '@remix-run/form-data-parser'
import { MAX_PHOTO_BYTES, photoTooLarge } from '#domain/listing/listing.ts'
import { refuse, type Verdict } from '#domain/verdict.ts'

/**
 * Reads a post of the Settings form: its fields, and the picture's bytes when one was chosen. So that the rest of the form is kept
 * when it is too large, files up to thrice the allowed size are read to their end. Refusals: `too-large`, `unreadable`.
 */
export async function readProfilePost(
  request: Request,
): Promise<Verdict<{ formData: FormData; picture: Uint8Array | null }>> {
  let picture: Uint8Array | null = null
  const take = async (file: FileUpload) => {
    if (file.fieldName === 'picture' && file.size > 0) picture ??= new Uint8Array(await file.arrayBuffer())
    return null
  }
  try {
    const limits = { maxFiles: 3, maxParts: 20, maxFileSize: 3 * MAX_PHOTO_BYTES }
    const formData = await parseFormData(request, limits, take)
    return { ok: true, formData, picture }
  } catch (error) {
    if (error instanceof MultipartParseError) return refuse('too-large', photoTooLarge)
    if (error instanceof FormDataParseError)
      return refuse('unreadable', 'The form did not arrive whole. Please send it again.')
    throw error
  }
}
