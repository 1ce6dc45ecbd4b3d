import type { EmailJob, EmailPayloads, NotificationKind } from '#domain/notification/kinds.ts'
import type { Services } from '../context.ts'

/**
 * A message to one person about one subject: the source of every mail, and of the notice on the site that says the
 * same. All texts are plain text, each of one line or, in `lead`, `quote` and `note`, of paragraphs; whoever renders
 * them escapes them.
 */
export type EmailContent = {
  /** The recipient's account; null for the site's operators. */
  accountId: string | null
  /**
   * The address for which its link was made, or which is told of its change. Without it: the address of the account,
   * or the site's own for its operators.
   */
  to?: string
  /** The address for answers, if it is not the site's. */
  replyTo?: string
  /** The kind decides whether it can be switched off, and by which channels it is sent. */
  kind: NotificationKind
  subject: string
  lead: string
  /** A text that a user wrote. */
  quote?: string | null
  facts: { label: string; value: string }[]
  /** The next action for its reader: a label, and a path of this site. */
  action: { label: string; path: string } | null
  /** Sent also to an unconfirmed address, because its link confirms it. No other email is. */
  confirms?: true
  /** It goes to an address that is not yet the person's, so it does not say whose account it is. */
  toNewAddress?: true
  note?: string
}

/**
 * The template of each email, called with the payload of its job when it is sent: null when its subject is deleted. A
 * link in it is derived from the effect's id, so that the same email sent twice has the same link.
 */
export type EmailTemplates = {
  [K in EmailJob]: (
    services: Services,
    payload: EmailPayloads[K],
    effectId: number,
  ) => Promise<EmailContent | null>
}

/** An email content with the address that it is sent to. */
export type AddressedEmail = EmailContent & { to: string }

/** The parts of a mail around an email content. */
export type EmailFrame = {
  baseUrl: string
  siteName: string
  supportEmail: string
  /** The name in the greeting; null for a greeting without a name. */
  name: string | null
  /** Why its reader gets it. */
  why: string
  /** The link that switches off mails of this kind; null where that is not possible. */
  stop: string | null
}

/** The postal address of the site's operators. */
export const postalLine = 'Mandaluyong, Metro Manila, Philippines'

/** The page where a person chooses their notifications. */
export const choicesPath = '/profile/settings/notifications'

/** A piece of text, with a link if it is an address of ours. */
export type Piece = { text: string; href?: string }

/** A text in pieces: the addresses of the site and of its support become links, no others. */
export function withLinks(text: string, { baseUrl, supportEmail }: EmailFrame): Piece[] {
  return text.split(/(https?:\/\/\S*[^\s.,;:!?)]|[^\s<>]+@[^\s<>]+[a-z])/).map((part) => {
    if (part === baseUrl || part.startsWith(`${baseUrl}/`)) return { text: part, href: part }
    return part === supportEmail ? { text: part, href: `mailto:${part}` } : { text: part }
  })
}
