import { z } from 'zod'
import { newPassword, sameTwice } from './sign-up.ts'

export const passwordUpdated = 'Password updated successfully!'
export const loginToUpdatePassword = 'You must be logged in to update your password.'

/** The message of a refused change of password; `message` is the refusal's own. */
export function passwordUpdateFailed(message: string): string {
  return (
    `Password update failed: ${message.replace(/[.!]$/, '')}. You may need to log in again to ` +
    'update your password.'
  )
}

const typedAgain = z
  .string({ error: 'Please type the new password again.' })
  .min(1, { error: 'Please type the new password again.' })

/** The form that changes a password. Passwords are read exactly as typed. */
export const changePasswordForm = z
  .strictObject({
    currentPassword: z
      .string({ error: 'Please type your current password.' })
      .min(1, { error: 'Please type your current password.' })
      .max(1000, { error: 'That is not your current password.' }),
    newPassword,
    confirmPassword: typedAgain,
  })
  .refine(...sameTwice('newPassword'))

/** The form behind a mailed link, which sets a new password. */
export const resetPasswordForm = z
  .strictObject({
    token: z.string().max(200),
    password: newPassword,
    confirmPassword: typedAgain,
  })
  .refine(...sameTwice('password'))
