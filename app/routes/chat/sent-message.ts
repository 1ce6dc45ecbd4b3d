import type { Message } from '#server/chat/queries.ts'
import type { StreamedMessage } from '#server/stream/queries.ts'

/** A message as a browser receives it, with its page or live. */
export type SentMessage = StreamedMessage

export function toSentMessage({ sentAt, ...message }: Message): SentMessage {
  return { ...message, sentAt: sentAt.toISOString() }
}
