import type { ThreadSafety } from './thread-safety.ts'
import type { ToldMessage } from './told-message.ts'
import type { UnsentMessage } from './use-outbox.ts'

/** A message as the list draws it. */
export type ListedMessage = ToldMessage & {
  /** Only while it has not arrived. */
  unsent?: UnsentMessage
}

/** The same while a message is on its way and once it was written. */
export const keyOf = ({ clientId, id }: ListedMessage) => clientId ?? String(id)

/** What a run of messages needs beside the messages. */
export type RunParts = {
  /** The last of one’s own messages that the other has read. */
  seenId: number | null
  /** Messages up to this one were there when the page came. */
  knownId: number
  safety: ThreadSafety
  /** Messages before this one came later, as someone scrolled up. */
  olderId: number
  onRetry: (message: UnsentMessage) => void
  onEdit: (message: UnsentMessage) => void
}

/** Messages that were written, and after them those that were not, in the order in which they were sent. */
export function listed(
  messages: readonly ToldMessage[],
  unsent: readonly UnsentMessage[],
  side: 'renter' | 'owner',
): ListedMessage[] {
  const last = messages.at(-1)?.sentAt ?? ''
  const waiting = unsent.map((message) => ({
    id: Number.MAX_SAFE_INTEGER,
    sender: side,
    body: message.text,
    // This clock may be behind the server’s; what is said next comes after what was said.
    sentAt: message.at > last ? message.at : last,
    clientId: message.clientId,
    photo: null,
    photoGone: false,
    unsent: message,
  }))
  return [...messages, ...waiting]
}
