import {
  type FileUpload,
  FormDataParseError,
  MaxFilesExceededError,
  MultipartParseError,
  parseFormData,
} from '@remix-run/form-data-parser'
import { data } from 'react-router'
import { MAX_PHOTO_BYTES, photoTooLarge } from '#domain/listing/listing.ts'
import { refuse, type Verdict } from '#domain/verdict.ts'
import { FORM } from '#server/http/take-body.ts'

type Kind = { what?: 'form' | 'message'; maxFiles: number; maxParts: number; tooMany: string }

/**
 * Reads a form with photos. `take` gets each file as it arrives; what it gives back stands in the form in place of
 * the file, null leaves it out. Files are read to thrice the size of a photo, so that the rest of the form is kept
 * when one is too large. Refusals: `too-large` (a file), `too-many` (files, in the words of `tooMany`), `unreadable`.
 * Throws a 413 when its texts together are longer than any other form may be.
 */
export async function readUpload(
  request: Request,
  { what = 'form', maxFiles, maxParts, tooMany }: Kind,
  take: (file: FileUpload) => Promise<string | null>,
): Promise<Verdict<{ formData: FormData }>> {
  try {
    const limits = { maxFiles, maxParts, maxFileSize: 3 * MAX_PHOTO_BYTES }
    const formData = await parseFormData(request, limits, take)
    if (lengthOfTexts(formData) > FORM.bytes)
      throw data('That is more than we can take at once.', { status: 413 })
    return { ok: true, formData }
  } catch (error) {
    if (error instanceof MaxFilesExceededError) return refuse('too-many', tooMany)
    if (error instanceof MultipartParseError) return refuse('too-large', photoTooLarge)
    if (error instanceof FormDataParseError)
      return refuse('unreadable', `The ${what} did not arrive whole. Please send it again.`)
    throw error
  }
}

function lengthOfTexts(formData: FormData): number {
  let length = 0
  for (const [name, entry] of formData) length += name.length + (typeof entry === 'string' ? entry.length : 0)
  return length
}
