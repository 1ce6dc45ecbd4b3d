import { z } from 'zod'

/** The buttons of a debt: its renter pays it, or the one who is owed it says that they have it. */
export const debtForm = z.strictObject({ intent: z.enum(['pay', 'received']), debtId: z.uuid() })
