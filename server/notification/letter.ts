import type { NoticeKind } from '#domain/notification/kinds.ts'

/**
 * What one person is told about one thing: the one shape of every mail, and of the notice on the site that says the same. Its words
 * are plain text, each a line of its own or, in `lead`, `quote` and `note`, a paragraph; whoever shows them escapes them.
 */
export type Letter = {
  /** Whose letter it is; null when it goes to the people of the site. */
  accountId: string | null
  to: string
  /** Whom an answer goes to, when not to the site. */
  replyTo?: string
  /** What it can be switched off by; null is sent always, and as a mail only. */
  kind: NoticeKind | null
  subject: string
  lead: string
  /** What somebody wrote, in their own words. */
  quote?: string | null
  facts: { label: string; value: string }[]
  /** What to do next, and where: a path of this site. */
  action: { label: string; path: string } | null
  note?: string
}
