import { z } from 'zod'
import { switchableKinds } from './kinds.ts'

export const choicesSaved = 'Notification choices saved.'

const kinds = z
  .array(z.enum(switchableKinds, { error: 'There is no such kind of notice. Please reload this page.' }))
  .default([])

/** The form with the kinds of notification a person wants: those ticked, by channel. */
export const choicesForm = z.strictObject({ site: kinds, email: kinds, push: kinds })
