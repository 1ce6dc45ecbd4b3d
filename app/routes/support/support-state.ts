import type { Answerer, SupportMessage } from '#server/assistant/queries.ts'

/** A question or an answer as it reaches a browser. */
export type ShownSupport = Omit<SupportMessage, 'at'>

/** A conversation as `/api/support` tells it. */
export type SupportState = { answerer: Answerer; messages: ShownSupport[] }

/** What the assistant is asked at the beginning, when nobody knows what to ask. */
export const examples = ['What does it cost?', 'How do I cancel a rental?', 'Paano magbayad gamit ang GCash?']
