import { z } from 'zod'
import { refuse } from '../verdict.ts'
import type { Role } from './account.ts'
import { passwordField } from './password-field.ts'

/** How long a code of an authenticator app is valid, in seconds (RFC 6238, as apps expect it). */
export const STEP_SECONDS = 30
/** How many recovery codes a person gets at once. */
export const RECOVERY_CODES = 10

const wrongCodeText = 'That code is not right, was used before, or is too old. Please type the newest one.'
/** The refusal of a code that does not count. */
export const codeRefusal = () => refuse('code', wrongCodeText)

/** The field for a code: six digits of an app, or a recovery code. Spaces and dashes do not matter. */
export const codeField = z
  .string({ error: 'Please type the code.' })
  .trim()
  .min(1, { error: 'Please type the code.' })
  .max(40, { error: wrongCodeText })

/**
 * Whether a log-in asks for a second factor after the right password: where two-factor log-in is on, and of an admin
 * with a passkey where a second factor is required. Other people with a passkey are not asked, as whoever loses the
 * device would be locked out.
 */
export const asksSecondFactor = (
  account: { role: Role; twoFactorAt: Date | null; hasPasskey: boolean },
  { isRequired }: { isRequired: boolean },
): boolean => account.twoFactorAt !== null || (isRequired && account.role === 'admin' && account.hasPasskey)

/**
 * Whether an admin lacks the second factor that is required of them, an app or a passkey: until they have one they are
 * no admin.
 */
export const lacksTwoFactor = (
  account: { role: Role; twoFactorAt: Date | null; hasPasskey: boolean },
  { isRequired }: { isRequired: boolean },
): boolean => isRequired && account.role === 'admin' && account.twoFactorAt === null && !account.hasPasskey

/** The second step of a log-in. */
export const secondFactorForm = z.strictObject({ code: codeField })
export const confirmTwoFactorForm = z.strictObject({ intent: z.literal('confirm'), code: codeField })
export const beginTwoFactorForm = z.strictObject({ intent: z.literal('begin'), password: passwordField })
/** The form that switches two-factor log-in off or asks for new recovery codes: both need both factors. */
export const bothFactorsForm = z.strictObject({
  intent: z.enum(['switch-off', 'new-codes']),
  password: passwordField,
  code: codeField,
})

/**
 * What a person typed as a code, as it is compared: lower case, without spaces and dashes.
 * ### Example `ABCDE-fghjk` is `abcdefghjk`, and `123 456` is `123456`.
 */
export const plainCode = (typed: string): string => typed.toLowerCase().replaceAll(/[\s-]/g, '')

/** Whether a code, as `plainCode` returns it, has the form of an app's code: six digits. */
export const isAppCode = (plain: string): boolean => /^\d{6}$/.test(plain)
