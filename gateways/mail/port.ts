/**
 * One email, as plain text and as HTML that says the same. `id` stays the same when a delivery is tried again, and
 * becomes its Message-ID. `replyTo` is whom an answer goes to, when not to the sender. `headers` are further lines of
 * its header.
 */
export type Mail = {
  id: string
  to: string
  replyTo?: string
  subject: string
  text: string
  html: string
  headers: Record<string, string>
}

/** How many mails are handed over at once, each on a connection of its own. */
export const MAILS_AT_ONCE = 5

/** The door mail leaves through. */
export interface MailGateway {
  /** Hands a mail over for delivery; throws when it was not accepted, so that it is tried again. */
  send(mail: Mail): Promise<void>
  close(): Promise<void>
}

/** Where mail can be read that was kept instead of sent (demo, development, tests). */
export interface KeptMail {
  /** The newest `limit` mails, newest first. */
  list(limit: number): Promise<(Mail & { sentAt: Date })[]>
  /** One of them; null when it is not there. */
  find(id: string): Promise<(Mail & { sentAt: Date }) | null>
}
