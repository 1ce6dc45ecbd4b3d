import { z } from 'zod'
import { emailAddress } from '../text.ts'

/** The form that asks for a link to set a new password. */
export const forgotPasswordForm = z.strictObject({ email: emailAddress() })
