/** The reason when the site did not answer. */
export const connectionLost = 'The site is out of reach. Please check your connection.'
export const unexpected = 'An unexpected error occurred. Please try again.'
export const storeDataFailed = 'Failed to load store data.'

type Failure = { text: string; inDialog: boolean }

let failure: Failure | null = null
const listeners = new Set<() => void>()

/**
 * Shows that a request failed: in the open modal dialog, which covers everything else, or as a toast. Null removes the
 * message of a dialog.
 */
export function showFailure(text: string | null) {
  failure = text === null ? null : { text, inDialog: document.querySelector('dialog:modal') !== null }
  for (const listener of listeners) listener()
}

export function onFailure(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const lastFailure = (): Failure | null => failure

/**
 * The message of a failed form: its own sentence with the reason in place of `{message}` or at the end, unless the
 * sentence is complete without a reason.
 * ### Example `Error adding item` becomes `Error adding item: The site is out of reach. Please check your connection.`
 */
export function failureText(sentence: string | undefined, message: string | null): string {
  if (!sentence) return message ?? unexpected
  const reason = message ?? connectionLost
  if (sentence.includes('{message}')) return sentence.replace('{message}', reason.replace(/[.!]$/, ''))
  return sentence.endsWith('.') ? sentence : `${sentence}: ${reason}`
}
