import type { Answerer, SupportMessage } from '#server/assistant/queries.ts'

/** A question or an answer for a browser. */
export type ShownSupport = Omit<SupportMessage, 'at'>

/** A conversation in the answer of `/api/support`. */
export type SupportConversation = {
  answerer: Answerer
  messages: ShownSupport[]
  /** Absent in an answer of the version before, which may serve beside this one. */
  examples?: string[]
}
