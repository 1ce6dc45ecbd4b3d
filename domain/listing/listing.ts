import { normalized } from '../characters.ts'
import { refuse, type Verdict } from '../verdict.ts'
import { MINUTE_MS } from '../time.ts'

/** The stored name of the status of a new listing, which waits for an admin’s review. */
export const WAITING_FOR_REVIEW = 'available'
export const listingStatuses = [WAITING_FOR_REVIEW, 'approved', 'rejected', 'unavailable'] as const
/** `WAITING_FOR_REVIEW` is new; only `approved` is public; `unavailable` is rented at the moment. */
export type ListingStatus = (typeof listingStatuses)[number]

export const DEFAULT_LOCATION = 'Mandaluyong, Metro Manila'
export const MAX_PHOTOS = 8
export const MAX_PHOTO_BYTES = 10 * 1024 * 1024
/** The longest time for the upload of a photo, in milliseconds; slow connections need it. */
export const MAX_UPLOAD_MS = 10 * MINUTE_MS
export const photosAway = 'Photos can’t be saved at the moment. Please try again in a few minutes.'
export const photoTooLarge = 'That file is larger than 10 MB. Please choose a smaller one.'
export const MAX_TAGS = 10
export const MAX_TAG_LENGTH = 30

/**
 * A listing's status as its owner reads it; for a paused listing it names both, unless the listing would otherwise be
 * public.
 */
export function statusWording(status: ListingStatus, paused = false, takenDown = false): string {
  if (takenDown) return 'Taken down'
  if (paused) return status === 'approved' ? 'Paused' : `${statusWording(status)}, paused`
  return {
    [WAITING_FOR_REVIEW]: 'Waiting for review',
    approved: 'Approved',
    rejected: 'Rejected',
    unavailable: 'Rented out',
  }[status]
}

/**
 * Reads the comma-separated tags field against the known tags: trimmed, lowercased, each once, in the order
 * typed; the unknown are dropped. They can be more than `MAX_TAGS`.
 *
 * ### Example
 * `readTags('Camping, TENT, rare-word, tent', ['camping', 'tent'])` is `['camping', 'tent']`.
 */
export function readTags(text: string, known: readonly string[]): string[] {
  const vocabulary = new Set(known)
  const typed = text.split(',').map((tag) => normalized(tag.trim().toLowerCase(), 'NFC'))
  return [...new Set(typed)].filter((tag) => vocabulary.has(tag))
}

export type Moderated = {
  status: ListingStatus
  archivedAt: Date | null
  takenDownAt: Date | null
  editedAt: Date | null
  moderatedAt: Date | null
}

/** What admins read of a listing that was edited after they last decided on it. */
export const editedText = (status: ListingStatus): string =>
  `Edited since ${status === 'rejected' ? 'rejection' : 'approval'}`

/** Whether a listing was edited after an admin last reviewed it. */
export function isEditedSinceReview({ editedAt, moderatedAt }: Pick<Moderated, 'editedAt' | 'moderatedAt'>) {
  return editedAt !== null && moderatedAt !== null && editedAt > moderatedAt
}

/** The refusal for an admin who decides on a text that its owner has changed since the admin saw it. */
export const editedMeanwhile = () =>
  refuse('stale', 'It was edited again meanwhile. Please look at it once more.')

/** The refusal for an owner whose form was opened before the listing was changed: in another form, or its tags. */
export const editedElsewhere = () =>
  refuse(
    'stale',
    'This item was changed after you opened this form. Save again to replace the changes, or cancel to see them.',
  )

/**
 * Whether an admin may accept or reject a listing. They may decide again, either way; a rented listing can't be
 * rejected until it is back. Accepting a listing that was accepted before and edited since accepts the edit: its
 * status stays, and `edit` is true. Refusals: `deleted`, `taken-down` (put it back first), `rented`, `unchanged`.
 */
export function decideModeration(
  listing: Moderated,
  decision: 'approved' | 'rejected',
): Verdict<{ edit: boolean }> {
  if (listing.archivedAt) return refuse('deleted', 'This listing was deleted.')
  if (listing.takenDownAt && decision === 'approved')
    return refuse('taken-down', 'This listing is taken down. Put it back first.')
  const wasAccepted = listing.status === 'approved' || listing.status === 'unavailable'
  if (decision === 'approved' && wasAccepted && isEditedSinceReview(listing)) return { ok: true, edit: true }
  if (listing.status === 'unavailable')
    return refuse('rented', 'This listing is rented out. It can be reviewed again once it is back.')
  const again = decision === 'rejected' && isEditedSinceReview(listing)
  if (listing.status === decision && !again)
    return refuse('unchanged', `This listing is already ${decision}.`)
  return { ok: true, edit: false }
}

/**
 * How a listing is deleted: completely when it was never rented; archived (kept for the rental history and receipts)
 * when it was; not at all while a rental is requested, approved or under way.
 */
export function decideDeletion(facts: {
  holdingRentals: number
  pastRentals: number
}): Verdict<{ how: 'erase' | 'archive' }> {
  if (facts.holdingRentals > 0)
    return refuse(
      'rented',
      'This listing has a rental that is Pending, Approved or Active. It can be deleted after that.',
    )
  return { ok: true, how: facts.pastRentals > 0 ? 'archive' : 'erase' }
}
