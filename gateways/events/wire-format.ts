import type { EventNotification } from './port.ts'

/** PostgreSQL takes no payload of 8,000 bytes or more; an event notification with three ids has at most 210. */
const NOTIFICATIONS_PER_MESSAGE = 32
const LONGEST_ID = 64

type Written = [to: string, kind: string, about?: string]

/** Event notifications as messages of less than 8,000 bytes. One with an id that is too long is left out. */
export function writeEventNotifications(notifications: readonly EventNotification[]): string[] {
  const written = notifications
    .map(({ to, kind, about }): Written => (about === undefined ? [to, kind] : [to, kind, about]))
    .filter((parts) => parts.every(isId))
  const messages: string[] = []
  for (let at = 0; at < written.length; at += NOTIFICATIONS_PER_MESSAGE)
    messages.push(JSON.stringify(written.slice(at, at + NOTIFICATIONS_PER_MESSAGE)))
  return messages
}

/** The event notifications in a message; texts of other programs are ignored. */
export function readEventNotifications(message: string): EventNotification[] {
  let read: unknown
  try {
    read = JSON.parse(message)
  } catch {
    return []
  }
  return Array.isArray(read) ? read.flatMap((parts) => eventNotificationOf(parts) ?? []) : []
}

function eventNotificationOf(parts: unknown): EventNotification | null {
  if (!Array.isArray(parts) || parts.length < 2 || parts.length > 3 || !parts.every(isId)) return null
  const [to, kind, about] = parts as Written
  return { to, kind, ...(about === undefined ? {} : { about }) }
}

const isId = (part: unknown) =>
  typeof part === 'string' && part.length <= LONGEST_ID && /^[\w:.@-]*$/.test(part)
