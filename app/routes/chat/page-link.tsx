import type { ReactNode } from 'react'
import { Link } from '#app/ui/link.tsx'
import { cx } from '#app/ui/primitives/cx.ts'

type PageLinkProps = {
  threadId: string | null
  before?: number
  /** Called instead of navigating, where scripts run. */
  onPress?: () => void
  className?: string
  children: ReactNode
}

/** A link to the newest messages of a thread, or to those before one. */
export function PageLink({ threadId, before, onPress, className, children }: PageLinkProps) {
  const query = new URLSearchParams({
    thread_id: threadId ?? '',
    ...(before ? { before: String(before) } : {}),
  })
  return (
    <Link
      to={`/chat?${query}`}
      onClick={(event) => {
        if (!onPress || event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        onPress()
      }}
      className={cx(
        'mx-auto flex min-h-11 items-center rounded-full border border-line px-5 text-sm font-medium hover:bg-sunken',
        className,
      )}
    >
      {children}
    </Link>
  )
}
