import type { Message } from '#server/chat/queries.ts'
import type { StreamedMessage } from '#server/stream/queries.ts'

/** A message as it travels to a browser, with its page or live. */
export type ToldMessage = StreamedMessage

export function toldMessage({ sentAt, ...message }: Message): ToldMessage {
  return { ...message, sentAt: sentAt.toISOString() }
}
