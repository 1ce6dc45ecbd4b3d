import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '../link.tsx'

/** The link back to the page from which this one was opened, above its heading. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="mb-3 inline-flex min-h-11 items-center gap-2 font-medium text-muted hover:text-accent"
    >
      <ArrowLeft aria-hidden="true" className="size-5" />
      {children}
    </Link>
  )
}
