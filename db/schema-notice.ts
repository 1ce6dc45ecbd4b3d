import type { NotificationChannel, SiteKind } from '#domain/notification/kinds.ts'
import type { CreatedAt, Nullable } from './columns.ts'

/* The tables of notices, a part of `schema.ts`. */

export interface NoticeTable {
  id: string
  accountId: string
  effectId: number
  kind: SiteKind
  title: string
  text: string
  path: string
  createdAt: Date
  readAt: Nullable<Date>
  writtenAt: CreatedAt
}

export interface NotificationChoiceTable {
  accountId: string
  kind: string
  channel: NotificationChannel
  switchedOffAt: CreatedAt
}

export interface PushSubscriptionTable {
  id: string
  accountId: string
  sessionId: string
  endpoint: string
  p256dh: string
  auth: string
  createdAt: Date
  /** The site's public key with which it subscribed; null until one is known. */
  vapidKey: Nullable<string>
  /** The version before writes it; a later release drops it. The job of the push has who was told. */
  toldEffectId: Nullable<number>
}
