/** One turn of a conversation: what a person asked, or what the assistant answered. */
export type Turn = { by: 'person' | 'assistant'; text: string }

export type Question = {
  /** Who the assistant is, what it may say and what it knows. It holds nothing that people wrote. */
  system: string
  /** What was said before, the oldest first. */
  turns: readonly Turn[]
  text: string
}

/**
 * Why there is no answer, or no whole one:
 * - `unreachable`: nothing came, or nothing that can be believed; our key was refused; or the breaker is open.
 * - `busy`: too many questions, after the bounded retries.
 * - `gone`: the vendor has none of our models any more.
 * - `refused`: the vendor does not take what we ask.
 * - `blocked`: the question or the answer was stopped as unsafe. What came of it is not to be shown.
 * - `empty`: it ended without a word, as when thinking used up all the tokens.
 * - `broken`: it ended in the middle.
 * - `stopped`: the reader left.
 */
export type NoAnswer =
  'unreachable' | 'busy' | 'gone' | 'refused' | 'blocked' | 'empty' | 'broken' | 'stopped'

/**
 * `text` is all that was said, also until an answer broke off. `tokens` is what it cost as the vendor says, or our
 * estimate. `cut`: it ended for its length.
 */
export type Answered =
  | { ok: true; text: string; model: string; tokens: number; cut: boolean }
  | { ok: false; reason: NoAnswer; message: string; text: string; tokens: number }

/**
 * What is known of the vendor's models: the list in its order, those it no longer has, and the one that answered
 * last.
 */
export type ModelState = { models: readonly string[]; gone: readonly string[]; answering: string | null }

/** The door to a generative model. It never throws for what the vendor says or doesn't say. */
export interface AssistantGateway {
  /**
   * Answers, each piece of text as it comes, and at the end what became of it. Aborting `signal` ends it at the
   * vendor too.
   */
  answer(question: Question, onText: (piece: string) => void, signal?: AbortSignal): Promise<Answered>
  state(): ModelState
}
