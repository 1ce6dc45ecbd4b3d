import { z } from 'zod'
import { line } from '../text.ts'
import { refuse, type Refusal } from '../verdict.ts'

/** The heading for listings without a category. */
export const UNCATEGORIZED = 'Uncategorized'

export const MAX_CATEGORY_LENGTH = 40

const reserved = ['all', UNCATEGORIZED.toLowerCase()]

const name = line({ label: 'Name', max: MAX_CATEGORY_LENGTH }).refine(
  (text) => !reserved.includes(text.toLowerCase()),
  {
    error: '“All” and “Uncategorized” mean something else on this site. Please choose another name.',
  },
)
const categoryId = z
  .string({ error: 'Please open this page again.' })
  .regex(/^[1-9]\d{0,8}$/, { error: 'Please open this page again.' })
  .transform(Number)

export const addCategoryForm = z.strictObject({ intent: z.literal('add'), name })
export const renameCategoryForm = z.strictObject({ intent: z.literal('rename'), categoryId, name })
export const deleteCategoryForm = z.strictObject({ intent: z.literal('delete'), categoryId })

/** The refusal of a category name that is already used. */
export const categoryTaken = (other: string): Refusal =>
  refuse('taken', `There is a category “${other}” already.`)

/**
 * The question to an admin who deletes a category.
 * ### Example `deleteCategoryMessage(2)` is `2 listings are in it. They become Uncategorized.`
 */
export function deleteCategoryMessage(listings: number): string {
  if (listings === 0) return 'No listing is in it.'
  if (listings === 1) return `1 listing is in it. It becomes ${UNCATEGORIZED}.`
  return `${listings.toLocaleString('en-PH')} listings are in it. They become ${UNCATEGORIZED}.`
}
