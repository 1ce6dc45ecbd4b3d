import { z } from 'zod'
import { emailAddress } from '../text.ts'
import { passwordField } from './password-field.ts'

/** The form that asks for another email. The password is read exactly as typed. */
export const changeEmailForm = z.strictObject({
  email: emailAddress({ label: 'New email' }),
  password: passwordField,
})
