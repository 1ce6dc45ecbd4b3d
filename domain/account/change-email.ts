import { z } from 'zod'
import { emailAddress } from '../text.ts'

/** The form that asks for another email. The password is read exactly as typed. */
export const changeEmailForm = z.strictObject({
  email: emailAddress({ label: 'New email' }),
  password: z
    .string({ error: 'Please type your password.' })
    .min(1, { error: 'Please type your password.' })
    .max(512, { error: 'That is not your password. Nothing was changed.' }),
})
