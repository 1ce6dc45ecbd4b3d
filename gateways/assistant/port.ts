/** One turn of a conversation: what a person asked, or what the assistant answered. */
export type Turn = { by: 'person' | 'assistant'; text: string }

export type Question = {
  /** Who the assistant is, what it may say and what it knows. It contains nothing that users wrote. */
  system: string
  /** The earlier turns, the oldest first. */
  turns: readonly Turn[]
  text: string
}

/**
 * Why there is no answer, or only a part of one:
 * - `unreachable`: no answer, or an invalid one; the vendor refused our key; or the breaker is open.
 * - `busy`: too many questions, after the bounded retries.
 * - `gone`: the vendor no longer has any of our models.
 * - `refused`: the vendor does not accept the request.
 * - `blocked`: the vendor stopped the question or the answer as unsafe. Text that came before must not be shown.
 * - `empty`: it ended without text, for example when thinking used up all the tokens.
 * - `broken`: it ended in the middle.
 * - `stopped`: the reader left.
 */
export type NoAnswer =
  | 'unreachable'
  | 'busy'
  | 'gone'
  | 'refused'
  | 'blocked'
  | 'empty'
  | 'broken'
  | 'stopped'

/**
 * `text` is the whole text, or the part until the answer broke off. `tokens` is the cost that the vendor states, or
 * our estimate. `cut`: it ended because it reached the length limit.
 */
export type Answered =
  | { ok: true; text: string; model: string; tokens: number; cut: boolean }
  | { ok: false; reason: NoAnswer; message: string; text: string; tokens: number }

/**
 * The state of the vendor's models: the list in its order, those the vendor no longer has, and the one that answered
 * last.
 */
export type ModelState = { models: readonly string[]; gone: readonly string[]; answering: string | null }

/** The port to a generative model. It never throws, whatever the vendor answers. */
export interface AssistantGateway {
  /**
   * Answers a question: calls `onText` with each piece of text as it arrives, and resolves with the result. Aborting
   * `signal` ends the answer at the vendor too.
   */
  answer(question: Question, onText: (piece: string) => void, signal?: AbortSignal): Promise<Answered>
  state(): ModelState
}
