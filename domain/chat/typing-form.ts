import { z } from 'zod'

/** Says in which thread someone is writing. */
export const typingForm = z.strictObject({ threadId: z.uuid() })
