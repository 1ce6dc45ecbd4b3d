import { z } from 'zod'

export const noticesRead = 'All notices are marked as read.'

/** The form that marks all notices as read, up to the newest one on the page. */
export const markReadForm = z.strictObject({ upTo: z.uuid() })
