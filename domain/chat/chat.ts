import { countCharacters } from '../characters.ts'

export const messageSenders = ['renter', 'owner', 'ai'] as const
/** Which side of a thread wrote a message, or the assistant. */
export type MessageSender = (typeof messageSenders)[number]

/** The message for a guest who wants to write to an owner. */
export const loginToChat = 'Please login to chat with the owner.'

/** The text in place of the message box once the other person's account was deleted. */
export const partnerLeft = 'This person has left. They can no longer read messages.'

/** The text above the message box while the other person's account is suspended. */
export const partnerSuspended = (name: string) =>
  `${name} can’t log in at the moment, and reads messages only once they can again.`

export const MAX_MESSAGE_LENGTH = 2000
/** The address of a conversation. */
export const threadPath = (threadId: string) => `/chat?thread_id=${threadId}`

const PREVIEW_LENGTH = 40

/**
 * A message as the list of conversations shows it: its first 40 characters, on one line. One without text is a photo.
 *
 * ### Example
 * Of `Is the tent free\nnext weekend? We are four people.` it is `Is the tent free next weekend? We are fo`.
 */
export function messagePreview(body: string | null): string {
  if (body === null) return 'No messages yet'
  if (body === '') return 'Photo'
  const line = body.replaceAll(/\s+/g, ' ').trim()
  return countCharacters(line) <= PREVIEW_LENGTH ? line : [...line].slice(0, PREVIEW_LENGTH).join('')
}
