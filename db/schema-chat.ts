import type { Generated, GeneratedAlways } from 'kysely'
import type { SupportSender, SupportState } from '#domain/assistant/assistant.ts'
import type { MessageSender } from '#domain/chat/chat.ts'
import type { Side } from '#domain/side.ts'
import type { CreatedAt, Nullable, Timestamp } from './columns.ts'

/* The tables of conversations and of the assistant, a part of `schema.ts`. */

export interface ThreadTable {
  id: string
  listingId: Nullable<string>
  title: string
  renterId: string
  ownerId: string
  renterUnread: Generated<number>
  ownerUnread: Generated<number>
  createdAt: CreatedAt
  lastMessageAt: Timestamp
  renterReadId: Generated<number>
  ownerReadId: Generated<number>
  renterDroppedId: Generated<number>
  ownerDroppedId: Generated<number>
  assistantOffBy: Nullable<Side>
  assistantOffAt: Nullable<Date>
  assistantUntil: Nullable<Date>
}

export interface MessageTable {
  id: GeneratedAlways<number>
  threadId: string
  sender: MessageSender
  body: string
  sentAt: CreatedAt
  clientId: Nullable<string>
  photoId: Nullable<string>
  photoGone: Generated<boolean>
  replyTo: Nullable<number>
}

export interface SupportMessageTable {
  id: GeneratedAlways<number>
  accountId: string
  sender: SupportSender
  body: string
  state: Generated<SupportState>
  sources: Generated<string[]>
  sentAt: CreatedAt
}

export interface AssistantUsageTable {
  day: string
  tokens: Generated<number>
  answers: Generated<number>
}
