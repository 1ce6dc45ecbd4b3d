/**
 * The events of a browser's stream. Those about something that happened (`message`, `read`, `rental`, `notice`,
 * `gone`) are stored in the account's log and have an id, which counts up within the account. `counts`, `typing` and
 * `reset` are not stored.
 */
export type LiveMessage = {
  id: number
  threadId: string
  messageId: number
  /** Whether this account wrote it, here or on another device. */
  mine: boolean
  message: {
    id: number
    sender: 'renter' | 'owner' | 'ai'
    body: string
    sentAt: string
    /** The id that its writer's browser gave it; null for everyone else. */
    clientId: string | null
    photo: { id: string; width: number; height: number; widths: number[]; thumbhash: string } | null
    photoGone: boolean
  }
}
/**
 * One side of a thread has read it up to a message: this account (`mine`, perhaps on another device), or the other
 * side.
 */
export type LiveRead = { id: number; threadId: string; upTo: number; mine: boolean }
export type LiveRental = { id: number; rentalId: string; status: string }
/** A notice was written, or notices were read, here or on another device. */
export type LiveNotice = { id: number; noticeId: string; isRead: boolean }
/** `lastEventId`: the last live event that the counts include. */
export type LiveCounts = { messages: number; notices: number; lastEventId: number }
/** The other side of a thread is typing. */
export type LiveTyping = { threadId: string }

export type LiveEvents = {
  message: LiveMessage
  read: LiveRead
  rental: LiveRental
  notice: LiveNotice
  /** The live event with this id has no content, because its subject was deleted; it keeps the ids without gaps. */
  gone: { id: number }
  counts: LiveCounts
  typing: LiveTyping
  /** Missed events are no longer stored: the page must be reloaded. `id` is where the events continue. */
  reset: { id: number }
}
export type LiveKind = keyof LiveEvents
export type LiveEvent = { [Kind in LiveKind]: { kind: Kind; data: LiveEvents[Kind] } }[LiveKind]

const notStored: readonly LiveKind[] = ['counts', 'typing', 'reset']

/** Whether events of a kind are stored in the account's log. */
export const isStored = (kind: LiveKind): boolean => !notStored.includes(kind)

/** The id of a stored event; null for the others, also for a `reset`, whose id may be lower than earlier ones. */
export function eventIdOf({ kind, data }: LiveEvent): number | null {
  return isStored(kind) ? (data as { id: number }).id : null
}
