import { z } from 'zod'
import { line } from '../text.ts'
import { isNameAdvert, noAdvert } from './advert.ts'
import { splitFullName } from './full-name.ts'
import { nameLetters } from './sign-up.ts'

export const profileUpdated = 'Profile updated successfully!'
/** The message in Settings when saving failed unexpectedly. */
export const profileNotUpdated = 'Error updating profile. Please try again.'
/** The toast when saving was refused; `message` is the refusal's own. */
export const profileRefusedToast = (message: string) => `Failed to update profile: ${message}`

const MAX_LOCATION = 120

/** The Settings form; its picture is read separately. */
export const profileForm = z.strictObject({
  intent: z.literal('profile'),
  fullName: line({ label: 'Full Name', max: 161 })
    .refine(nameLetters, {
      error: 'Full Name can have letters, spaces, dots, hyphens and apostrophes.',
      abort: true,
    })
    .refine((fullName) => !isNameAdvert(fullName), { error: noAdvert('Full Name'), abort: true })
    .superRefine((fullName, ctx) => {
      const split = splitFullName(fullName)
      if (!split.ok) ctx.addIssue({ code: 'custom', message: split.message })
    }),
  location: line({ label: 'Location', max: MAX_LOCATION, min: 0 }),
  removePicture: z
    .literal('on', { error: 'Please tick it or leave it.' })
    .optional()
    .transform((ticked) => ticked === 'on'),
})

export type ProfileForm = Omit<z.output<typeof profileForm>, 'intent'>
