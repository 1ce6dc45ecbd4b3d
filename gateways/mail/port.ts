/**
 * One email, as plain text and as HTML that says the same. `id` stays the same when a delivery is repeated, and
 * becomes its Message-ID. `replyTo` receives answers, if it is not the sender. `headers` are further lines of its
 * header.
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

/** How many mails are sent at once, each on its own connection. */
export const MAILS_AT_ONCE = 7

/** The port through which mail is sent. */
export interface MailGateway {
  /**
   * Hands a mail over for delivery; throws when it was not accepted, so that the job is repeated, and a `JobFailure`
   * when the mailbox does not exist, so that it is not.
   */
  send(mail: Mail): Promise<void>
  close(): Promise<void>
}

/** The mails that were stored instead of sent (demo, development, tests). */
export interface KeptMail {
  /** The newest `limit` mails, newest first. */
  list(limit: number): Promise<(Mail & { sentAt: Date })[]>
  /** One of them; null when there is none with this id. */
  find(id: string): Promise<(Mail & { sentAt: Date }) | null>
  /** Removes those that `which` picks; returns how many. */
  remove(which: (mail: Mail & { sentAt: Date }) => boolean): Promise<number>
}
