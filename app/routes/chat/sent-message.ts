import type { SentMessage } from '#domain/chat/sent-message.ts'
import type { Message } from '#server/chat/queries.ts'

export function toSentMessage({ sentAt, ...message }: Message): SentMessage {
  return { ...message, sentAt: sentAt.toISOString() }
}
