import type { Side } from '#domain/side.ts'
import type { ThreadSafety } from './thread-safety.ts'
import type { SentMessage } from '#domain/chat/sent-message.ts'
import type { UnsentMessage } from './use-unsent-messages.ts'

/** A message for the list. */
export type ListedMessage = SentMessage & {
  /** Set only while it has not arrived. */
  unsent?: UnsentMessage
}

/** A key that stays the same when an unsent message is stored. */
export const keyOf = ({ clientId, id }: ListedMessage) => clientId ?? String(id)

/** The data of a group of messages, besides the messages. */
export type GroupParts = {
  /** The last own message that the other person has read. */
  seenId: number | null
  /** Messages up to this one came with the page. */
  knownId: number
  safety: ThreadSafety
  /** Messages before this one were loaded later, by scrolling up. */
  olderId: number
  onRetry: (message: UnsentMessage) => void
  /** Null without a box, as they can't be written to any more. */
  onEdit: ((message: UnsentMessage) => void) | null
  onDiscard: (message: UnsentMessage) => void
}

/** The stored messages, and after them the unsent ones, in the order in which they were sent. */
export function listed(
  messages: readonly SentMessage[],
  unsent: readonly UnsentMessage[],
  side: Side,
): ListedMessage[] {
  const last = messages.at(-1)?.sentAt ?? ''
  const waiting = unsent.map((message) => ({
    id: Number.MAX_SAFE_INTEGER,
    sender: side,
    body: message.text,
    // This clock may be behind the server’s; an unsent message must come after the last stored one.
    sentAt: message.at > last ? message.at : last,
    clientId: message.clientId,
    photo: null,
    photoGone: false,
    unsent: message,
  }))
  return [...messages, ...waiting]
}
