import { z } from 'zod'
import { MAX_TAG_LENGTH } from '../listing/listing.ts'
import { countCharacters } from '../characters.ts'
import { line } from '../text.ts'
import { refuse, type Refusal } from '../verdict.ts'

const spelling = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} '’&+.-]*$/u

const newName = line({ label: 'Tag', max: MAX_TAG_LENGTH })
  .transform((text) => text.toLowerCase())
  .refine((text) => countCharacters(text) <= MAX_TAG_LENGTH, {
    error: `Tag can have at most ${MAX_TAG_LENGTH} characters.`,
  })
  .refine((text) => spelling.test(text), {
    error: 'A tag begins with a letter or a digit, and has letters, digits, spaces and - ’ & + . only.',
  })
const tag = line({ label: 'Tag', max: 200 })

export const addTagForm = z.strictObject({ intent: z.literal('add'), name: newName })
export const renameTagForm = z.strictObject({ intent: z.literal('rename'), tag, name: newName })
export const mergeTagForm = z.strictObject({
  intent: z.literal('merge'),
  tag,
  into: line({ label: 'Tag', max: 200, required: 'Please choose a tag from the list.' }),
})
export const deleteTagForm = z.strictObject({ intent: z.literal('delete'), tag })

/** The refusal of a tag name that is already used. */
export const tagTaken = (other: string): Refusal =>
  refuse('taken', `There is a tag “${other}” already. Merge the two to have their listings under one.`)

/**
 * The question to an admin who deletes a tag.
 * ### Example `deletingTag(1)` is `1 listing has it. The tag is taken off it.`
 */
export function deletingTag(listings: number): string {
  if (listings === 0) return 'No listing has it.'
  if (listings === 1) return '1 listing has it. The tag is taken off it.'
  return `${listings.toLocaleString('en-PH')} listings have it. The tag is taken off them.`
}
