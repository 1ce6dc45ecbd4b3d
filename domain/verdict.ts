/**
 * The answer of a rule. A refusal carries a stable `reason` for code and the `message` a person reads:
 * the same value disables a button, answers a POST and words the toast.
 */
export type Verdict<T = object> = ({ ok: true } & T) | Refusal

/** `retryAfterSeconds` is given where waiting helps. */
export type Refusal = { ok: false; reason: string; message: string; retryAfterSeconds?: number }

/** Makes a refusal. */
export const refuse = (reason: string, message: string): Refusal => ({ ok: false, reason, message })

/** What a person reads when something that isn't theirs, or isn't there, is asked for. */
export const notFound = (): Refusal => refuse('not-found', 'Sorry, that could not be found.')
