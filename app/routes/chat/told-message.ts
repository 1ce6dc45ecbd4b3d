import type { MessageSender } from '#domain/chat/chat.ts'
import type { PhotoRef } from '#app/ui/listing-photo.tsx'
import type { Message } from '#server/chat/queries.ts'

/** A message as it travels to a browser. */
export type ToldMessage = {
  id: number
  sender: MessageSender
  body: string
  sentAt: string
  clientId: string | null
  photo: PhotoRef | null
  photoGone: boolean
}

export function toldMessage({ sentAt, ...message }: Message): ToldMessage {
  return { ...message, sentAt: sentAt.toISOString() }
}
