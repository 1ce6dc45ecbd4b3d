import type { SentMessage } from '#domain/chat/sent-message.ts'
import type { UnreadCounts } from '#domain/notification/unread-counts.ts'

export type LiveMessage = {
  id: number
  threadId: string
  messageId: number
  /** Whether this account wrote it, here or on another device. */
  mine: boolean
  message: SentMessage
}
/**
 * One side of a thread has read it up to a message: this account (`mine`, perhaps on another device), or the other
 * side.
 */
export type LiveRead = { id: number; threadId: string; upTo: number; mine: boolean }
export type LiveRental = { id: number; rentalId: string; status: string }
/** A notice was written, or notices were read, here or on another device. */
export type LiveNotice = { id: number; noticeId: string; isRead: boolean }
/** The other side of a thread is typing. */
export type LiveTyping = { threadId: string }
/** The assistant was switched off or on in a thread. */
export type LiveAssistant = { threadId: string }

/**
 * The events of a browser's stream, besides `ready`, `beat` and `end`, which only control the connection. `message`,
 * `read`, `rental` and `notice` are stored in the account's log; `gone` replaces a stored one. Their ids count up
 * within the account. `counts`, `typing`, `assistant` and `reset` are not stored.
 */
export type StreamEventData = {
  message: LiveMessage
  read: LiveRead
  rental: LiveRental
  notice: LiveNotice
  /** The live event with this id has no content, because its message was deleted; it keeps the ids without gaps. */
  gone: { id: number }
  counts: UnreadCounts
  typing: LiveTyping
  assistant: LiveAssistant
  /** Missed events are no longer stored: the page must be reloaded. `id` is where the events continue. */
  reset: { id: number }
}
export type StreamEventKind = keyof StreamEventData
export type StreamEvent = {
  [Kind in StreamEventKind]: { kind: Kind; data: StreamEventData[Kind] }
}[StreamEventKind]

const notStored: readonly StreamEventKind[] = ['counts', 'typing', 'assistant', 'reset']

/** Whether an event of a kind has the id of a stored one; `gone` has that of the one that it replaces. */
export const isStored = (kind: StreamEventKind): boolean => !notStored.includes(kind)

/** The id of a stored event; null for the others, also for a `reset`, whose id may be lower than earlier ones. */
export function eventIdOf({ kind, data }: StreamEvent): number | null {
  return isStored(kind) ? (data as { id: number }).id : null
}
