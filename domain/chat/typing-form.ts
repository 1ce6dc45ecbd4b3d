import { z } from 'zod'

/** The form that says in which thread someone is typing. */
export const typingForm = z.strictObject({ threadId: z.uuid() })
