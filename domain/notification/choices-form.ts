import { z } from 'zod'
import { notificationChannels, switchableKinds } from './kinds.ts'

export const choicesSaved = 'Notification choices saved.'

const error = 'There is no such kind of notice. Please reload this page.'
const kinds = z.array(z.enum(switchableKinds, { error }))
const ticked = kinds.default([])
const words = z.string().transform((text) => text.split(' '))

/**
 * The form with the kinds of notification a person wants: those ticked, by channel. `shownKinds` and `shownChannels`
 * are the rows and columns of its table, with spaces between: a kind or a channel that it did not show does not
 * change. Without them it is about all.
 */
export const choicesForm = z.strictObject({
  site: ticked,
  email: ticked,
  push: ticked,
  shownKinds: words.pipe(kinds).optional(),
  shownChannels: words.pipe(z.array(z.enum(notificationChannels, { error }))).optional(),
})
