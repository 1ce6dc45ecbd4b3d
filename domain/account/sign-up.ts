import { z } from 'zod'
import { emailAddress, line } from '../text.ts'
import { signUpRoles } from './account.ts'
import { isNameAdvert, isUsernameAdvert, noAdvert } from './advert.ts'
import { decidePasswordLength } from './password-length.ts'

const passwordsDiffer = 'Passwords do not match'
const usernameRequired = 'Username is required'

/** A first or last name: letters of any script with their marks, spaces, `.`, `'`, `’` and `-`. */
export function personName(label: string) {
  return line({ label, max: 80 })
    .refine(nameLetters, {
      error: `${label} can have letters, spaces, dots, hyphens and apostrophes.`,
      abort: true,
    })
    .refine((name) => !isNameAdvert(name), { error: noAdvert(label) })
}

/** Whether a text has only the characters of names, and at least one letter. */
export function nameLetters(name: string): boolean {
  return /^[\p{L}\p{M} .'’-]+$/u.test(name) && /\p{L}/u.test(name)
}

/** A username as typed. Usernames are unique regardless of case. */
const username = line({ label: 'Username', min: 3, max: 40, required: usernameRequired })
  .refine((name) => /^[A-Za-z0-9._-]+$/.test(name), {
    error: 'Username can have the letters a to z, digits, dots, underscores and hyphens.',
    abort: true,
  })
  .refine((name) => !isUsernameAdvert(name), {
    error: 'Username can’t be a web address or a phone number.',
  })

/** A new password, with the checks that browsers make too. The server also calls `decidePassword`. */
export const newPassword = z
  .string({ error: 'Password is required.' })
  .min(1, { error: 'Password is required.', abort: true })
  .superRefine((password, ctx) => {
    const verdict = decidePasswordLength(password)
    if (!verdict.ok) ctx.addIssue({ code: 'custom', message: verdict.message })
  })

/**
 * The arguments of a form's `refine` which say that its two passwords differ, also while another field is wrong or the
 * password is too short. What is left empty is not compared.
 */
export function sameTwice<N extends string>(name: N) {
  const isSame = ({ [name]: password, confirmPassword }: Record<N | 'confirmPassword', string>) =>
    !password || !confirmPassword || password === confirmPassword
  return [isSame, { path: ['confirmPassword'], error: passwordsDiffer, when: () => true }] as [
    typeof isSame,
    object,
  ]
}

/** The sign-up form: of a renter where it says nothing else. Passwords are read exactly as typed. */
export const signUpForm = z
  .strictObject({
    role: z
      .enum(signUpRoles, { error: 'Please choose to sign up as a renter or as an owner.' })
      .default('renter'),
    firstName: personName('First name'),
    lastName: personName('Last name'),
    email: emailAddress(),
    username,
    password: newPassword,
    confirmPassword: z
      .string({ error: 'Please type the password again.' })
      .min(1, { error: 'Please type the password again.' }),
  })
  .refine(...sameTwice('password'))
