import type { FileUpload } from '@remix-run/form-data-parser'
import type { Verdict } from '#domain/verdict.ts'
import { readUpload } from '#app/read-upload.ts'
import { formDataOf } from '#app/request.ts'

export type MessagePost = { formData: FormData; photo: Uint8Array | null }

/** Reads a posted message; one with a photo is multipart. Refusals: those of `readUpload`. */
export async function readMessagePost(request: Request): Promise<Verdict<MessagePost>> {
  const multipart = request.headers.get('content-type')?.startsWith('multipart/form-data') ?? false
  if (!multipart) return { ok: true, formData: await formDataOf(request), photo: null }
  let photo: Uint8Array | null = null
  const take = async (file: FileUpload) => {
    if (file.fieldName === 'photo' && file.size > 0) photo = new Uint8Array(await file.arrayBuffer())
    return null
  }
  const limits = {
    what: 'message' as const,
    maxFiles: 1,
    maxParts: 10,
    tooMany: 'One photo a message, please.',
  }
  const read = await readUpload(request, limits, take)
  if (!read.ok) return read
  read.formData.delete('photo')
  return { ...read, photo }
}
