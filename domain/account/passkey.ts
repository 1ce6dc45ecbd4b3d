import { refuse } from '../verdict.ts'
import { MINUTE_MS } from '../time.ts'

/** The most passkeys that a person may have. */
export const PASSKEYS_MAX = 10
/** How long a passkey may sign a challenge. */
export const CHALLENGE_MS = 5 * MINUTE_MS

/** What a passkey is asked for; what it signed for one purpose does not count for another one. */
export const passkeyPurposes = ['log-in', 'add', 'prove'] as const
export type PasskeyPurpose = (typeof passkeyPurposes)[number]

/** The refusal of what a passkey signed. It has no details, which would help only an attacker. */
export const passkeyRefusal = () => refuse('passkey', 'That passkey was not accepted. Please try again.')
/** The refusal of an answer to a challenge that is too old, was used, or is another browser's. */
export const challengeRefusal = () => refuse('passkey', 'That took too long. Please try again.')
/** The refusal of an eleventh passkey. */
export const tooManyPasskeys = () =>
  refuse('too-many', `You have ${PASSKEYS_MAX} passkeys, and that is the most. Please remove one first.`)
