import type { ToldKind } from '#domain/notification/kinds.ts'

/**
 * What one person is told about one thing: the one shape of every mail, and of the notice on the site that says the
 * same. Its words are plain text, each a line of its own or, in `lead`, `quote` and `note`, a paragraph; whoever
 * shows them escapes them.
 */
export type Letter = {
  /** Whose letter it is; null when it goes to the people of the site. */
  accountId: string | null
  to: string
  /** Whom an answer goes to, when not to the site. */
  replyTo?: string
  /** What it can be switched off by; `admin-decision` is sent always, and null always and as a mail only. */
  kind: ToldKind | null
  subject: string
  lead: string
  /** What somebody wrote, in their own words. */
  quote?: string | null
  facts: { label: string; value: string }[]
  /** What to do next, and where: a path of this site. */
  action: { label: string; path: string } | null
  /** Sent also to an address that nobody has confirmed yet: its link does that. Nothing else is. */
  confirms?: true
  note?: string
}

/** What stands around every letter in a mail. */
export type LetterFrame = {
  baseUrl: string
  siteName: string
  supportEmail: string
  /** Whom it greets; null for nobody in person. */
  name: string | null
  /** Why its reader gets it. */
  why: string
  /** The link that ends mails of this kind; null where there is no choice. */
  stop: string | null
}

/** Where the people of the site are found. */
export const postalLine = 'Mandaluyong, Metro Manila, Philippines'

/** Where a person chooses what they are told. */
export const choicesPath = '/profile/settings/notifications'

/** A piece of text, with where it leads when it is an address of ours. */
export type Piece = { text: string; href?: string }

/** A text of ours in pieces: the addresses of the site and of its people can be followed, no other. */
export function withLinks(text: string, { baseUrl, supportEmail }: LetterFrame): Piece[] {
  return text.split(/(https?:\/\/\S*[^\s.,;:!?)]|[^\s<>]+@[^\s<>]+[a-z])/).map((part) => {
    if (part === baseUrl || part.startsWith(`${baseUrl}/`)) return { text: part, href: part }
    return part === supportEmail ? { text: part, href: `mailto:${part}` } : { text: part }
  })
}
