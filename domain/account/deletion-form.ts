import { z } from 'zod'
import { passwordField } from './password-field.ts'

export const deletionQuestion = 'Are you sure you want to delete your account? This cannot be undone.'
export const accountDeleted = 'Your account was deleted.'

/** The form with which a person deletes their own account. The password is read exactly as typed. */
export const deletionForm = z.strictObject({
  intent: z.literal('delete-account'),
  password: passwordField,
})
