import { z } from 'zod'
import { signedField } from './passkey-form.ts'
import { codeField } from './two-factor.ts'

/** A password, a code or what a passkey signed; the others are empty. The password is read exactly as typed. */
export const proofForm = z
  .strictObject({
    password: z.string().max(512, { error: 'That is not your password.' }).default(''),
    code: codeField.or(z.literal('')).default(''),
    passkey: z
      .literal('')
      .transform(() => undefined)
      .or(signedField)
      .optional(),
  })
  .refine(({ password, code, passkey }) => password !== '' || code !== '' || passkey, {
    path: ['password'],
    error: 'Please type your password.',
  })
export type ProofForm = z.output<typeof proofForm>
