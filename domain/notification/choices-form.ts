import { z } from 'zod'
import { allNoticeKinds } from './kinds.ts'

export const choicesSaved = 'Notification choices saved.'

/** The form of the kinds one wants: those ticked. */
export const choicesForm = z.strictObject({
  kinds: z
    .array(z.enum(allNoticeKinds, { error: 'There is no such kind of notice. Please reload this page.' }))
    .default([]),
})
