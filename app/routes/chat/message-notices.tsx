import { Info, TriangleAlert } from 'lucide-react'
import { contactIn, contactNotice } from '#domain/chat/contact.ts'
import { containsLink, linkWarning } from '#domain/chat/link.ts'
import type { BubbleTone } from './message-bubble.tsx'
import type { ThreadSafety } from './thread-safety.ts'

type MessageNoticesProps = { tone: BubbleTone; body: string; safety: ThreadSafety }

/**
 * The note under a message: with a link, for its receiver; with contact details, for both until a rental was
 * confirmed.
 */
export function MessageNotices({ tone, body, safety: { siteName, confirmed } }: MessageNoticesProps) {
  if (tone === 'assistant') return null
  const contact = !confirmed && contactIn(body) ? contactNotice(siteName) : null
  return (
    <>
      {tone === 'theirs' && containsLink(body) ? (
        <Notice Icon={TriangleAlert}>{linkWarning(siteName)}</Notice>
      ) : null}
      {contact ? (
        <Notice Icon={Info}>
          {contact.english} <span lang="fil">{contact.filipino}</span>
        </Notice>
      ) : null}
    </>
  )
}

function Notice({ Icon, children }: { Icon: typeof Info; children: React.ReactNode }) {
  return (
    <p role="note" className="flex items-start gap-2 px-1 pb-1 text-sm text-muted">
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warning" />
      <span>{children}</span>
    </p>
  )
}
