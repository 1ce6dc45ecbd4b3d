/** What a browser's stream tells. News has an id, which counts on within its account; the rest is of the moment. */
export type LiveMessage = {
  id: number
  threadId: string
  messageId: number
  /** Whether the account itself wrote it, here or elsewhere. */
  mine: boolean
  message: {
    id: number
    sender: 'renter' | 'owner' | 'ai'
    body: string
    sentAt: string
    /** What its writer called it; null for everyone else. */
    clientId: string | null
    photo: { id: string; width: number; height: number; widths: number[]; thumbhash: string } | null
    photoGone: boolean
  }
}
/** A side of a thread has read it up to a message: oneself, perhaps elsewhere (`mine`), or the other side. */
export type LiveRead = { id: number; threadId: string; upTo: number; mine: boolean }
export type LiveRental = { id: number; rentalId: string; status: string }
/** A notice came, or one's notices were read, here or elsewhere. */
export type LiveNotice = { id: number; noticeId: string; isRead: boolean }
/** `newsId`: the last news that is counted in. */
export type LiveCounts = { messages: number; notices: number; newsId: number }
/** The other side of a thread is writing. */
export type LiveTyping = { threadId: string }

export type LiveEvents = {
  message: LiveMessage
  read: LiveRead
  rental: LiveRental
  notice: LiveNotice
  /** Something of this id happened, and is gone again. */
  gone: { id: number }
  counts: LiveCounts
  typing: LiveTyping
  /** What was missed is not kept any more: read what is shown anew. `id` is where it goes on. */
  reset: { id: number }
}
export type LiveKind = keyof LiveEvents
export type LiveEvent = { [Kind in LiveKind]: { kind: Kind; data: LiveEvents[Kind] } }[LiveKind]

const withoutId: readonly LiveKind[] = ['counts', 'typing', 'reset']

/** The id of news; null for what is of the moment, and for a reset, which may lead anywhere. */
export function newsIdOf({ kind, data }: LiveEvent): number | null {
  return withoutId.includes(kind) ? null : (data as { id: number }).id
}
