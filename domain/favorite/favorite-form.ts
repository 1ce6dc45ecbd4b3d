import { z } from 'zod'
import { comeBackTo } from '../account/come-back.ts'

/** What a heart sends: its listing, what is wished for, and the page it is on. */
export const favoriteForm = z.strictObject({
  listingId: z.uuid('Sorry, that listing could not be found.'),
  intent: z.enum(['add', 'remove'], 'An unexpected error occurred. Please try again.'),
  from: z.string().optional().transform(comeBackTo),
})
