import type { RefusalReason } from './refusal-reason.ts'

/**
 * The answer of a rule. A refusal carries a stable `reason` for code and the `message` a person reads:
 * the same value disables a button, answers a POST and words the toast.
 */
export type Verdict<T = object> = ({ ok: true } & T) | Refusal

export type Refusal = {
  ok: false
  reason: RefusalReason
  message: string
  /** Where several fields of a form are wrong: a message for each, by its name. */
  errors?: Readonly<Record<string, string>>
  /** Where waiting helps: the request may succeed after that time. */
  retryAfterSeconds?: number
}

/** Makes a refusal. */
export const refuse = (reason: RefusalReason, message: string): Refusal => ({ ok: false, reason, message })

/** The refusal for something that does not exist, or that the person may not see. */
export const notFound = (): Refusal => refuse('not-found', 'Sorry, that could not be found.')

/** The refusal for a guest of what only people who are logged in may do. */
export const loginFirst = (): Refusal => refuse('login', 'Please log in first.')
