import { z } from 'zod'
import { returnPathOf } from '../account/return-path.ts'

/** The form of a favourite button: its listing, whether it becomes a favourite, and the page it is on. */
export const favoriteForm = z.strictObject({
  listingId: z.uuid('Sorry, that listing could not be found.'),
  intent: z.enum(['add', 'remove'], 'An unexpected error occurred. Please try again.'),
  from: z.string().optional().transform(returnPathOf),
})
