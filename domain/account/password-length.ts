import { countCharacters } from '../characters.ts'
import { refuse, type Verdict } from '../verdict.ts'

export const MIN_PASSWORD_LENGTH = 8
export const MAX_PASSWORD_LENGTH = 128

/** The part of the password policy that browsers check too: 8 to 128 characters, any characters. */
export function decidePasswordLength(password: string): Verdict {
  const length = countCharacters(password)
  if (length < MIN_PASSWORD_LENGTH)
    return refuse(
      'short',
      `Please use at least ${MIN_PASSWORD_LENGTH} characters. Three or four words work well.`,
    )
  if (length > MAX_PASSWORD_LENGTH)
    return refuse('long', `Please use at most ${MAX_PASSWORD_LENGTH} characters.`)
  return { ok: true }
}
