import { z } from 'zod'
import { countCharacters } from '../characters.ts'
import { line } from '../text.ts'
import { loginFailed, portals } from './account.ts'
import { MAX_PASSWORD_LENGTH } from './password-length.ts'

/** The log-in form. An email or password that no account can have gets the same answer as a wrong one. */
export const logInForm = z.strictObject({
  portal: z.enum(portals, { error: loginFailed }),
  email: line({ label: 'Email', max: 254 }).transform((text) => text.toLowerCase()),
  password: z
    .string({ error: 'Password is required.' })
    .min(1, { error: 'Password is required.', abort: true })
    .refine((password) => countCharacters(password) <= MAX_PASSWORD_LENGTH, { error: loginFailed }),
})
