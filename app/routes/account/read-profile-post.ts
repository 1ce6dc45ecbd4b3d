import type { FileUpload } from '@remix-run/form-data-parser'
import type { Verdict } from '#domain/verdict.ts'
import { readUpload } from '#app/read-upload.ts'

/**
 * Reads a post of the Settings form: its fields, and the picture's bytes when one was chosen. Refusals: those of
 * `readUpload`.
 */
export async function readProfilePost(
  request: Request,
): Promise<Verdict<{ formData: FormData; picture: Uint8Array | null }>> {
  let picture: Uint8Array | null = null
  const take = async (file: FileUpload) => {
    if (file.fieldName === 'picture' && file.size > 0) picture ??= new Uint8Array(await file.arrayBuffer())
    return null
  }
  const limits = { maxFiles: 3, maxParts: 20, tooMany: 'One picture, please.' }
  const read = await readUpload(request, limits, take)
  return read.ok ? { ...read, picture } : read
}
