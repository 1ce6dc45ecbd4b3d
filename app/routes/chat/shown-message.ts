import { formatInstant } from '#domain/period.ts'
import type { Message } from '#server/chat/queries.ts'

/** A message as one side of its thread sees it. */
export function shownMessage(message: Message, side: 'renter' | 'owner', partnerName: string) {
  const isMine = message.sender === side
  return {
    id: message.id,
    body: message.body,
    isMine,
    from: isMine ? 'You' : message.sender === 'ai' ? 'Assistant' : partnerName,
    at: formatInstant(message.sentAt),
    sentAt: message.sentAt.toISOString(),
  }
}

export type ShownMessage = ReturnType<typeof shownMessage>
