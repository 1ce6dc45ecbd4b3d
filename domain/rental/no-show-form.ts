import { z } from 'zod'

/** The buttons with which someone says that the other side did not come, or takes it back. */
export const noShowForm = z.strictObject({ intent: z.enum(['say', 'take-back']) })
