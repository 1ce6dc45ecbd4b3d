/** The reason that is given when no answer of the site came. */
export const outOfReach = 'The site is out of reach. Please check your connection.'
export const unexpected = 'An unexpected error occurred. Please try again.'
export const storeDataFailed = 'Failed to load store data.'

type Failure = { text: string; inDialog: boolean }

let failure: Failure | null = null
const listeners = new Set<() => void>()

/**
 * Says that something could not be sent or read: in the modal dialog that is open, which covers everything else, or
 * as a toast. Null takes back what a dialog says.
 */
export function sayFailure(text: string | null) {
  failure = text === null ? null : { text, inDialog: document.querySelector('dialog:modal') !== null }
  for (const listener of listeners) listener()
}

export function onFailure(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const lastFailure = (): Failure | null => failure

/**
 * What a form says when it failed: its own sentence with the reason in place of `{message}` or at the end, unless the
 * sentence is whole by itself.
 *
 * ### Example
 * `Error adding item` becomes `Error adding item: The site is out of reach. Please check your connection.`
 */
export function failureText(sentence: string | undefined, message: string | null): string {
  if (!sentence) return message ?? unexpected
  const reason = message ?? outOfReach
  if (sentence.includes('{message}')) return sentence.replace('{message}', reason.replace(/[.!]$/, ''))
  return sentence.endsWith('.') ? sentence : `${sentence}: ${reason}`
}
