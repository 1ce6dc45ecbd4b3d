import type { PhotoRef } from '../photo/photo-ref.ts'
import type { MessageSender } from './chat.ts'

/** A message as a browser receives it, with its page or live. */
export type SentMessage = {
  id: number
  sender: MessageSender
  body: string
  /** ISO 8601. */
  sentAt: string
  /** The id that its writer's browser gave it; null for everyone else. */
  clientId: string | null
  photo: PhotoRef | null
  photoGone: boolean
}
