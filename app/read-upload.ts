import {
  type FileUpload,
  FormDataParseError,
  MaxFileSizeExceededError,
  MaxFilesExceededError,
  MaxTotalSizeExceededError,
  MultipartParseError,
  parseFormData,
} from '@remix-run/form-data-parser'
import { data } from 'react-router'
import { MAX_PHOTO_BYTES, photoTooLarge } from '#domain/listing/listing.ts'
import { refuse, type Verdict } from '#domain/verdict.ts'
import { FORM } from '#server/http/take-body.ts'
import { cutLargeParts } from './cut-large-parts.ts'

/** Enough of a file to see that it is too large; the headers of its part are at most 8 KiB. */
const READ_BYTES = MAX_PHOTO_BYTES + 16 * 1024

type Kind = { what?: 'form' | 'message'; maxFiles: number; maxParts: number; tooMany: string }

/**
 * Reads a form with photos. `take` gets each file as it arrives; its result replaces the file in the form, null
 * removes it. Of a file that is too large it gets a little more than a photo may have, so that it can refuse the file
 * and the rest of the form is kept. Refusals: `too-large`, `too-many` (files; `tooMany` is the message), `unreadable`.
 * Throws a 413 when its texts together are longer than any other form may be.
 */
export async function readUpload(
  request: Request,
  { what = 'form', maxFiles, maxParts, tooMany }: Kind,
  take: (file: FileUpload) => Promise<string | null>,
): Promise<Verdict<{ formData: FormData }>> {
  try {
    const limits = { maxFiles, maxParts, maxFileSize: READ_BYTES }
    const formData = await parseFormData(cutLargeParts(request, READ_BYTES), limits, take)
    if (lengthOfTexts(formData) > FORM.bytes)
      throw data('That is more than we can take at once.', { status: 413 })
    return { ok: true, formData }
  } catch (error) {
    if (error instanceof MaxFilesExceededError) return refuse('too-many', tooMany)
    if (error instanceof MaxFileSizeExceededError || error instanceof MaxTotalSizeExceededError)
      return refuse('too-large', photoTooLarge)
    if (error instanceof MultipartParseError || error instanceof FormDataParseError || isInvalidText(error))
      return refuse('unreadable', `The ${what} did not arrive whole. Please send it again.`)
    throw error
  }
}

/** The parser decodes the headers of parts strictly, and passes on the decoder's error. */
function isInvalidText(error: unknown): boolean {
  return error instanceof TypeError && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
}

function lengthOfTexts(formData: FormData): number {
  let length = 0
  for (const [name, entry] of formData) length += name.length + (typeof entry === 'string' ? entry.length : 0)
  return length
}
