import { normalized } from '../characters.ts'
import { refuse, type Verdict } from '../verdict.ts'
import { commonPasswords } from './common-passwords.ts'
import { decidePasswordLength } from './password-length.ts'

/**
 * Whether a password may be used: 8 to 128 characters of any kind, not a common one, and not the person's email or
 * username. Only the server imports this file, as it contains the list of common passwords; browsers use
 * `decidePasswordLength`.
 * ### Example For `ana@example.com` with username `anacruz`: `jeepney ride at dusk` may be used, whereas `Password1`,
 * `Ana@Example.com` and `AnaCruz` may not (the last is also too short).
 */
export function decidePassword(
  password: string,
  about: { email: string; username: string; siteName?: string },
): Verdict {
  const length = decidePasswordLength(password)
  if (!length.ok) return length
  const typed = folded(password)
  if (commonPasswords.has(typed))
    return refuse('common', 'This password is one of the first that strangers try. Please choose another.')
  const email = folded(about.email)
  if (typed === email || typed === email.slice(0, email.lastIndexOf('@')))
    return refuse('email', 'This is your email address. Please choose a password that nobody could look up.')
  if (typed === folded(about.username))
    return refuse('username', 'This is your username. Please choose a password that nobody could look up.')
  if (typed === folded(about.siteName ?? 'Hiram'))
    return refuse('site-name', 'This is the name of this site. Please choose another password.')
  return { ok: true }
}

/** Folds case, Unicode composition and outer spaces, so that passwords are compared without them. */
function folded(text: string): string {
  return normalized(text, 'NFKC').trim().toLowerCase()
}
