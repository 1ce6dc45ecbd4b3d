import { z } from 'zod'
import { line } from '../text.ts'
import { loginFailed, portals } from './account.ts'
import { passkeyPurposes } from './passkey.ts'

const unreadable = 'The browser sent something that is no passkey. Please try again.'
const bytes = (most: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .max(most)
const ofKey = { id: bytes(1400), rawId: bytes(1400), type: z.literal('public-key') }
const attested = z.object({
  ...ofKey,
  response: z.object({
    clientDataJSON: bytes(4000),
    attestationObject: bytes(16_000),
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(10)
      .default([]),
  }),
})
const signed = z.object({
  ...ofKey,
  response: z.object({
    clientDataJSON: bytes(4000),
    authenticatorData: bytes(4000),
    signature: bytes(8000),
    userHandle: bytes(200).optional(),
  }),
})
/** What a browser gives when a passkey is made, of which only this is read. */
export type Attested = z.output<typeof attested>
/** What a browser gives when a passkey signed, of which only this is read. */
export type Signed = z.output<typeof signed>

/** A field with JSON that scripts write. */
const jsonOf = <S extends z.ZodType>(schema: S) =>
  z
    .string({ error: unreadable })
    .max(30_000, { error: unreadable })
    .transform((text, ctx): z.output<S> => {
      const read = schema.safeParse(parsed(text))
      if (read.success) return read.data
      ctx.issues.push({ code: 'custom', input: text, message: unreadable })
      return z.NEVER
    })

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The field for what a passkey signed. */
export const signedField = jsonOf(signed)

export const passkeyChallengeForm = z.strictObject({ purpose: z.enum(passkeyPurposes) })
export const passkeyLogInForm = z.strictObject({
  portal: z.enum(portals, { error: loginFailed }),
  passkey: signedField,
})
export const addPasskeyForm = z.strictObject({ intent: z.literal('add-passkey'), passkey: jsonOf(attested) })
export const renamePasskeyForm = z.strictObject({
  intent: z.literal('rename-passkey'),
  passkeyId: z.uuid(),
  name: line({ label: 'Name', max: 60 }),
})
export const removePasskeyForm = z.strictObject({ intent: z.literal('remove-passkey'), passkeyId: z.uuid() })
